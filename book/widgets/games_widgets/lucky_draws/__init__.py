"""What shows the chapter *Lucky draws*: pictures, apps, figures for the printed page."""
