"""What shows the chapter *Placement*: pictures, apps, figures for the printed page."""
