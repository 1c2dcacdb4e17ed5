"""Fireline for language models: the questions of the HTTP API as tools of the Model Context Protocol."""
