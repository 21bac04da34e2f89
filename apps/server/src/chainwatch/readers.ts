import type { ChainConfig } from '@holdfast/chains';
import { type ChainReader, readerOf } from '@holdfast/chains/rpc';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { spanned } from '../spans.ts';
import { type NodeWatch, noted } from './node-watch.ts';
import { isBroken, oneOf, type SeveralDeps } from './several.ts';

export interface ReaderDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Another node may answer at the same address at any time, without a call that fails. */
const checkedForMs = 10_000;

/** Makes sure that the node is on the right network, and keeps the first block it showed: nobody knows that of every network beforehand. */
async function check({ db }: ReaderDeps, chain: ChainConfig, reader: ChainReader): Promise<void> {
  const row = await db.selectFrom('chain_state').select('genesis').where('chain', '=', chain.id).executeTakeFirst();
  const genesis = await reader.checkNetwork(row?.genesis ?? undefined);
  if (row?.genesis === genesis) return;
  await sql`insert into chain_state (chain, genesis) values (${chain.id}, ${genesis})
    on conflict (chain) do update set genesis = excluded.genesis`.execute(db);
}

/** A reader that asks nothing of a node that follows another chain: each call fails with `wrongNetwork` then. */
export function guarded(deps: ReaderDeps, chain: ChainConfig, reader: ChainReader): ChainReader {
  let checked: { at: number; done: Promise<void> } | undefined;
  const ready = (): Promise<void> => {
    const at = deps.clock().getTime();
    if (!checked || Math.abs(at - checked.at) > checkedForMs) checked = { at, done: check(deps, chain, reader) };
    return checked.done;
  };
  return new Proxy(reader, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          await ready();
          const call = async (): Promise<unknown> => Reflect.apply(member, target, args);
          return await spanned(`chain ${String(key)}`, { 'holdfast.chain': chain.id }, call);
        } catch (error) {
          // Whoever answers next may be another.
          if (isBroken(error)) checked = undefined;
          throw error;
        }
      };
    },
  });
}

/** Addresses of a chain's nodes, in the order of preference. */
const nodesOf = ({ rpcUrl, moreRpcUrls = [] }: ChainConfig): readonly [string, ...string[]] => [rpcUrl, ...moreRpcUrls];

type NodesDeps = ReaderDeps & SeveralDeps & { readonly nodes: NodeWatch };

/** A reader of all nodes of a chain; each has to show by itself that it is on the right network. */
export function openReader(deps: NodesDeps, chain: ChainConfig): ChainReader {
  const at = (rpcUrl: string, place: number): ChainReader =>
    noted(deps.nodes.of(chain.id, place), guarded(deps, chain, readerOf({ ...chain, rpcUrl })));
  const [first, ...more] = nodesOf(chain);
  return oneOf(deps, chain.id, [at(first, 1), ...more.map((url, i) => at(url, i + 2))]);
}

/** One reader per chain: its connections are shared. */
export function createReaders(deps: NodesDeps): (chain: ChainConfig) => ChainReader {
  const open = new Map<string, ChainReader>();
  return (chain) => {
    const reader = open.get(chain.id) ?? openReader(deps, chain);
    open.set(chain.id, reader);
    return reader;
  };
}
