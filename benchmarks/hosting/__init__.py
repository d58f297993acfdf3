"""Scripted players at tables of a host, for benchmarks."""
