import { type BlockRef, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Asset } from '../catalog.ts';
import { type Claim, claimOf } from '../chains/claim.ts';
import { modelOf } from '../chains/models.ts';
import type { OnChain } from '../chains/plans.ts';
import { type AssetId, findAllDrift, findNewDrift, freezeAsset } from '../ledger/service.ts';
import { findAsides } from './aside.ts';
import type { ChainDeps } from './deps.ts';
import { hashAt, readPlace } from './state.ts';
import { bookTakings } from './takings.ts';

interface Place {
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
}
export type Finding = 'agrees' | 'deficit' | 'surplus' | 'unknown';

/** Sub-wallets looked at in one round: as many of those that changed last, and as many of all in turn, so that none is ever left out. */
const halfRound = 50;

/** The block that the books are at; without a hash where none was taken in yet. */
async function headOf({ db, chain }: OnChain): Promise<Partial<BlockRef>> {
  const { height } = await readPlace(db, chain.id);
  if (height === null) return {};
  const hash = await hashAt(db, chain.id, height);
  return hash === undefined ? { height } : { height, hash };
}
/** Is it that block? At one height the node may meanwhile have another one. */
const isAt = (head: Partial<BlockRef>, block: BlockRef | undefined): boolean =>
  block?.height === head.height && (head.hash === undefined || block?.hash === head.hash);

const placesWith = ({ db }: ChainDeps, assetId: AssetId) =>
  db.selectFrom('balances').select(['workspace_id', 'sub_wallet_id']).where('asset_id', '=', assetId).limit(halfRound);

/** How far the turn has come for each coin: the last sub-wallet that was looked at. */
export type Turn = Map<AssetId, SubWalletId>;

/** Whom to look at in this round, and where the turn goes on in the next. */
async function placesOf(deps: ChainDeps, assetId: AssetId, turn: Turn) {
  const after = turn.get(assetId) ?? (0 as SubWalletId);
  const recent = await placesWith(deps, assetId).orderBy('updated_at', 'desc').execute();
  const next = await placesWith(deps, assetId).where('sub_wallet_id', '>', after).orderBy('sub_wallet_id').execute();
  const places = new Map<SubWalletId, Place>([...recent, ...next].map((place) => [place.sub_wallet_id, place]));
  return { places: [...places.values()], last: next.length < halfRound ? undefined : next.at(-1)?.sub_wallet_id };
}

/** Between what must be there (all that is mined may have cost its cap) and what may be (nothing of it did). */
function judge(claim: Claim, held: bigint, left: bigint): Finding {
  const total = claim.booked + claim.waiting;
  if (held < total - claim.mined - left) return 'deficit';
  return held > total ? 'surplus' : 'agrees';
}

const same = (a: Claim, b: Claim): boolean =>
  a.booked === b.booked &&
  a.waiting === b.waiting &&
  a.paying === b.paying &&
  a.mined === b.mined &&
  a.staked === b.staked &&
  a.restaking === b.restaking;

/**
 * Does the chain hold in stake what the books say? What was staked otherwise than by us is more, and no concern. While an order moves between stake and
 * balance, the chain may be ahead of the books at both.
 */
async function judgeStake(deps: OnChain, asset: Asset, place: Place, claim: Claim): Promise<Finding> {
  const { staked } = modelOf(deps.chain).holdings;
  if (asset.contract !== '' || claim.staked === 0n || !staked) return 'agrees';
  if (claim.restaking > 0) return 'unknown';
  return (await staked(deps, place)) < claim.staked ? 'deficit' : 'agrees';
}

/**
 * Compares one coin of one sub-wallet with the chain at the block the books are at; `unknown` when either moved meanwhile.
 * @param left what is known to have left it, and is not booked yet
 */
