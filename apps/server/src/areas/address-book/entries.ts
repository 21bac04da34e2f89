import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type Intent, memoEntry } from '@holdfast/policy';
import * as beneficiaries from './beneficiaries.ts';
import type { BookDeps } from './deps.ts';
import { isToken, likenessAmong, takes, usageAmong } from './payees.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

/** All that is listed, by label. */
export async function listEntries({ db, mode }: BookDeps, workspaceId: WorkspaceId) {
  const [rows, owners, effectiveAt] = await Promise.all([
    queries.listedEntries(db, workspaceId),
    beneficiaries.ownersOf(db, workspaceId),
    mode.cooling(),
  ]);
  return rows.map((row) => ({ row, owner: owners.get(row.hash) ?? null, effectiveAt: effectiveAt(row.since) }));
}

/** What an entry's address is known to be. @param hashes of these, or of all */
export async function typesOf({ db, catalog }: BookDeps, workspaceId: WorkspaceId, hashes?: readonly string[]) {
  const known = await queries.addressFacts(db, workspaceId, hashes);
  const byHash = new Map(known.map((one) => [one.hash, one]));
  return ({ row }: Entry): number => rules.typeOf(byHash.get(row.hash), isToken(catalog, row));
}

/** What else there is to say of a few of them: what they are, how often each was paid, and whom it looks like among all. */
export async function describeEntries<E extends Entry>(
  deps: BookDeps,
  workspaceId: WorkspaceId,
  some: readonly E[],
  all: readonly Entry[],
) {
  const [typeOf, payments] = await Promise.all([
    typesOf(
      deps,
      workspaceId,
      some.map(({ row }) => row.hash),
    ),
    queries.paymentsTo(
      deps.db,
      workspaceId,
      some.map(({ row }) => row.address),
    ),
  ]);
  const usageOf = usageAmong(payments);
  const similarTo = likenessAmong(all.map(({ row }) => row));
  return some.map((one) => ({
    ...one,
    type: typeOf(one),
    usage: usageOf(one.row),
    similar: similarTo(one.row.address),
  }));
}

/** Entries that this sub-wallet has something to send to, with what that is and how often it did. @throws walletNotFound */
export async function listEntriesFor(deps: BookDeps, workspaceId: WorkspaceId, subWalletId: SubWalletId) {
  await deps.wallets.subWallet(workspaceId, subWalletId);
  const [all, balances] = await Promise.all([
    listEntries(deps, workspaceId),
    deps.wallets.balances(workspaceId, [subWalletId]),
  ]);
  const held = balances
    .filter(({ available }) => available > 0n)
    .flatMap(({ assetId }) => deps.catalog.find(assetId) ?? []);
  const fitting = all
    .map((one) => ({ ...one, coins: held.filter((coin) => takes(one.row, coin)) }))
    .filter(({ coins }) => coins.length > 0);
  const payments = await queries.paymentsTo(
    deps.db,
    workspaceId,
    fitting.map(({ row }) => row.address),
    subWalletId,
  );
  const paidTo = usageAmong(payments);
  return { all, fitting: fitting.map((one) => ({ ...one, paid: paidTo(one.row) })) };
}

type Payee = Pick<Intent['outputs'][number], 'address' | 'memo'>;

/** The same of many payees, each in its place. */
export async function findEntries(
  { listed, mode }: BookDeps,
  workspaceId: WorkspaceId,
  chain: ChainConfig,
  contract: string,
  payees: readonly Payee[],
) {
  const [rows, effectiveAt] = await Promise.all([listed(workspaceId), mode.cooling()]);
  const fitting = rows.filter(
    ({ chains, assets }) => chains.includes(chain.id) && (assets.length === 0 || assets.includes(contract)),
  );
  const byPayee = Map.groupBy(fitting, ({ address, memo }) => JSON.stringify([address, memo]));
  return payees.map(({ address, memo }) => {
    const [row] = byPayee.get(JSON.stringify([address, memo])) ?? [];
    return row && { hash: row.hash, label: row.label, effectiveAt: effectiveAt(row.since) };
  });
}

/** The entry a payment of this coin to this address would name; it may still be cooling. */
export const findEntry = async (
  deps: BookDeps,
  workspaceId: WorkspaceId,
  chain: ChainConfig,
  contract: string,
  to: Payee,
) => (await findEntries(deps, workspaceId, chain, contract, [to]))[0];

/** Do payments to an address need a memo, by what signers go by: the book? */
export async function memoNeeded(
  deps: Pick<BookDeps, 'listed'>,
  workspaceId: WorkspaceId,
  chain: ChainConfig,
  address: string,
): Promise<boolean> {
  return (await memoNeeders(deps, workspaceId, chain))(address);
}

/** Which addresses of a chain need one. */
export async function memoNeeders({ listed }: Pick<BookDeps, 'listed'>, workspaceId: WorkspaceId, chain: ChainConfig) {
  if (familyOf(chain).memo === 'none') return () => false;
  const rows = await listed(workspaceId);
  const entries = rows.map((entry) => ({ entry, since: entry.since.getTime() }));
  return (address: string): boolean => memoEntry(entries, chain.id, address) !== undefined;
}

export type Entry = Awaited<ReturnType<typeof listEntries>>[number];
