import { setTimeout as sleep } from 'node:timers/promises';
import { type AssetKey, higherPrice } from '@holdfast/policy';
import { openSource, type SourceConfig, type SourceName } from './sources/index.ts';
import type { LiveSource, PriceProblem, SourcedPrice, Tools } from './types.ts';

/** What people are told of a source. */
export interface SourceState {
  readonly name: string;
  readonly kind: SourceName;
  readonly assets: number;
  /** Of when its newest price is, epoch milliseconds; missing where it said none. */
  readonly newestAt?: number;
  readonly problem: PriceProblem;
}

export interface Prices {
  /**
   * The highest that any source says, and only where each that is meant to name the asset has a fresh price of it: one that is silent, or was silenced, leaves no
   * lower price to go by.
   */
  strict(asset: AssetKey): SourcedPrice | undefined;
  /** What the first says that has a fresh one: to be shown, and to decide nothing. */
  first(asset: AssetKey): SourcedPrice | undefined;
  states(): SourceState[];
  /** Asks every source of the network, each at its own pace. @returns ends it */
  start(): () => void;
}

interface Open {
  readonly config: SourceConfig;
  readonly source: LiveSource;
}

async function keepAsking({ source }: Open, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && source.refresh) {
    await source.refresh();
    await sleep(source.everyMs ?? 60_000, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** @param configs of which the first ones are shown first */
export function createPrices(configs: readonly SourceConfig[], tools: Tools): Prices {
  const opened: readonly Open[] = configs.map((config) => ({ config, source: openSource(config, tools) }));
  const isFresh = ({ maxAgeMinutes }: SourceConfig, at: number): boolean => tools.now() - at <= maxAgeMinutes * 60_000;
  const fresh = ({ config, source }: Open, asset: AssetKey): SourcedPrice | undefined => {
    const last = source.last(asset);
    return last && isFresh(config, last.at) ? { ...last, source: config.name } : undefined;
  };
  const about = (asset: AssetKey) => opened.filter(({ source }) => source.names(asset));
  return {
    strict(asset) {
      const said = about(asset).map((one) => fresh(one, asset));
      const known = said.flatMap((price) => price ?? []);
      const [first, ...more] = known;
      if (!first || known.length < said.length) return undefined;
      return more.reduce((high, one) => (higherPrice(high.usd, one.usd) === high.usd ? high : one), first);
    },
    first(asset) {
      for (const one of about(asset)) {
        const price = fresh(one, asset);
        if (price) return price;
      }
      return undefined;
    },
    states: () =>
      opened.map(({ config, source }) => {
        const { assets, newestAt, problem } = source.state();
        const stale = problem === 'none' && newestAt !== undefined && !isFresh(config, newestAt);
        const said = { name: config.name, kind: config.kind, assets, problem: stale ? 'stale' : problem };
        return newestAt === undefined ? said : { ...said, newestAt };
      }),
    start() {
      const ending = new AbortController();
      for (const one of opened) void keepAsking(one, ending.signal);
      return () => ending.abort();
    },
  };
}
