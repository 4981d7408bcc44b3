"""What shows the chapter *Yazy*: pictures, apps, figures for the printed page."""
