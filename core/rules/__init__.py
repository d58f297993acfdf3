"""From a Variant to the rule tables that the kernel reads."""
