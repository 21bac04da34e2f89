import { canonicalText, policyHash } from '@holdfast/policy';
import type { Store } from '../src/store/store.ts';

const sorted = (values: Iterable<string>): string[] => [...values].sort();

/** What a signer knows once it has read its journal, as far as later versions may not change it. */
export function summaryOf({ state, log }: Pick<Store, 'state' | 'log'>) {
  const { policy, book, frozen } = state;
  const wallet = { scope: 'workspace' as const, wallet: '', member: '', counts: () => true, except: '' };
  return {
    log: log(),
    rules: policy && { hash: policy.hash, read: policyHash(policy.document), version: policy.document.version },
    senior: policy?.document.senior.map(({ id, when }) => `${id} ${canonicalText(when)}`),
    approvals: policy?.approvals.map(({ member, decision }) => `${member} ${decision}`),
    book: { hash: book.hash, entries: [...book.entries].map(([hash, { since }]) => `${hash} ${since}`) },
    held: state.held.map(({ mode, coolingHours, until }) => `${mode} ${coolingHours} ${until}`),
    groups: [...state.groups].map(([id, { public: keys }]) => `${id} ${keys.secp256k1.publicKey}`),
    announced: [...state.announced].map(([id, { digest, approvals }]) => ({
      id,
      digest,
      decisions: approvals.map(({ member, decision, remark = '' }) => `${member} ${decision} ${remark}`),
    })),
    decided: [...state.decided].map(([id, { digest }]) => `${id} ${digest}`),
    signed: sorted(state.signed),
    exposed: sorted(state.exposed),
    closed: sorted(state.closed),
    taken: sorted(state.taken),
    bound: [...state.bound].map((pair) => pair.join(' ')),
    spent: String(state.spendings.sum({ ...wallet, hours: 24 }, state.lastAt + 1).units),
    frozen: frozen === undefined ? 'no' : frozen.by,
    stops: state.stops,
    events: state.events.length,
    lastAt: state.lastAt,
  };
}
