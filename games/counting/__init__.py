"""What belongs to the chapter *Counting*."""
