import type { ChainConfig } from '@holdfast/chains';
import { type AssetRef, tickOf } from '@holdfast/policy';
import { modelOf } from '../chains/models.ts';
import type { OrdinalsConfig } from '../config.ts';
import { readNetworks } from '../outgoing/guard.ts';
import type { TickBalance } from './answers.ts';
import type { OrdinalDeps } from './deps.ts';
import { followOrdinals } from './follow.ts';
import { type Indexer, indexersOf } from './indexers.ts';
import { judgeOutputs } from './judge.ts';
import { findContent, findTickFacts, inscriptionsAt, ticksOf } from './own.ts';

export type Ordinals = ReturnType<typeof createOrdinals>;

interface Followed {
  readonly chain: ChainConfig;
  readonly config: OrdinalsConfig;
  readonly indexers: readonly Indexer[];
}

function followedOf({ config, catalog, db }: OrdinalDeps): Followed[] {
  return config.ordinals.map((one) => {
    const chain = catalog.chain(one.chain);
    if (!chain || !modelOf(chain).contents)
      throw new Error(`ordinals: ${one.chain} is no chain on whose sats things are inscribed`);
    return { chain, config: one, indexers: indexersOf(db, chain, one, readNetworks(one.allow)) };
  });
}

/** What several say of a balance, where all of them say the same. */
export type AgreedBalance = (TickBalance & { readonly agreed: true }) | { readonly agreed: false };

/** Who says what is inscribed on the sats of each chain. @throws Error for a chain that has none */
export function createOrdinals(deps: OrdinalDeps) {
  const followed = followedOf(deps);
  const of = (chain: string): Followed | undefined => followed.find((one) => one.chain.id === chain);
  return {
    chains: followed.map(({ chain }) => chain),
    /** Does this server keep what is inscribed there itself, so that it can be listed? */
    isOwn: (chain: string): boolean => of(chain)?.config.own !== undefined,
    guard: async (): Promise<void> => {
      const ids = followed.map(({ chain }) => chain.id);
      for (const contents of new Set(deps.catalog.chains.flatMap((chain) => modelOf(chain).contents ?? [])))
        await contents.guard(deps.db, ids);
    },
    /** Follows each chain, and looks at what came since. A chain that does not answer keeps no other waiting. */
    async look(): Promise<void> {
      for (const { chain, config, indexers } of followed)
        try {
          if (config.own) await followOrdinals(deps, chain, config.own.from);
          await judgeOutputs(deps, chain, indexers);
        } catch (error) {
          deps.log.warn({ err: error, chain: chain.id }, 'what is inscribed there is not known now');
        }
    },
    /** What this server found itself on these outpoints; nothing where it follows no chain. */
    at: (chain: string, outpoints: readonly string[]) => inscriptionsAt(deps.db, chain, outpoints),
    content: (chain: string, id: string) => findContent(deps.db, chain, id),
    tick: (chain: string, key: string) => findTickFacts(deps.db, chain, key),
    /** Ticks of which an address has something, as this server found it. */
    ticksOf: (chain: ChainConfig, addresses: readonly string[]) => ticksOf(deps.db, chain, addresses),
    /** What an address has of a tick. Two that disagree, or one that does not answer: then nobody knows. */
    async balance(chain: string, address: string, asset: AssetRef): Promise<AgreedBalance> {
      const tick = tickOf(asset);
      if (tick === undefined) return { agreed: false };
      const asked = (of(chain)?.indexers ?? []).flatMap(({ balance }) => balance ?? []);
      if (asked.length === 0) return { agreed: false };
      const said = await Promise.all(asked.map((ask) => ask(address, tick))).catch((error: unknown) => {
        deps.log.warn({ err: error, chain }, 'an indexer of BRC-20 does not answer');
        return [];
      });
      const [first] = said;
      const isSame = (one: TickBalance): boolean =>
        one.available === first?.available && one.transferable === first.transferable;
      return first && said.every(isSame) ? { ...first, agreed: true } : { agreed: false };
    },
  };
}
