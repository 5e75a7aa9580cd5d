"""A folder served on loopback below a prefix."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder below a prefix, and nothing beside it."""

    def __init__(self, *args: object, prefix: str, **kwargs: object) -> None:
        self.prefix = prefix
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer, or say that there is nothing outside the prefix."""
        if not self.path.startswith(self.prefix):
            self.send_error(404)
            return
        self.path = "/" + self.path[len(self.prefix) :]
        super().do_GET()

    def log_message(self, *args: object) -> None:
        """Say nothing: the checks tell what failed."""


class Server(ThreadingHTTPServer):
    """A browser that leaves in the middle of an answer is no fault."""

    daemon_threads = True

    def handle_error(self, request: object, address: object) -> None:
        """Say nothing."""


@contextmanager
def serve(folder: Path, prefix: str) -> Iterator[str]:
    """Serve a folder on loopback; yields the address of its front page's folder."""
    server = Server(("127.0.0.1", 0), partial(Handler, directory=str(folder), prefix=prefix))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
