"""Where things are: the folders of this clone."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "_build"
HTML = BUILD / "html"
LOGS = BUILD / "logs"
HOME = BUILD / "home"
