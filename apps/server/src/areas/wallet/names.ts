import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { demandDistinct, looksOfAll } from '../../look-alikes.ts';
import { refuse } from '../../refuse.ts';
import * as queries from './queries.ts';
import { subWalletMax } from './rules.ts';

export type NewSubWallet = Omit<Parameters<typeof queries.insertSubWallet>[1], 'looks'>;

/** The row to go on with: a new one, or one whose addresses an earlier, interrupted call did not finish. @throws nameTaken, looksAlike, tooManySubWallets */
export async function claimName(db: Db, wallet: NewSubWallet): Promise<queries.SubWallet> {
  if ((await queries.countSubWallets(db, wallet.workspaceId)) >= subWalletMax)
    throw refuse('tooManySubWallets', { max: subWalletMax });
  const looks = looksOfAll(wallet.workspaceId, [wallet.name]);
  demandDistinct([wallet.name], await queries.namesOfAlike(db, wallet.workspaceId, looks));
  const made = await queries.insertSubWallet(db, { ...wallet, looks });
  const row = made ?? (await queries.findSubWalletByName(db, wallet.workspaceId, wallet.name));
  if (row?.status !== 'creating') throw refuse('nameTaken', {});
  return row;
}

/** The alias of a sub-wallet, or of the workspace itself. @throws walletNotFound, looksAlike */
export const setAlias = (
  db: Db,
  { workspaceId, subWalletId }: { readonly workspaceId: WorkspaceId; readonly subWalletId: SubWalletId | undefined },
  alias: string,
  record: Recorder,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await queries.namedAs(tx, workspaceId, subWalletId);
    if (before === undefined) throw refuse('walletNotFound', {});
    const others =
      subWalletId === undefined
        ? await queries.namesOfOtherWorkspaces(tx, workspaceId)
        : await queries.namesOfAlike(tx, workspaceId, looksOfAll(workspaceId, [alias]), subWalletId);
    demandDistinct([alias], others);
    await queries.setAlias(tx, workspaceId, subWalletId, {
      alias,
      looks: looksOfAll(workspaceId, [before.name, alias]),
    });
    const object = subWalletId === undefined ? `workspace:${workspaceId}` : `subWallet:${subWalletId}`;
    await record(tx, { object, before: { alias: before.alias }, after: { alias } });
  });

const [looksAtOnce, looksInTurn] = [1_000, 10];
/** Writes down how the names look of those of which it is not written down: some thousands, and the rest the next time. */
export async function fillLooks(db: Db): Promise<void> {
  for (let turn = 0; turn < looksInTurn; turn++) {
    const filled = await inTransaction(db, async (tx) => {
      const found = await queries.takeUnseen(tx, looksAtOnce);
      const seen = found.map((one) => ({ ...one, looks: looksOfAll(one.workspace_id, [one.name, one.alias]) }));
      if (seen.length > 0) await queries.setLooks(tx, seen);
      return seen.length;
    });
    if (filled === 0) return;
  }
}
