"""The aide-de-camp: orders as a player could have written them."""
