"""The table in the browser: one server for pages, sockets and plain HTTP."""
