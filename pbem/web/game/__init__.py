"""A battle on its page: map, orders, standing orders, versions, tries."""
