import { type AttachmentName, attachmentName, type DocumentedKind } from '@holdfast/policy';
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
/** Kinds whose document goes by that name: of changes of the rules `document`, of the address book `book`. */
export const kindsWith = (document: AttachmentName): ProposalKind[] =>
  names.filter((kind) => attachmentName(kind) === document);
const rules = kindsWith('document');
/** Is its document the next version of the rules? */
export const changesRules = ({ kind }: { readonly kind: ProposalKind }): boolean => rules.includes(kind);

/** Kinds whose changes leave one of this kind made for what is no longer in force. */
export const kindsOutdating = (kind: ProposalKind): readonly ProposalKind[] =>
  names.filter((name) => proposalKinds[name].outdates.some((one) => one === kind));

/** Kinds that are carried out in this way. */
export const carriedBy = (by: ProposalKindRecord['carried']['by']): readonly ProposalKind[] =>
  names.filter((kind) => proposalKinds[kind].carried.by === by);
