import { proposalStatus } from '@holdfast/contract';

export { proposalStatus };
export type ProposalStatus = (typeof proposalStatus)[keyof typeof proposalStatus];

const { open, passed, refused, cancelled, expired, applying, superseded } = proposalStatus;

/** From where to where; the database holds the same set. */
export const proposalMoves: Readonly<Record<ProposalStatus, readonly ProposalStatus[]>> = {
  [open]: [refused, cancelled, expired, applying, superseded],
  [applying]: [passed, superseded],
  [passed]: [],
  [refused]: [],
  [cancelled]: [],
  [expired]: [],
  [superseded]: [],
};
