"""What a person types: the only code that prints or exits; one command a file."""
