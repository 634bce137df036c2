"""Every message between the server and its clients, by type, and the addresses of the API.

`tools/wire_docs.py` writes from these, and from the types of a view, the page's types (`wire.d.ts`), the messages of
docs/web-api.md and docs/openapi.json. A comment behind a field says what it means to a client.
"""
