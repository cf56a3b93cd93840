print("facecap")
