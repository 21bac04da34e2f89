import type { DocumentedKind } from '@holdfast/policy';
import { book } from './book.ts';
import { keyExport } from './export.ts';
import type { ProposalKindRecord } from './kind.ts';
import { policy } from './policy.ts';

/** Kinds of intent that are proposed here; a key ceremony is begun in front of the signers, and what makes a payment once more is an order. */
export type ProposalKind = Exclude<DocumentedKind, 'keygen' | 'speedup' | 'drop'>;

export const proposalKinds: Readonly<Record<ProposalKind, ProposalKindRecord>> = { policy, book, export: keyExport };

const names = Object.keys(proposalKinds) as readonly ProposalKind[];
/** Kinds that are carried out in this way. */
export const carriedBy = (by: ProposalKindRecord['carried']['by']): readonly ProposalKind[] =>
  names.filter((kind) => proposalKinds[kind].carried.by === by);
