"""What shows the chapter *Absorbing chains*: pictures, apps, figures for the printed page."""
