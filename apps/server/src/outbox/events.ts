import type { WorkspaceId } from '@holdfast/contract';
import { z } from 'zod';

const recorded = z.object({
  action: z.string(),
  actor: z.string(),
  network: z.string(),
  detail: z.record(z.string(), z.string()),
});

/**
 * Everything that is told outside, by its kind: what a row of the outbox holds. Triggers write the rows (migration 0096), and rows may wait while the server is
 * upgraded: so a kind only ever gets more fields, and those optional.
 */
const event = z.discriminatedUnion('kind', [
  /** A line of an order's timeline. */
  z.object({ kind: z.literal('order'), data: z.object({ status: z.int(), sub: z.string(), actor: z.string() }) }),
  z.object({ kind: z.literal('deposit'), data: z.object({ status: z.int(), sub: z.string() }) }),
  /** `sub`: `asked`, `moved`, or the decision that came in. */
  z.object({ kind: z.literal('proposal'), data: z.object({ status: z.int(), sub: z.string(), actor: z.string() }) }),
  /** The signers stopped or went on, differ, or an asset is frozen; of no one workspace where it is of the installation. */
  z.object({ kind: z.literal('safety'), data: recorded }),
  /** Outputs of a sub-wallet can be joined, as its members said they want to be told. */
  z.object({ kind: z.literal('outputs'), data: z.object({ symbol: z.string(), count: z.int(), rate: z.string() }) }),
  /** An NFT came in and is final: the first of those of one collection in one transaction. */
  z.object({ kind: z.literal('nft'), data: recorded }),
  /** Somebody logged in from where they never had. */
  z.object({ kind: z.literal('login'), data: recorded }),
  /** Somebody changed how they log in, or an owner resets it for a member. */
  z.object({ kind: z.literal('account'), data: recorded }),
]);

export interface OutboxRow {
  readonly id: number;
  /** null: of no one workspace. */
  readonly workspace_id: WorkspaceId | null;
  readonly kind: string;
  /** Such as `order:12`. */
  readonly object: string;
  readonly data: unknown;
  readonly created_at: Date;
}
export type OutboxEvent = z.output<typeof event> & Omit<OutboxRow, 'kind' | 'data'>;

/** @throws ZodError for a row of which this version knows no kind or form */
export const readEvent = ({ kind, data, ...rest }: OutboxRow): OutboxEvent => ({
  ...rest,
  ...event.parse({ kind, data }),
});

/** The number in `order:12`. */
export const numberOf = ({ object }: Pick<OutboxEvent, 'object'>): number =>
  Number(object.slice(object.indexOf(':') + 1));
