// Some of the dependencies that this package replaces are loaded, but never used.
