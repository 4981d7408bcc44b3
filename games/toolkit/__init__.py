"""What belongs to the chapter *The toolkit*."""
