import { proposalStatus } from '@holdfast/contract';

export { proposalStatus };
export type ProposalStatus = (typeof proposalStatus)[keyof typeof proposalStatus];

const { open, passed, refused, cancelled, expired, applying, superseded } = proposalStatus;

/** From where to where; the database holds the same set. */
export const proposalMoves: Readonly<Record<ProposalStatus, readonly ProposalStatus[]>> = {
  [open]: [refused, cancelled, expired, applying, superseded],
  // Only key material can be refused after its approval; the database says so too.
  [applying]: [open, passed, refused, superseded],
  [passed]: [refused],
  [refused]: [],
  [cancelled]: [],
  [expired]: [],
  [superseded]: [],
};
