"""A table without a server: `fitl site` writes a folder of static files that any web host can serve (docs/site.md).

`build` and `program` write it, here; `tab` and what it needs run there, in the browser's own Python.
"""
