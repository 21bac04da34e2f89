import type { AssetKey } from '@holdfast/policy';
import { type Dated, type LiveSource, PriceError, type PriceProblem, type Readings } from './types.ts';

export interface PolledConfig {
  readonly everySeconds: number;
}

/**
 * A source of the network, asked every so often. A call that fails changes nothing: what was said before goes on counting until it is too old by its own time.
 * @param assets that it is asked for @param read one reading; an asset it does not name has no price any more
 */
export function polled(
  { everySeconds }: PolledConfig,
  assets: ReadonlySet<AssetKey>,
  read: () => Promise<Readings>,
): LiveSource {
  let readings: Readings = new Map<AssetKey, Dated>();
  let problem: PriceProblem = 'waiting';
  return {
    names: (asset) => assets.has(asset),
    last: (asset) => readings.get(asset),
    state: () => ({
      assets: assets.size,
      newestAt: readings.size === 0 ? undefined : Math.max(...[...readings.values()].map(({ at }) => at)),
      // Of a coin that it is asked for it said nothing that can be used.
      problem: problem === 'none' && readings.size < assets.size ? 'incomplete' : problem,
    }),
    async refresh() {
      try {
        readings = await read();
        problem = 'none';
      } catch (error) {
        problem = error instanceof PriceError ? error.problem : 'away';
      }
    },
    everyMs: everySeconds * 1_000,
  };
}
