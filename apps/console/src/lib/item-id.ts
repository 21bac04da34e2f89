/** The number of an item as an address names it; 0, which no item has, for anything else. */
export const itemId = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0);
