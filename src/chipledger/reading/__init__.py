"""Reading a data folder, or refusing it with every fault at once."""

from chipledger.reading.folder import Contents, data_folder, read_folder

__all__ = ["Contents", "data_folder", "read_folder"]
