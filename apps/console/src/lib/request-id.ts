/** A number that an order is asked for by, one per opened drawer: so two clicks, or a lost answer tried again, are one order. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
