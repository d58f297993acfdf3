"""A fuzzer for everything that reads what others have written: `make fuzz`."""
