import { z } from 'zod';
import { brandedId } from './codecs.ts';

export const orderId = brandedId<'OrderId'>();
export type OrderId = z.output<typeof orderId>;

/** A person who may or must decide. */
const approver = z.object({ member_id: z.string(), name: z.string() });
export const approvalNode = z.object({
  name: z.string(),
  /** `sign`: the last, releasing node; `accept`: whoever is granted a key accepts it. */
  kind: z.enum(['approve', 'sign', 'accept']),
  threshold: z.int(),
  members: z.array(approver),
});

/** The rule that an order goes by: a senior rule by its name, the basic one of a sub-wallet (its id, or `*`), or what the workspace rules are about. */
export const policyRule = z.object({
  level: z.enum(['senior', 'basic', 'workspace', 'tightening']),
  id: z.string(),
  name: z.string(),
});
