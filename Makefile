# Two commands matter: make book, make test. The work is done in src/commands; this file only finds a Python
# to start it with. PYTHON=/path/to/python3.12 chooses one.

COMMANDS := book serve test chapters check lint lock setup clean clean-all

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help $(COMMANDS)

help:
	@echo 'make book       build the site into _build/html'
	@echo 'make test       run every check: data, code, chapters, site in a browser'
	@echo 'make serve      build the site and serve it on 127.0.0.1 (PORT=8000)'
	@echo 'make chapters   run every chapter and store its results in book/'
	@echo 'make check      check the data only'
	@echo 'make lint       check style and types of the code'
	@echo 'make lock       pin the newest packages in requirements.txt'
	@echo 'make clean      remove what was built (clean-all: the set-up too)'

$(COMMANDS):
	@for python in $(if $(PYTHON),"$(PYTHON)",python3 python3.13 python3.12 python3.11 python); do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 6))' >/dev/null 2>&1 \
	    && exec "$$python" src/bootstrap.py $@; \
	done; \
	echo 'Python 3.11 to 3.13 needed, found none$(if $(PYTHON), (PYTHON=$(PYTHON)))' >&2; exit 1
