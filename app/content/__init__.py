"""What is known of cards, rules and rulings: `seeds/` read, checked and made ready to use."""
