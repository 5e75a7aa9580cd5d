"""A server of the built site for this computer alone."""

import errno
import functools
import os
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from commands.places import HTML
from commands.steps import Stop, say


class Files(SimpleHTTPRequestHandler):
    """The site's files, always fresh; only failures are logged."""

    def end_headers(self) -> None:
        """Keep the browser from showing the page of the build before."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Say nothing of a request that went well."""


def ports() -> range:
    """Ports to try: the one that PORT asks for, or the first from 8000 on.

    Raises
    ------
    Stop
        If PORT is no port.
    """
    wish = os.environ.get("PORT", "")
    if not wish:
        return range(8000, 8100)
    if not (wish.isdecimal() and int(wish) < 65536):
        raise Stop(f"PORT={wish} is not a port: a number from 0 to 65535 is")
    return range(int(wish), int(wish) + 1)


def listen(wished: range) -> ThreadingHTTPServer:
    """A server on the first free port.

    Raises
    ------
    Stop
        If none is free.
    """
    handler = functools.partial(Files, directory=str(HTML))
    for port in wished:
        try:
            return ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    which = f"{wished[0]} is taken" if len(wished) == 1 else f"{wished[0]} to {wished[-1]} are taken"
    raise Stop(f"no free port: {which}")


def serve(wished: range) -> None:
    """Serve the site until interrupted."""
    with listen(wished) as server:
        say(f"Serving http://127.0.0.1:{server.server_address[1]}/ (end with Ctrl-C)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("Stopped.")
