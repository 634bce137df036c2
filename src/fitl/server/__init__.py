"""The table in the browser: a server that holds games and answers through their one door (docs/web-api.md)."""
