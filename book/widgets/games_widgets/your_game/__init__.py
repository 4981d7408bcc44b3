"""What shows the chapter *Bring your own game*: pictures, apps, figures for the printed page."""
