import type { Counted } from './rules/counted.ts';

/** Why the signer refuses. A closed set: the server, the pages and the tests map every case. The text names no secret and no policy detail. */
const refusals = {
  badRequest: 'The request is malformed.',
  tooLarge: 'The request is too large.',
  rateLimited: 'Too many requests. Try again shortly.',
  notFound: 'There is nothing here under this name.',
  notAuthenticated: 'The caller is not a known peer.',
  notInitialised: 'This signer has no policy yet.',
  alreadyInitialised: 'This signer was set up with another policy.',
  badSetupCode: 'The set-up code is not right.',
  setupLocked: 'Too many wrong set-up codes. Wait a minute.',
  badGenesis: 'The first policy is not sound, or does not name this signer and its peers as they are.',
  badProof: 'The proof of the owner does not hold.',
  badIntent: 'The intent is not of a known shape.',
  badRemark:
    'What is said of the refusal is not one line of at most 200 characters, or holds some that cannot be shown safely.',
  notCanonical: 'The intent is not in its canonical form.',
  otherDeployment: 'The intent belongs to another installation.',
  unknownKey: 'The key group is unknown or not active.',
  unknownWallet: 'The wallet, chain, path or address does not belong to this key group.',
  frozen: 'Signing is frozen.',
  freezeInvalid: 'The order to freeze does not hold.',
  mayNotFreeze: 'This member may not freeze.',
  quarantined: 'The key group is in quarantine after a deviating party was seen.',
  clockBehind: 'The clock of this signer is behind its own records.',
  notYetValid: 'The intent is not valid yet.',
  expired: 'The intent has expired.',
  intentClosed: 'This signer has given the intent up for good. Ask anew.',
  intentReused: 'The intent id, or the request id of who asks, was used for another intent.',
  policyStale: 'The intent names a policy that is not in force at this signer.',
  addressEntryUnknown: 'The intent names an address-book entry that this signer does not know.',
  memoNeeded: 'The address book lists this address with a memo, and the payment has none.',
  initiatorMissing: 'The initiator has not signed the intent.',
  approvalInvalid: 'An approval does not hold.',
  approvalsMissing: 'The approvals do not satisfy the rule in force.',
  pricesMissing: 'A rule goes by values, and not every signer has said what the coins are worth now.',
  refusedByMember: 'A member has refused the intent.',
  kindNotAllowed: 'This kind of intent is not allowed here.',
  bodyMismatch: 'The attached document is not the one the intent names.',
  badPlan: 'The plan does not give a transaction for this intent.',
  txMismatch: 'The transaction does not pay exactly what the intent says.',
  feeAboveCap: 'The fee is above its cap.',
  livesTooLong: 'The transaction could be made for longer than this signer allows.',
  notSamePayment: 'What is to be sped up or dropped is not this payment, or none that this signer took part in.',
  notOfBatch: 'The payment is not the row of the batch that it says it is.',
  notReplaceable: 'Nothing takes the place of a payment like this one.',
  feeNotRaised: 'An earlier attempt at this payment may cost as much.',
  conflict: 'The nonce or inputs are outside the conflict class of the intent.',
  earlierOpen:
    'An earlier payment of this wallet has ended, and its signature may exist. Nothing else is paid until that is paid or replaced.',
  earlierNotReplaced:
    'Members agreed to this payment in the place of an earlier one, and it does not take that place. Ask anew.',
  velocity: 'The limit for this wallet and asset is used up.',
  feeBudget: 'The fees of this wallet have used up what they may cost in a day.',
  contractMissing: 'The node of this signer does not show the contract that would pay these on this chain.',
  contractUnseen:
    'This signer has no node of the chain that would show the contract there. Without it coins would be lost.',
  bidTooHigh: 'The transaction offers miners far more than is usual.',
  callbackDenied: 'The configured approval hook did not approve.',
  badParties: 'The signing parties are not a quorum with this signer in it.',
  unknownSession: 'The session is unknown or has ended.',
  sessionFailed: 'The session was ended. Open a new one.',
  peerDisagrees: 'The signers do not agree: one of them runs with older records.',
  refusedByRule: 'A rule in force refuses such transactions.',
  endlessAllowance: 'Nobody may take everything of a token unless a rule names token and spender.',
  rawCall: 'Neither an agreed list of methods nor a standard says what is called, and no rule names it.',
  unreadableCall: 'The data of the call is not what its method says, or holds too many calls in one.',
  understatedCall: 'The call does more than its intent says.',
  messageNotAllowed: 'No rule lets messages like this one be signed.',
  unreadableMessage: 'Nobody can read this message, or it is not written in its one way.',
  messageElsewhere: 'The message is for another network.',
  understatedMessage: 'The message does more than its intent says.',
  deployNotAllowed: 'No rule names the bytecode that is to be deployed, with its constructor.',
  unreadableDeployment: 'Nobody can read what is to be deployed, or what its constructor is given.',
  unsoundTrade: 'The call is not the swap that its intent says: what it gives, what it brings, to whom, or until when.',
  tradeLate: 'The time of the swap is over: it would fail, and cost its fee.',
  destinationNotListed: 'Only own addresses and active entries of the address book may be paid.',
  whitelistHeld:
    'The whitelist was switched off lately. Until that has cooled down, only own addresses and active entries of the address book may be paid.',
  badBookChange:
    'The change does not fit the address book in force, or brings a label that looks like another, or a token that this signer has otherwise.',
  ownerMissing: 'Only an owner may ask that members approve payments of their own.',
  badPolicyChange:
    'The policy change is not a sound next version, or brings a name that looks like another one or a passkey of a page that is not a signer’s.',
  notAgreed: 'The other signers have not said that they are ready for this change.',
  changeWaits: 'This signer is ready for another change. Try again in a few minutes.',
  alreadyDecided: 'This change was approved and is in force: it can no longer be refused.',
  ceremonyState: 'The key ceremony is not at this step.',
  badExport: 'The request for key material names no signer here, or a recipient that is none.',
  exportWaits: 'The key material has to wait longer.',
  exportEnded: 'This grant of key material has ended.',
  wholeKey:
    'Another share of this key is out already or on its way. The request does not say that the key becomes whole.',
  exportNotCleared: 'The other signers have not said that this key material may leave.',
  badPossession: 'The recovery share was not proven.',
  badCheckpoint: 'The checkpoint cannot be read, or is not signed by the server.',
  logForked: 'The audit log is not the one this signer has seen before.',
  tooMany: 'Too many intents are waiting at this signer.',
  diskFull: 'The disk of this signer is nearly full: it takes nothing new until its operator makes room.',
  openedTooOften: 'This intent was opened for signing too often today.',
  internal: 'The signer could not do this.',
} as const;

