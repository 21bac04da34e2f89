/**
 * A row that several requests on one page may have in common: where it is the same in all of them, it is said once, above (`several/shared.ts`). Never what
 * each is compared by: payee, amount, coin, fee and remark.
 */
export function shareable(name: 'network' | 'from' | 'rule' | 'policy', line: HTMLElement): HTMLElement {
  line.dataset.row = name;
  return line;
}
