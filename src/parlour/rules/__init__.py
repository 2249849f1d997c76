"""What every game's rules stand on: contracts, forms, drivers, vectors of games, and the kit that tries them."""
