import { isSame } from './canonical.ts';
import type { PolicyDocument } from './document.ts';
import type { SeniorRule } from './senior.ts';

/** The rules whose conditions do not stand already: a rule that was signed may stay, be switched and moved as it is. */
export function newRules(current: Pick<PolicyDocument, 'senior'>, next: Pick<PolicyDocument, 'senior'>): SeniorRule[] {
  const before = new Map(current.senior.map(({ id, when }) => [id, when]));
  return next.senior.filter(({ id, when }) => {
    const old = before.get(id);
    return old === undefined || !isSame(old, when);
  });
}
