"""The published book: a Sphinx extension, a theme, and the commands that build and check the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register roles, charts, tables, calculators, mathematics and the theme with Sphinx."""
    import chipledger
    from chipledger.site import calculators, mathml, nodes, once, pages, roles, tables, theme

    app.add_config_value("chipledger_data", "../data", "env", str)
    app.add_config_value("chipledger_inputs", "", "env", str)
    # Jupyter Book sets this whether or not the extension that it belongs to is loaded.
    app.add_config_value("comments_config", {}, "", dict)

    app.add_html_theme("chipledger", str(theme.FOLDER))
    nodes.add_nodes(app)
    roles.add_roles(app)
    mathml.add_math(app)
    calculators.add_calculators(app)

    # Early, because the extension that reads the contents file does so at the same event.
    app.connect("config-inited", theme.settle, priority=100)
    app.connect("config-inited", once.note_inputs)
    app.connect("doctree-resolved", tables.box_tables)
    # Late, so that what other extensions add to a page is seen.
    app.connect("html-page-context", theme.page_context, priority=900)
    app.connect("html-collect-pages", pages.lost_page)
    app.connect("build-finished", pages.write_extras)
    return {"version": chipledger.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
