"""The pages of whoever runs the service, and a mail provider's door."""
