"""The server: tables that several people share, kept safe, with dice that nobody has to take on trust."""
