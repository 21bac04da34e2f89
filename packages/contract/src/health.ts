import { z } from 'zod';
import { epochMs, nothing, remark } from './codecs.ts';
import { get, post } from './endpoint.ts';
import { chainProblems } from './transaction.ts';

/** Room on a disk: `low` warns, `full` takes nothing new; `unknown` where nothing says. */
const room = { disk: z.enum(['ok', 'low', 'full', 'unknown']), free_bytes: z.int().nullable() };

/** Why a source of prices says nothing that can be used; `stale`: its newest price is too old. */
export const priceProblems = [
  'none',
  'waiting',
  'unreadable',
  'away',
  'badAnswer',
  'wrongNetwork',
  'incomplete',
  'stale',
] as const;
/** A file of its operator, an HTTP API, contracts on a chain. */
export const priceSourceKinds = ['file', 'http', 'oracle'] as const;
const priceSource = z.object({
  /** As its operator calls it. */
  name: z.string(),
  kind: z.enum(priceSourceKinds),
  /** For how many coins it is asked. */
  assets: z.int(),
  /** Of when its newest price is. */
  newest_at: epochMs.nullable(),
  problem: z.enum(priceProblems),
});

/**
 * What operators do outside of this product and note here: backups made and tried, where the recovery kit lies (`kit`: in two places), drills. `freeze` is also
 * known from the log.
 */
export const upkeepKinds = ['database', 'signers', 'kit', 'restore', 'recovery', 'freeze'] as const;
export type UpkeepKind = (typeof upkeepKinds)[number];

const node = z.object({
  /** In the order of the configuration, from 1: addresses of nodes may hold passwords. */
  place: z.int(),
  /** `waiting`: it was not asked yet. */
  state: z.enum(['well', 'behind', 'silent', 'waiting']),
  height: z.int().nullable(),
  heard_at: epochMs.nullable(),
});

export const health = {
  status: get('/api/mpc/health/status', {
    summary: 'How signers, networks, database and disks stand, and how old backups and drills are',
    access: 'health.read',
    input: nothing,
    output: z.object({
      /** Of this server. */
      version: z.string(),
      at: epochMs,
      signers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Origin of its pages. */
          page: z.string(),
          /** `silent`: it does not answer this server. */
          state: z.enum(['signing', 'frozen', 'silent']),
          /** Its last answer; null while it gave none since this server started. What follows is as of then. */
          heard_at: epochMs.nullable(),
          version: z.string(),
          /** How far its clock is before this server's, in milliseconds; null when it never said. */
          clock_ms: z.int().nullable(),
          clock_off: z.boolean(),
          ...room,
          /** Where it reads prices; null in earlier releases. */
          prices: z.array(priceSource).nullable(),
        }),
      ),
      chains: z.array(
        z.object({
          chain_id: z.string(),
          coin_net: z.string(),
          state: z.enum(['following', 'catching_up', 'down', 'starting']),
          /** Since when it is not followed; null while it is. */
          down_since: epochMs.nullable(),
          problem: z.enum(chainProblems),
          height: z.int().nullable(),
          tip: z.int().nullable(),
          /** When its last block was seen. */
          block_at: epochMs.nullable(),
          /** Blocks that could not be taken in. */
          aside: z.int(),
          /** Transactions that made coins which a signer keeps for an ended payment and nobody here knows: they are looked for ever more rarely. */
          lost: z.int(),
          nodes: z.array(node),
        }),
      ),
      database: z.object({ answer_ms: z.int(), size_bytes: z.int() }),
      /** The disk that this server runs on. */
      server: z.object(room),
      /** Where this server reads the prices that it shows. */
      prices: z.array(priceSource),
      upkeep: z.array(
        z.object({
          kind: z.enum(upkeepKinds),
          /** Null: never noted. */
          done_at: epochMs.nullable(),
          by_name: z.string(),
          remark: z.string(),
          /** It is due again this many days after it was done. */
          every_days: z.int(),
          due: z.boolean(),
        }),
      ),
    }),
  }),
  note: post('/api/mpc/health/note', {
    summary: 'Notes that a backup or a drill was done now',
    access: 'health.note',
    audit: 'health.note',
    input: z.object({ upkeep: z.enum(upkeepKinds), remark: remark.default('') }),
    output: nothing,
  }),
};
