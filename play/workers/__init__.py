"""Processes that are started: programs, and those that do the tasks of `play.tasks`."""
