import { z } from 'zod';
import { epochMs, nothing, remark, text } from './codecs.ts';
import { proposedChange } from './decision.ts';
import { get, post } from './endpoint.ts';

/** Since when, who said so and why. `proven`: by the member's own key, which the signer has checked; otherwise it is a server's word. */
const freeze = z.object({
  at: epochMs,
  by: z.string(),
  by_name: z.string(),
  reason: z.string(),
  proven: z.boolean(),
});

/** What is wrong, for whoever should know at once: a signer or a chain that does not answer, a disk that is full, a clock that is off; for whoever may note it, a backup or drill that is overdue (`upkeep`). */
export const troubles = ['signer', 'chain', 'disk', 'clock', 'upkeep'] as const;
export type Trouble = (typeof troubles)[number];

const signerState = z.object({
  id: z.string(),
  name: z.string(),
  /** `unknown`: it does not answer. */
  state: z.enum(['signing', 'frozen', 'unknown']),
  freeze: freeze.nullable(),
  /** Its own page, where a member stops it with their key and without this server. */
  freeze_url: z.string(),
});

/** The freeze: whoever may decide anything may stop all signing at once; only the members together let it go on. */
export const signing = {
  status: get('/api/mpc/signing/status', {
    summary: 'Whether the signers sign, as they say themselves; who stopped them, why, and whether it is proven',
    access: 'transaction.read',
    input: nothing,
    output: z.object({
      /** One frozen signer is enough for nothing to be signed. */
      frozen: z.boolean(),
      signers: z.array(signerState),
      /** The one that is proven, or else the first. */
      freeze: freeze.nullable(),
      /** The open proposal to lift it. */
      unfreeze_item: z.int().nullable(),
      /** Granted key material that the caller was told of and has not acknowledged: the console asks this on every screen. */
      key_notices: z.int(),
      /** What is wrong beside a freeze, for some seconds at least; `health.status` says more. */
      troubles: z.array(z.enum(troubles)),
      /** The signers have different rules or address books, so nothing is signed; with the change that not all of them have yet, when it is known. */
      divergence: z.object({ item_id: z.int().nullable() }).nullable(),
    }),
  }),
  freeze: post('/api/mpc/signing/freeze', {
    audit: 'signing.freeze',
    summary:
      'Stops all signing at every signer that answers, sessions under way included. Repeating it changes nothing',
    access: 'signing.freeze',
    input: z.object({ reason: text(200).default('') }),
    output: z.object({ signers: z.array(signerState) }),
  }),
  unfreeze: post('/api/mpc/signing/unfreeze', {
    audit: 'signing.unfreeze',
    summary: 'Proposes to let the signers sign again; decided as a change of keys is',
    access: 'signing.unfreeze',
    stepUp: true,
    input: z.object({ remark: remark.default('') }),
    output: proposedChange,
  }),
};
