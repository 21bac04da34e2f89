"""What something is worth."""


def cents(units, decimals, price):
    """Value in cents, rounded up."""
    whole, _, fraction = price.partition(".")
    scaled = int(whole + fraction.ljust(18, "0"))
    unit = 10 ** (decimals + 18)
    return -(-units * scaled * 100 // unit)
