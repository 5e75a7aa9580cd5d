"""What `make` does here: set up, check, build, serve, test and clean, each as one command.

Only the standard library is used: these modules run before anything is installed. Everything they make lands in
`.venv` and `_build`. A step that fails ends the command with one line; the output of quiet steps is kept in
`_build/logs`.
"""
