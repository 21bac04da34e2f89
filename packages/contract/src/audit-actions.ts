/** What the audit log tells of where no endpoint is called. Every other action is named by the endpoint that leaves it, in `audit`. */
export const systemActions = [
  /** A member's signed decision came in from a signer. */
  'decision.received',
  /** A proposal of other rules or another address book ended: every signer has taken it over, */
  'proposal.passed',
  /** somebody refused it, */
  'proposal.refused',
  /** nobody decided in time, */
  'proposal.expired',
  /** or it makes no sense any more under what came into force first. */
  'proposal.superseded',
  /** Other rules, or another book, came into force: it is asked for again under these. */
  'proposal.askedAgain',
  /** One signer has taken a change over, and another not yet: it is repeated until it has. */
  'signers.differ',
  'order.askedAgain',
  /** An approved order waits for more approvals, since a price rose. */
  'order.priceRose',
  'order.moreCounted',
  /** An order ended without anybody's doing. */
  'order.expired',
  /** A signer refused an order for good. */
  'order.refused',
  /** The signers agree on a policy version, the first one or a next. */
  'policy.changed',
  /** The key ceremony is done: the signers agree on a key group. */
  'key.created',
  /** A signer tells that key material waits to leave, was refused after its approval, or has left. */
  'keyMaterial.granted',
  'keyMaterial.refused',
  'keyMaterial.left',
  /** The signers stopped signing, or sign again. */
  'signing.frozen',
  'signing.unfrozen',
  /** Many calls in an API client's name had signatures that do not hold, within a short time; told once in that time. */
  'program.badSignatures',
  /** Its maker is no member any more: the server stopped listening to it. */
  'program.makerRemoved',
  /** A browser takes no more notices: its member's channel ended. */
  'notice.channelGone',
  /** A block could not be taken in and was set aside (refused), or was taken in after all. */
  'chain.blockAside',
  /** The books and a chain differ: transfers of an asset are stopped. */
  'asset.frozen',
  /** An NFT came in and is final, of a collection that is not folded away. */
  'nft.received',
  /** A spender took coins that it was allowed. */
  'allowance.taken',
  /** Something was put into the outbox that can be no entry; its hash is kept. */
  'log.unreadable',
  /** A signer will not witness the log: it has seen another one. */
  'log.forked',
] as const;

export type SystemAction = (typeof systemActions)[number];
