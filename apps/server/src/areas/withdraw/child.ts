import { type ChainConfig, ChainError, type FeeOffer } from '@holdfast/chains';
import { type ChainReader, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { CoinName } from '../../catalog.ts';
import { modelOf } from '../../chains/models.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import type { Children, Parent } from '../../chains/unmined.ts';
import { findBalance } from '../../ledger/service.ts';
import type { OrderRequest, OrdersService, Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import { feeWithinCaps } from './checks.ts';
import type { Who } from './deps.ts';
import { accountOf, askedBy, coinOf, type DraftDeps, demandShown, openAccount } from './draft.ts';
import { hashOfAsk } from './rules.ts';

/** A transaction that waits is paid for by a child of it, which spends what it pays the sub-wallet to itself. */

export interface ChildOf {
  readonly subWalletId: SubWalletId;
  readonly coin: CoinName;
  /** Of the parent. */
  readonly txid: string;
}
export interface ChildAsk extends ChildOf {
  readonly feeLevel: 1 | 2 | 3;
  readonly maxFee: string | undefined;
  readonly remark: string;
}
export type ChildProblem = '' | 'not_waiting' | 'not_ours' | 'has_child' | 'too_little';

interface ChildDeps extends DraftDeps {
  readonly orders: Pick<OrdersService, 'repeated'>;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  readonly submit: (request: OrderRequest, record: Recorder) => Promise<Submitted>;
}
interface Found {
  readonly problem: ChildProblem;
  readonly parent: Parent | undefined;
  readonly offers: readonly FeeOffer[];
}

function problemOf(parent: Parent | undefined, offers: readonly FeeOffer[]): ChildProblem {
  if (!parent) return 'not_waiting';
  if (parent.output === undefined) return 'not_ours';
  if (parent.output === 'taken') return 'has_child';
  return offers.length === 0 ? 'too_little' : '';
}

/** @throws noOutputs where nothing is spent that is in no block yet */
function childrenOf(coin: ReturnType<typeof coinOf>): Children {
  const { children } = modelOf(coin.chain);
  if (!children || coin.asset.contract !== '') throw refuse('noOutputs', { symbol: coin.asset.symbol });
  return children;
}

/** @throws noOutputs, walletNotFound, subWalletBeingCreated, `chainRefusal`, feeEstimateFailed */
async function find(deps: ChildDeps, { workspaceId }: Who, { subWalletId, coin: name, txid }: ChildOf): Promise<Found> {
  const coin = coinOf(deps.catalog, name);
  const { chain } = coin;
  const children = childrenOf(coin);
  const { change } = await accountOf(deps, workspaceId, subWalletId, chain);
  const reader = deps.readerOf(chain);
  try {
    const place = { workspace_id: workspaceId, sub_wallet_id: subWalletId };
    const parent = await children.parent({ db: deps.db, chain, reader }, place, txid);
    const offers = parent ? children.offers(chain, parent, change, await reader.fees()) : [];
    return { problem: problemOf(parent, offers), parent, offers };
  } catch (error) {
    if (error instanceof ChainError) throw refuse('feeEstimateFailed', {});
    throw error instanceof RpcError ? chainRefusal(error, chain, () => refuse('feeEstimateFailed', {})) : error;
  }
}

export function createChild(deps: ChildDeps) {
  return {
    async info(who: Who, of: ChildOf) {
      const coin = coinOf(deps.catalog, of.coin);
      const found = await find(deps, who, of);
      const { available } = await findBalance(deps.db, who.workspaceId, of.subWalletId, coin.feeAsset.id);
      return { ...coin, ...found, available };
    },
    /** The same request again gives the same order. @throws as `find`, noParent, feeTooHigh, and what submitting does */
    async ask(who: Who, ask: ChildAsk, requestId: string, record: Recorder): Promise<Submitted> {
      const { subWalletId, txid, feeLevel, maxFee, remark } = ask;
      const { symbol, chain_id = '', contract_address = '' } = ask.coin;
      const hash = hashOfAsk([subWalletId, symbol, chain_id, contract_address, txid, feeLevel, maxFee ?? '', remark]);
      const known = await deps.orders.repeated(who.workspaceId, 'child', requestId, hash);
      if (known) return known;
      await demandShown(deps, who, subWalletId);
      const own = await openAccount(deps, who, { sub_wallet_id: subWalletId, ...ask.coin });
      const offer = (await find(deps, who, ask)).offers.find(({ level }) => level === feeLevel);
      if (!offer) throw refuse('noParent', {});
      const { chain, asset, feeAsset } = coinOf(deps.catalog, ask.coin);
      feeWithinCaps(chain, feeAsset, offer, maxFee);
      const request: OrderRequest = {
        ...{ kind: 'child', chain, asset, feeAsset, subWalletId, requestId, requestHash: hash, remark },
        ...(await askedBy(deps, who, own, offer)),
        call: `of ${txid}`,
        outputs: [{ address: own.address, amount: 0n, memo: '', entry: '', path: own.path }],
      };
      return deps.submit(request, record);
    },
  };
}
