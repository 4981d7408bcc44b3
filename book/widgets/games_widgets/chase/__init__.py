"""What shows the chapter *Chase*: pictures, apps, figures for the printed page."""
