"""What a campaign is: the country, the forces, orders, couriers, what each seat knows, facts and asks."""
