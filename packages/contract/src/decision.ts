import { z } from 'zod';
import { amount, bool01, brandedId, epochMs } from './codecs.ts';

export const orderId = brandedId<'OrderId'>();
export type OrderId = z.output<typeof orderId>;
export const depositId = brandedId<'DepositId'>();
export type DepositId = z.output<typeof depositId>;

/** A person who may or must decide. */
const approver = z.object({ member_id: z.string(), name: z.string() });
export const approvalNode = z.object({
  name: z.string(),
  /**
   * `sign`: the last, releasing node; `page`: of the approvals, one has to come through the page of another signer than the others; `accept`: whoever is
   * granted a key, or gets a further one, accepts it.
   */
  kind: z.enum(['approve', 'sign', 'page', 'accept']),
  threshold: z.int(),
  members: z.array(approver),
});

/** Signed decisions, oldest first; they stand also where the rules of the time are gone. */
export const signedDecisions = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    decision: z.enum(['initiate', 'approve', 'refuse']),
    /** When the server first saw it: its word alone. */
    time: epochMs,
    /**
     * What its maker said of it, as text by others. Of a refusal it may be part of what was signed: then that stands here, whatever the server was told before.
     * Else it is what was told on the way to the decision, by the server's word alone.
     */
    remark: z.string(),
    remark_signed: bool01,
  }),
);

/** The rule that an order goes by: a senior rule by its name, the basic one of a sub-wallet (its id, or `*`), or what the workspace rules are about. */
export const policyRule = z.object({
  level: z.enum(['senior', 'basic', 'workspace', 'tightening']),
  id: z.string(),
  name: z.string(),
});

/** Which value the signers have not said, so that a rule may speak of a payment or not: what it is worth itself, or what was paid before it. */
export const unknownValue = z.enum(['', 'own', 'earlier']);

/** A limit that a rule has for payments like the one that is asked about, whatever that one's own amount is. */
export const ruleLimit = z.object({
  rule: z.string(),
  /** What the rule does beyond it: members approve (`flow`), or it is refused; `pass`: up to it nobody is asked. */
  action: z.enum(['flow', 'pass', 'refuse']),
  /** `USD`, or the symbol of the coin. */
  unit: z.string(),
  limit: amount,
  /** What earlier ones have left of it, 0 where it is used up; null where the worth of one of them is not known. */
  left: amount.nullable(),
  /** Of the sliding window that ends now; 0: each payment by itself. */
  hours: z.int(),
  /** Whose payments count: those of the sub-wallet, of all, or of whoever asks. */
  scope: z.enum(['wallet', 'workspace', 'member']),
});

/** A change of rules or of the address book that was proposed; it is in force once the members have signed and every signer has taken it over. */
export const proposedChange = z.object({
  item_id: z.int(),
  /** Where the initiator signs it, and the approvers after them. */
  approval_url: z.string(),
  /** It only takes rights away, and others could undo it: the initiator's own signature is enough. */
  instant: z.boolean(),
  digest: z.string(),
  /** The same words stand on the approval page. */
  digest_words: z.array(z.string()),
});

/** The way to sign a decision: asking for it decides nothing, and says which one is meant only to lead to the right page. */
export const decisionWay = z.object({
  item_id: z.int(),
  decision: z.enum(['approve', 'refuse']),
  /** On a signer's own origin: the page that approves, or the one that refuses. */
  approval_url: z.string(),
  digest: z.string(),
  /** The same words stand on that page. */
  digest_words: z.array(z.string()),
  expire_at: epochMs,
});

/** Statuses of a proposal of other rules or another address book (domain.md 6.4). */
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

/**
 * 1 deposit, 2 withdraw, 3 web3, 7 what came or went of NFTs without an order (domain.md 7.4; the other kinds come with their areas). Ids are unique among those that
 * are orders.
 */
export const transactionType = { deposit: 1, withdraw: 2, web3: 3, nft: 7 } as const;

/** Did members ask for it? */
export const isOrderType = (type: number): boolean =>
  type === transactionType.withdraw || type === transactionType.web3;
