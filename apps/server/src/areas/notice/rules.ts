import { orderStatus, proposalStatus } from '@holdfast/contract';

/** The first line of an order's timeline. Nobody is told of it: signers are shown the order next, which is a line of its own. */
export const firstOfOrder = 'awaiting_approval';

/** How a payment ended, by its status; what is not here is under way. */
const ends: Readonly<Record<number, string>> = {
  [orderStatus.done]: 'order.paid',
  [orderStatus.approvalRefused]: 'order.refused',
  [orderStatus.rejected]: 'order.cancelled',
  [orderStatus.systemRejected]: 'order.rejected',
  [orderStatus.autoCancelled]: 'order.expired',
  [orderStatus.discarded]: 'order.discarded',
  [orderStatus.failed]: 'order.failed',
};
const endsOfProposals: Readonly<Record<number, string>> = {
  [proposalStatus.passed]: 'proposal.passed',
  [proposalStatus.refused]: 'proposal.refused',
  [proposalStatus.cancelled]: 'proposal.cancelled',
  [proposalStatus.expired]: 'proposal.expired',
  [proposalStatus.superseded]: 'proposal.superseded',
};

/** What is told when something that was asked for has this status; undefined while it has not ended. @param sub what ended it: a signer's refusal has the status of what was taken back */
export function endOf(source: 'order' | 'proposal', status: number, sub: string): string | undefined {
  if (source === 'proposal') return endsOfProposals[status];
  return status === orderStatus.rejected && sub === 'signer_refused' ? 'order.signerRefused' : ends[status];
}

/** Who asked or decided hears of the end, but for whoever made it. */
export const concernedBy = (initiator: string, approved: readonly string[], actor: string): string[] =>
  [...new Set([initiator, ...approved])].filter((member) => member !== actor);
