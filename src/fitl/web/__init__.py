"""The pages of the table in the browser: plain ES modules, SVG and CSS, served by fitl.server."""
