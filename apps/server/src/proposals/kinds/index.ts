import type { DocumentedKind } from '@holdfast/policy';
import { book } from './book.ts';
import { keyExport } from './export.ts';
import type { ProposalKindRecord } from './kind.ts';
import { policy } from './policy.ts';

/** Kinds of intent that are proposed here; a key ceremony is begun in front of the signers, and what moves coins is an order. */
export const proposalKinds = { policy, book, export: keyExport } satisfies Readonly<
  Partial<Record<DocumentedKind, ProposalKindRecord>>
>;
export type ProposalKind = keyof typeof proposalKinds;

const names = Object.keys(proposalKinds) as readonly ProposalKind[];
/** Kinds that are carried out in this way. */
export const carriedBy = (by: ProposalKindRecord['carried']['by']): readonly ProposalKind[] =>
  names.filter((kind) => proposalKinds[kind].carried.by === by);
