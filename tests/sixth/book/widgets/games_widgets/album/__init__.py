"""What shows the album: pictures and apps."""
