/** Exact decimal text with grouped thousands and nothing cut: for review and signing, where no digit may be missing. */
export function exactAmount(value: string): string {
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
