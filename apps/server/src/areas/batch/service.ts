import type { BatchId, BatchPayee, SubWalletId } from '@holdfast/contract';
import { maxBatchDrafts } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Coin, CoinName } from '../../catalog.ts';
import type { Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import { hashOfAsk } from '../withdraw/service.ts';
import { type ApproveAsk, askAllowance, contractOf, createContracts, demandAllowed, needOf } from './contract.ts';
import type { BatchDeps, Who } from './deps.ts';
import { type BatchCoin, type LookedFor, lookAtRows } from './look.ts';
import * as queries from './queries.ts';
import { type Ask, costOf, requestOf, wayFor } from './request.ts';
import { wayOn } from './ways.ts';

export type BatchService = ReturnType<typeof createBatches>;

export interface Written {
  readonly id: BatchId | undefined;
  readonly version: number;
  readonly name: string;
  readonly byContract: boolean;
  readonly subWalletId: SubWalletId;
  readonly coin: CoinName;
  readonly payees: readonly BatchPayee[];
}
type Wanted = Omit<Ask, 'requestHash'> & { readonly id: BatchId; readonly version: number };

/** @throws batchNotFound for another workspace's, and for another member's draft */
async function find({ db }: BatchDeps, who: Who, id: BatchId) {
  const found = await queries.findBatch(db, who, id);
  if (!found) throw refuse('batchNotFound', {});
  return found;
}
type Found = Awaited<ReturnType<typeof find>>;

/** @throws unsupportedCoin for one that is configured no more */
function coinOf({ catalog }: BatchDeps, { asset_id, symbol }: Pick<Found, 'asset_id' | 'symbol'>): BatchCoin {
  const coin: Coin | undefined = catalog.find(asset_id);
  if (!coin) throw refuse('unsupportedCoin', { symbol });
  return { ...coin, feeAsset: catalog.feeAsset(coin.chain) };
}

const lookedFor = ({ sub_wallet_id, by_contract }: Found): LookedFor => ({
  from: sub_wallet_id,
  byContract: by_contract,
});

/** A batch; of a draft what was found out about it, as things are now. */
async function detail(deps: BatchDeps, who: Who, id: BatchId) {
  const batch = await find(deps, who, id);
  const coin = coinOf(deps, batch);
  const { available } = await deps.withdraws.balance(who.workspaceId, batch.sub_wallet_id, coin.asset.id);
  const looked = await lookAtRows(deps, who, coin, lookedFor(batch), batch.payees);
  const found = { batch, coin, available, looked };
  if (batch.order_id !== null) return { ...found, cost: undefined, need: undefined };
  const need = await needOf(deps, who, coin, batch, looked);
  return { ...found, need, cost: await costOf(deps, who, coin, batch, looked) };
}
export type Detail = Awaited<ReturnType<typeof detail>>;

/** Keeps the rows as they were written, faults and all. @throws batchNotFound, batchSubmitted, batchUnsupported, tooManyDrafts, walletNotFound */
async function write(deps: Deps, who: Who, written: Written, record: Recorder): Promise<Detail> {
  const { db, withdraws } = deps;
  const coin = withdraws.coinOf(written.coin);
  wayFor(coin, 0, written.byContract);
  if (written.byContract && !(await deps.standsOn(coin.chain)))
    throw refuse('batchUnsupported', { network: coin.chain.name });
  await withdraws.account(who.workspaceId, written.subWalletId, coin.chain);
  const draft: queries.Draft = {
    subWalletId: written.subWalletId,
    assetId: coin.asset.id,
    chain: coin.chain.id,
    name: written.name,
    byContract: written.byContract,
    payees: written.payees,
  };
  const id = await keep(deps, who, written, draft);
  await record(db, { object: `batch:${id}`, detail: { rows: String(written.payees.length) } });
  return detail(deps, who, id);
}

async function keep(deps: BatchDeps, who: Who, { id, version }: Written, draft: queries.Draft): Promise<BatchId> {
  const { db } = deps;
  if (id === undefined) {
    if ((await queries.countDrafts(db, who)) >= maxBatchDrafts) throw refuse('tooManyDrafts', { max: maxBatchDrafts });
    return queries.insertDraft(db, who, draft);
  }
  const there = await find(deps, who, id);
  if (there.user_id !== who.userId && there.order_id === null) throw refuse('batchNotFound', {});
  if (!(await queries.updateDraft(db, who, id, version, draft))) throw refuse('batchSubmitted', {});
  return id;
}

/** @throws batchNotFound, batchSubmitted */
async function discard(deps: BatchDeps, who: Who, id: BatchId, record: Recorder): Promise<void> {
  await find(deps, who, id);
  if (!(await queries.deleteDraft(deps.db, who, id))) throw refuse('batchSubmitted', {});
  await record(deps.db, { object: `batch:${id}` });
}

/** One order over exactly the rows. @throws batchNotFound, batchSubmitted, batchFaults, batchUnseen, batchApproveError, and as a withdrawal does */
async function submit(deps: BatchDeps, who: Who, wanted: Wanted, record: Recorder): Promise<Submitted> {
  const { id, version, requestId, remark, feeLevel, maxFee } = wanted;
  const batch = await find(deps, who, id);
  const coin = coinOf(deps, batch);
  const kind = wayFor(coin, batch.row_count, batch.by_contract).kindOf(coin.chain, batch.row_count);
  const requestHash = hashOfAsk(['batch', id, version, remark, feeLevel, maxFee ?? '']);
  const known = await deps.orders.repeated(who.workspaceId, kind, requestId, requestHash);
  if (known) return known;
  if (batch.order_id !== null || batch.version !== version) throw refuse('batchSubmitted', {});
  const looked = await lookAtRows(deps, who, coin, lookedFor(batch), batch.payees);
  const faulty = new Set(looked.faults.map(({ row }) => row)).size;
  if (faulty > 0) throw refuse('batchFaults', { count: faulty });
  if (looked.unseen.length > 0) throw refuse('batchUnseen', { count: looked.unseen.length });
  demandAllowed(await needOf(deps, who, coin, batch, looked));
  const ask = { requestId, requestHash, remark, feeLevel, maxFee };
  const { request } = await requestOf(deps, who, coin, batch, looked.outputs, ask);
  return deps.withdraws.submit(request, record);
}

/** Lets the contract take exactly what the rows of a draft add up to. @throws batchNotFound, batchSubmitted, batchFaults, and as `askAllowance` does */
async function approve(deps: Deps, who: Who, wanted: ApproveAsk & Pick<Wanted, 'id' | 'version'>, record: Recorder) {
  const batch = await find(deps, who, wanted.id);
  if (batch.order_id !== null || batch.version !== wanted.version) throw refuse('batchSubmitted', {});
  const coin = coinOf(deps, batch);
  const looked = await lookAtRows(deps, who, coin, lookedFor(batch), batch.payees);
  if (looked.faults.length > 0) throw refuse('batchFaults', { count: looked.faults.length });
  return askAllowance(deps, who, coin, batch, looked, wanted, record);
}

/** Networks on which it can be done, with how many rows: by themselves, and by the contract where it stands. */
const networks = ({ catalog, standsOn }: Deps) =>
  Promise.all(
    catalog.chains.flatMap((chain) => {
      const [way, contract] = [wayOn(chain), wayOn(chain, true)];
      if (!way) return [];
      const rows = async () => (contract && (await standsOn(chain)) ? contract.maxRows(chain) : 0);
      return [rows().then((contractRows) => ({ chain, maxRows: way.maxRows(chain), contractRows }))];
    }),
  );

type Deps = BatchDeps & { readonly standsOn: ReturnType<typeof createContracts> };

/** Many payees as one: drafts, and the one order that each becomes. */
export function createBatches(ports: BatchDeps) {
  const deps: Deps = { ...ports, standsOn: createContracts(ports) };
  return {
    networks: () => networks(deps),
    approve: (who: Who, wanted: Parameters<typeof approve>[2], record: Recorder) => approve(deps, who, wanted, record),
    allowances: (who: Who, page: Parameters<typeof queries.findAllowances>[3]) => {
      const contracts = [...new Set(deps.catalog.chains.map(contractOf))].filter((address) => address !== '');
      return queries.findAllowances(deps.db, who, contracts, page);
    },
    write: (who: Who, written: Written, record: Recorder) => write(deps, who, written, record),
    discard: (who: Who, id: BatchId, record: Recorder) => discard(deps, who, id, record),
    submit: (who: Who, wanted: Wanted, record: Recorder) => submit(deps, who, wanted, record),
    detail: (who: Who, id: BatchId) => detail(deps, who, id),
    list: (who: Who, filter: queries.Filter, page: Parameters<typeof queries.findBatches>[3]) =>
      queries.findBatches(deps.db, who, filter, page),
    orders: (who: Who, ids: readonly number[], batch: BatchId | undefined) =>
      queries.findOrders(deps.db, who.workspaceId, ids, batch),
  };
}
