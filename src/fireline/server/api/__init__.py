"""The HTTP API, one file an idea; every answer is the library's own."""
