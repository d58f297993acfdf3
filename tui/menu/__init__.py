"""A list to choose from by cursor keys, mouse or first letter; drawn line by line, however long."""

from makachess.tui.menu.widget import Item, Menu

__all__ = ["Item", "Menu"]
