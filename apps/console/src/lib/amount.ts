/** Plain decimal text, as it goes over the wire. */
export const isPlain = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/** The same, and more than nothing. */
export const isAmount = (text: string): boolean => isPlain(text) && /[1-9]/.test(text);

/** Exact decimal text with grouped thousands and nothing cut: for review and signing, where no digit may be missing. */
export function exactAmount(value: string): string {
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
