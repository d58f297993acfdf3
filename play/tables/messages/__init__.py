"""What host and clients say to each other: every message, its checks, and its bytes."""
