import { type ChainConfig, familyOf } from '@holdfast/chains';
import type pg from 'pg';

/** Payments that spend what comes back of others which no block has yet, as tests with random lives see them. */

interface Signed {
  readonly txid: string | null;
  readonly raw: string | null;
}

function spentBy(chain: ChainConfig, { raw }: Signed): readonly string[] {
  const family = familyOf(chain);
  if (family.model !== 'utxo') throw new Error(`${chain.id} has no outputs`);
  return family.spentBy(raw ?? '');
}

/**
 * Those of which a block can be made, what others are built on first: all that they spend is on the chain, or of another of them.
 * @param isThere is the outpoint (`txid:vout`) on the chain, and spent by no block?
 */
export async function makeable<T extends Signed>(
  chain: ChainConfig,
  all: readonly T[],
  isThere: (outpoint: string) => Promise<boolean>,
): Promise<readonly T[]> {
  const taken = new Map<string, T>();
  let left = all;
  for (;;) {
    const before = left.length;
    const later: T[] = [];
    for (const one of left) {
      const missing = spentBy(chain, one).filter((outpoint) => !taken.has(outpoint.slice(0, 64)));
      const there = await Promise.all(missing.map(isThere));
      if (there.every(Boolean)) taken.set(one.txid ?? '', one);
      else later.push(one);
    }
    left = later;
    if (left.length === before || left.length === 0) return [...taken.values()];
  }
}

/** The payment that the order's transaction is built on while no block has that one. */
export async function groundOf(pool: pg.Pool, id: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>(
    `select coalesce(p.raises, p.id) as id from utxos u join orders p on p.chain = u.chain and p.txid = u.txid
      where u.reserved_by = $1 and u.height is null order by 1 limit 1`,
    [id],
  );
  return rows[0]?.id;
}

/** Built payment → the one below it. */
export type Rows = ReadonlyMap<number, number>;

/** How many payments below it waited for their block when it was made. */
export function depthOf(rows: Rows, id: number): number {
  const below = rows.get(id);
  return below === undefined ? 0 : 1 + depthOf(rows, below);
}
