"""`makachess host --ssh`: an SSH server that gives each visitor the app, and nothing else."""
