"""Everything a person in a terminal touches: the command line, the app, engines behind pipes."""
