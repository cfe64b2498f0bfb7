"""What a warehouse holds in forms that others read: a file a form. Prints nothing."""
