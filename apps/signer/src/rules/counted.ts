import type { ChainConfig } from '@holdfast/chains';
import { assetKey, type Facts, type WindowQuery } from '@holdfast/policy';

/** What a window of a rule held, with all of whose assets are counted in it here. */
export interface Counted {
  readonly hours: number;
  readonly scope: WindowQuery['scope'];
  readonly assets: readonly string[];
  /** Base units; of one asset alone they say something. */
  readonly units: string;
  /** null where the value of something in it is not known. */
  readonly cents: string | null;
}

/** The same facts, with a list of every window that rules ask them for. */
export function countedBy(
  known: Facts,
  chains: ReadonlyMap<string, ChainConfig>,
): { readonly facts: Facts; readonly counted: readonly Counted[] } {
  const assets = [...chains.values()].flatMap(({ id, assets: own }) =>
    own.map(({ contract }) => assetKey(id, contract)),
  );
  const counted: Counted[] = [];
  const spent: Facts['spent'] = (query) => {
    const sum = known.spent(query);
    const { hours, scope, counts } = query;
    const [units, cents] = [String(sum?.units ?? 0n), sum?.cents === undefined ? null : String(sum.cents)];
    counted.push({ hours, scope, assets: assets.filter(counts), units, cents });
    return sum;
  };
  return { facts: { ...known, spent }, counted };
}
