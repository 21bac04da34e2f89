import { entryStatus } from '@holdfast/contract';
import type { Coin } from '../../catalog.ts';
import { judgeEach, likenessAmong, takes, usageAmong } from './payees.ts';
import type { PersonalDeps } from './personal-deps.ts';
import type { Owner, PersonalRow } from './personal-queries.ts';
import * as own from './personal-queries.ts';
import { paymentsTo } from './queries.ts';
import { placesOf } from './rules.ts';

/** The member's entries; with coins those one of them can be sent to, and whether the workspace's book lists them for it. */
export async function listPersonal({ db, book, clock }: PersonalDeps, owner: Owner, coins?: readonly Coin[]) {
  const [rows, listed] = await Promise.all([own.ownEntries(db, owner), book.entries(owner.workspaceId)]);
  const payments = await paymentsTo(
    db,
    owner.workspaceId,
    rows.map(({ address }) => address),
  );
  const usageOf = usageAmong(payments);
  const similarTo = likenessAmong([...listed.map(({ row }) => row), ...rows]);
  const now = clock();
  const fits = (row: Parameters<typeof takes>[0]): boolean =>
    coins === undefined || coins.some((coin) => takes(row, coin));
  const statusAt = new Map<string, number>();
  for (const { row, effectiveAt } of listed) {
    if (!fits(row)) continue;
    const status = effectiveAt > now ? entryStatus.cooling : entryStatus.active;
    for (const place of placesOf(row)) statusAt.set(place, Math.max(status, statusAt.get(place) ?? 0));
  }
  const listedAs = (row: PersonalRow): number => Math.max(0, ...placesOf(row).map((place) => statusAt.get(place) ?? 0));
  return rows.filter(fits).map((row) => ({
    row,
    listed: listedAs(row),
    usage: usageOf(row),
    similar: similarTo(row.address),
  }));
}

export async function checkPersonal(
  { db, book, catalog }: PersonalDeps,
  owner: Owner,
  items: readonly { readonly address: string }[],
  except: number | undefined,
) {
  const [rows, listed] = await Promise.all([own.ownEntries(db, owner), book.entries(owner.workspaceId)]);
  const others = rows.filter(({ id }) => id !== except);
  const places = { taken: new Set(others.flatMap(placesOf)), waiting: new Set<string>() };
  const known = [...listed.map(({ row }) => row), ...others];
  return judgeEach(
    items,
    catalog,
    places,
    known,
    known.map(({ label }) => label),
  );
}
