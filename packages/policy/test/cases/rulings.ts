import { type Approval, evaluate } from '../../src/index.ts';
import { approve, keys, refOf, transfer } from '../fixtures.ts';
import { allowances } from './allowances.ts';
import { type Case, factsFrom, now } from './crew.ts';
import { destinations } from './destinations.ts';
import { governing } from './governing.ts';
import { payments } from './payments.ts';
import { windows } from './windows.ts';

function made(name: string, wanted: Case) {
  const { policy, facts = {}, next, book } = wanted;
  const intent = transfer({
    policy: refOf(policy),
    ...wanted.intent,
    ...(wanted.intent?.kind ? { policy: refOf(policy) } : {}),
  });
  const approvals: Approval[] = (wanted.votes ?? []).map(([who, decision]) =>
    approve(keys[who], who === 'ann2' ? 'ann' : who, intent, decision),
  );
  const attached = { ...(next ? { next } : {}), ...(book ? { book } : {}) };
  const result = evaluate(policy, intent, approvals, factsFrom(facts), attached);
  const got = [result.state, `${result.rule?.level} ${result.rule?.id}`, ...(result.problem ? [result.problem] : [])];
  if (JSON.stringify(got) !== JSON.stringify(wanted.is)) throw new Error(`${name}: expected ${wanted.is}, got ${got}`);
  return { name, policy, intent, approvals, facts: { ...facts, now: facts.now ?? now }, ...attached, result };
}

export const rulingVectors = () =>
  Object.entries({ ...payments, ...windows, ...destinations, ...governing, ...allowances }).map(([name, wanted]) =>
    made(name, wanted),
  );
