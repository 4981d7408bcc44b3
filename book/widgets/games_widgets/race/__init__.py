"""What shows the chapter *Race*: pictures, apps, figures for the printed page."""
