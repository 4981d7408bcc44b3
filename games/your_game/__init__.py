"""What belongs to the chapter *Bring your own game*."""
