"""The revisions of the schema, one file each, in the order of their numbers."""
