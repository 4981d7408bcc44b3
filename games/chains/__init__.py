"""What belongs to the chapter *Markov chains*."""
