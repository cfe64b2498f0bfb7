"""The scoring service: HTTP over one warehouse. Speaks; the pipeline decides."""
