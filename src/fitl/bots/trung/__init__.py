"""The Trung bots: cards, tables and rules as data, and who plays by them."""
