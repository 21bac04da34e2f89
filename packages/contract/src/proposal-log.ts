import { z } from 'zod';
import { epochMs, paged, text } from './codecs.ts';

/** What happened to a proposal, as the audit log tells it. `opened`: somebody asked for the way to sign. */
export const proposalEvents = [
  'proposed',
  'opened',
  'decided',
  'passed',
  'refused',
  'expired',
  'superseded',
  'askedAgain',
  'cancelled',
] as const;
export type ProposalEvent = (typeof proposalEvents)[number];

/** What is asked of a log of proposals: words of what they say, what happened, from `start` until before `end`. */
export const proposalLogAsk = {
  keyword: text(100).optional(),
  event: z.enum(proposalEvents).optional(),
  start: epochMs.optional(),
  end: epochMs.optional(),
  ...paged,
};

/** One entry of the audit log about a proposal, with the proposal as it stands now. */
export const proposalEntry = z.object({
  /** Place and hash of the entry, by which it is found in the exported log. */
  seq: z.int(),
  hash: z.string(),
  time: epochMs,
  event: z.enum(proposalEvents),
  action: z.string(),
  /** `user:7`, `member:…` or `system`, as the log has it. */
  actor: z.string(),
  actor_name: z.string(),
  /** Of a decision, or of the way to one: `initiate`, `approve` or `refuse`; else ''. */
  decision: z.string(),
  /** Why, of a signed refusal: part of what was signed. Else ''. */
  decision_remark: z.string(),
  item_id: z.int(),
  item_type: z.int(),
  /** What the area said of it: `action`, `name` and the like. */
  subject: z.record(z.string(), z.string()),
  remark: z.string(),
  /** Of the proposal, now. */
  status: z.int(),
  refused_by: z.string(),
  policy_version: z.string(),
});
