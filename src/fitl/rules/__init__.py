"""The rulebook as code: one module per procedure, cited by rule number."""
