import { applyBookChange, parseBookChange } from '@holdfast/policy';
import { overtaken, type ProposalKindRecord, stands } from './kind.ts';

/** A change of the address book. */
export const book: ProposalKindRecord = {
  present: async (deps, found, policy) => {
    const [change, now] = [parseBookChange(found.document), await deps.book(found.workspace_id)];
    if (change.prev === now.hash && found.policy_version === policy.document.version) return stands;
    const document = { ...change, prev: now.hash };
    const after = applyBookChange(now, document, policy.document.deployment, deps.clock().getTime());
    return typeof after === 'string' ? overtaken(after) : { state: 'again', document, policy };
  },
  outdates: ['book'],
  endsAfter: (_db, found, { kind }) => Promise.resolve(kind === found.kind ? undefined : false),
  carried: {
    by: 'all',
    ready: (signer, { intent, document }, approvals) =>
      signer.call('book.ready', { intent, book: document, approvals }),
    apply: (signer, { intent, document }, approvals, standings) =>
      signer.call('book.apply', { intent, book: document, approvals, standings }),
    follows: () => Promise.resolve(true),
  },
  refusedAs: 'itemNotFound',
  replaces: () => Promise.resolve(undefined),
};
