"""The shared language: logs, options, editions, findings, fact columns. Never a procedure."""
