"""What shows the chapter *One toolkit*: pictures, apps, figures for the printed page."""
