/** Shorter words are too often one letter away from another. */
const shortest = 4;

/** Whether one slip of the fingers makes one of the other: a letter too many, too few, another, or two of them exchanged. */
export function isSlipOf(typed: string, meant: string): boolean {
  if (typed.length < shortest || Math.abs(typed.length - meant.length) > 1) return false;
  const at = [...meant].findIndex((letter, i) => letter !== typed[i]);
  if (at < 0) return typed.length > meant.length;
  const [a, b] = [typed.slice(at), meant.slice(at)];
  const isExchanged = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isExchanged || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}
