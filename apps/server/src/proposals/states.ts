/** Where a proposal stands (0–4 are the item statuses of domain.md 6.4). */
export const proposalStatus = {
  open: 0,
  /** Every signer has taken it over: it is in force. */
  passed: 1,
  refused: 2,
  cancelled: 3,
  expired: 4,
  /** Approved; signers are taking it over. */
  applying: 5,
  /** Other rules came into force first: it was made for a version that is no longer there. */
  superseded: 6,
} as const;
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
