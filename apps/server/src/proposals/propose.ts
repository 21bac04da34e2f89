import type { BookChange, KeyExportRequest } from '@holdfast/policy';
import type { Proposer } from './deps.ts';
import type { DocumentIntent } from './intent.ts';
import { type Presented, proposeBook, proposeExport, proposePolicy, proposeUnfreeze, rulesFor } from './make.ts';
import type { ProposalParts } from './parts.ts';
import type { PolicyEdit } from './types.ts';

export type { Presented } from './make.ts';

/** Making proposals, each under the rules in force and by somebody who may ask for it. */
export function createProposing(deps: ProposalParts) {
  return {
    rulesFor: (by: Pick<Proposer, 'memberId'>, kind: DocumentIntent['kind']) => rulesFor(deps, by, kind),
    proposePolicy: (by: Proposer, edit: PolicyEdit, shown: Presented, request?: string) =>
      proposePolicy(deps, by, edit, shown, request),
    proposeUnfreeze: (by: Proposer, shown: Presented, since: number) => proposeUnfreeze(deps, by, shown, since),
    proposeBook: (by: Proposer, change: BookChange, shown: Presented) => proposeBook(deps, by, change, shown),
    proposeExport: (by: Proposer, document: KeyExportRequest, wholeKey: boolean, shown: Presented) =>
      proposeExport(deps, by, document, wholeKey, shown),
  };
}