export async function compare(deps: OnChain, asset: Asset, place: Place, left = 0n): Promise<Finding> {
  const before = await claimOf(deps.db, place.workspace_id, place.sub_wallet_id, asset.id);
  const head = await headOf(deps);
  const { height } = head;
  // Paid out but not taken in as mined yet, or blocks we have not read: the chain is ahead of the books.
  if (height === undefined || !isAt(head, await deps.reader.tip())) return 'unknown';
  const lacking = (await findAsides(deps.db, deps.chain.id)).length > 0;
  const held = await modelOf(deps.chain).holdings.held(deps, asset, place, height);
  const stake = await judgeStake(deps, asset, place, before);
  const after = await claimOf(deps.db, place.workspace_id, place.sub_wallet_id, asset.id);
  if (held === undefined || !same(before, after)) return 'unknown';
  const now = await headOf(deps);
  if (now.height !== height || now.hash !== head.hash) return 'unknown';
  const balance = judge(after, held, left);
  // What has just come back from stake is on the chain before it is in the books.
  const finding = balance === 'agrees' ? stake : balance === 'surplus' && after.restaking > 0 ? 'unknown' : balance;
  // What was read is of the block that the node has there now.
  if (finding === 'deficit' && !isAt(head, await deps.reader.header(height))) return 'unknown';
  // The books lack what a block holds that was set aside: deposits, and payments of ours. Neither explains a deficit where nothing is being paid.
  return lacking && (finding !== 'deficit' || after.paying > 0n) ? 'unknown' : finding;
}

/**
 * Holds the books against the chain. A deficit, even of one unit, freezes the asset (threats.md T37). A surplus is only reported: anybody can
 * make one by sending coins in a way no block shows as a payment, and that must not stop a workspace.
 */
export async function reconcile(deps: ChainDeps, turn: Turn): Promise<void> {
  for (const asset of deps.catalog.assetsOf(deps.chain)) {
    const { places, last } = await placesOf(deps, asset.id, turn);
    for (const place of places) await act(deps, asset, place, await compareOrSkip(deps, asset, place));
    if (last === undefined) turn.delete(asset.id);
    else turn.set(asset.id, last);
  }
}

async function act(deps: ChainDeps, { id, symbol }: Asset, place: Place, finding: Finding): Promise<void> {
  if (finding === 'surplus') deps.log.warn({ ...place, symbol }, 'the chain holds more than the books');
  if (finding !== 'deficit') return;
  const detail = { sub_wallet: String(place.sub_wallet_id) };
  if (!(await freezeAsset(deps.db, place.workspace_id, id, 'ledger_above_chain', detail))) return;
  deps.log.error({ ...place, symbol }, 'the chain holds less than the books: asset frozen');
  deps.notifier.changed(place.workspace_id, 'balance', place.sub_wallet_id);
}

/** A node that is away ends the round; one answer that is none, as of a token contract that died, must not hide all that come after it. */
async function compareOrSkip(deps: ChainDeps, asset: Asset, place: Place): Promise<Finding> {
  try {
    const finding = await compare(deps, asset, place);
    const left = finding === 'deficit' ? await bookTakings(deps, asset, place) : undefined;
    return left === undefined ? finding : await compare(deps, asset, place, left);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === 'unreachable' || error.code === 'timeout') throw error;
    deps.log.warn({ err: error, ...place, symbol: asset.symbol }, 'not reconciled');
    return 'unknown';
  }
}

/** Holds the balances against their own journal, what is new of it or all; a difference means somebody wrote past the ledger. */
export async function checkJournal({ db, log }: Pick<ChainDeps, 'db' | 'log'>, of: 'new' | 'all'): Promise<number> {
  const drift = of === 'all' ? await findAllDrift(db) : await findNewDrift(db);
  // One write past the ledger may have touched every sub-wallet there is: each coin is frozen and told once.
  const coins = Map.groupBy(drift, ({ workspaceId, assetId }) => `${workspaceId}:${assetId}`);
  for (const [first, ...others] of coins.values()) {
    if (!first) continue;
    const { workspaceId, subWalletId, assetId } = first;
    await freezeAsset(db, workspaceId, assetId, 'balance_differs_from_journal', { sub_wallet: String(subWalletId) });
    const more = others.length;
    log.error({ workspaceId, subWalletId, assetId, more }, 'a balance differs from its journal: asset frozen');
  }
  return drift.length;
}
