"""What something is worth."""


def scaled(price):
    """With 18 decimals."""
    whole, _, fraction = price.partition(".")
    return int(whole + fraction.ljust(18, "0"))


def cents(units, decimals, price):
    """Value in cents, rounded up."""
    unit = 10 ** (decimals + 18)
    return -(-units * scaled(price) * 100 // unit)
