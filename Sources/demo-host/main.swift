print("demo-host")
