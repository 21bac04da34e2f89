import { toUnits, writtenDollars } from '@holdfast/money';
import { type RawBuilder, sql } from 'kysely';
import { type Catalog, usdDecimals } from './catalog.ts';

/** What one whole coin of an asset costs now, in US dollars as decimal text. */
export interface AssetPrice {
  readonly asset_id: number;
  readonly decimals: number;
  readonly usd: string;
}
export const pricesNow = ({ coins, price }: Pick<Catalog, 'coins' | 'price'>): readonly AssetPrice[] =>
  coins.flatMap(({ asset: { id, decimals } }) => {
    const known = price(id);
    return known ? [{ asset_id: id, decimals, usd: known.text }] : [];
  });

/** From the one to the other, both included. */
interface Span {
  readonly least: bigint;
  readonly most: bigint;
}
/** The amounts of an asset, in base units, that are worth what was written. */
export interface UnitsSpan extends Span {
  readonly asset_id: number;
}
/** A value that was written, as what it was worth in US cents, and as what is worth it now. */
export interface WrittenValue {
  readonly cents: Span;
  readonly units: readonly UnitsSpan[];
}

/** "$40" is what begins so, from 40.00 to 40.99; "$40.00" that alone. */
function centsIn(text: string): Span | undefined {
  const [whole = '', fraction = ''] = writtenDollars(text)?.split('.') ?? [];
  if (whole === '' || whole.length > 15 || fraction.length > 2) return undefined;
  const least = BigInt(whole + fraction.padEnd(2, '0'));
  return { least, most: least + 10n ** BigInt(2 - fraction.length) - 1n };
}

/** Those whose value is in the span to the nearest cent, as `nearestCents` has it; none of an asset that is worth nothing, and nobody pays nothing. */
function unitsIn({ least, most }: Span, { asset_id, decimals, usd }: AssetPrice): UnitsSpan[] {
  const price = toUnits(usd, usdDecimals);
  if (price === 0n) return [];
  const unit = 10n ** BigInt(decimals + usdDecimals);
  /** The fewest units that are worth so many cents. */
  const fewest = (cents: bigint): bigint => ((2n * cents - 1n) * unit + 200n * price - 1n) / (200n * price);
  const span = { least: least === 0n ? 1n : fewest(least), most: fewest(most + 1n) - 1n };
  return span.least > span.most ? [] : [{ asset_id, ...span }];
}

/**
 * What was written as US dollars: `$40`, `40 USD`; undefined where it is none, or has no price to be one by.
 * @param prices asked for where dollars are written
 */
export function writtenValue(text: string, prices: () => readonly AssetPrice[]): WrittenValue | undefined {
  const cents = centsIn(text);
  return cents && { cents, units: prices().flatMap((price) => unitsIn(cents, price)) };
}

/** The amounts of a value as a table `v` of a statement: asset, least and most. */
export function spansOf({ units }: WrittenValue): RawBuilder<unknown> {
  const column = (of: (one: UnitsSpan) => bigint | number, type: 'int' | 'numeric'): RawBuilder<unknown> =>
    sql`${units.map((one) => String(of(one)))}::${sql.raw(type)}[]`;
  const columns = [
    column(({ asset_id }) => asset_id, 'int'),
    column(({ least }) => least, 'numeric'),
    column(({ most }) => most, 'numeric'),
  ];
  return sql`unnest(${sql.join(columns)}) as v (asset_id, least, most)`;
}
