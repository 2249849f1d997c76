"""What every game stands on: contracts, forms of the rules, drivers, vectors of games, and the kit."""
