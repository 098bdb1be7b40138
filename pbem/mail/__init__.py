"""Mail as bytes: what goes out is composed here, what comes in is read here, and the doors it comes and goes by.

Nothing here knows the store: what is to be done with a mail is handed in by the service.
"""