export type RefusalCode = keyof typeof refusals;

/**
 * Which approvals a payment waits for: those of nodes of its flows, and whether it does since a price rose; then by which prices, in USD by `chain|contract`. And what
 * was counted in the windows that its rules asked for.
 */
export interface Missing {
  readonly priceRose: boolean;
  readonly prices?: Readonly<Record<string, string>>;
  readonly sums: readonly Counted[];
  readonly nodes: readonly { readonly name: string; readonly approved: number; readonly threshold: number }[];
}

/** A refusal that callers may see, with what is `missing`. `detail` stays in the signer's own log. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly missing: Missing | undefined;

  constructor(code: RefusalCode, detail = '', missing?: Missing) {
    super(refusals[code]);
    this.code = code;
    this.detail = detail;
    this.missing = missing;
  }
}

export const refuse = (code: RefusalCode, detail = '', missing?: Missing): Refusal =>
  new Refusal(code, detail, missing);

interface ErrorReply {
  readonly error: { readonly code: RefusalCode; readonly message: string; readonly missing?: Missing };
}

/** The wire form of any failure; what is not a refusal says nothing of its cause. */
export function errorReply(error: unknown): ErrorReply {
  const [code, missing] = error instanceof Refusal ? [error.code, error.missing] : (['internal'] as const);
  return { error: { code, message: refusals[code], ...(missing ? { missing } : {}) } };
}

const statuses: Partial<Record<RefusalCode, number>> = {
  notFound: 404,
  tooLarge: 413,
  rateLimited: 429,
  setupLocked: 429,
  notAuthenticated: 401,
  internal: 500,
};

export const statusOf = (error: unknown): number =>
  error instanceof Refusal ? (statuses[error.code] ?? 400) : (statuses.internal ?? 500);
