import { type ChainConfig, familyOf } from '@holdfast/chains';
import { accountReader, RpcError } from '@holdfast/chains/rpc';
import type { OrderId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Recorder } from '../../audit/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import type { BatchDeps, Who } from './deps.ts';
import type { BatchCoin, Looked } from './look.ts';
import { allowanceUnderWay, type BatchRow } from './queries.ts';

/** The contract that pays many on a chain; '' where its family has none. */
export const contractOf = (chain: ChainConfig): string => familyOf(chain).disperse?.contract ?? '';

/** Does it stand there? What was seen once stays. Signers look for themselves. */
export function createContracts({ readerOf }: Pick<BatchDeps, 'readerOf'>): (chain: ChainConfig) => Promise<boolean> {
  const there = new Set<string>();
  return async (chain) => {
    const contract = contractOf(chain);
    if (contract === '' || there.has(chain.id)) return contract !== '';
    try {
      if (!(await accountReader(readerOf(chain)).isContract(contract))) return false;
    } catch (error) {
      if (error instanceof RpcError) return false;
      throw error;
    }
    there.add(chain.id);
    return true;
  };
}

type Draft = Pick<BatchRow, 'sub_wallet_id' | 'by_contract' | 'row_count'>;

/** What the contract may take of the token, and what it needs for these rows: both base units. */
export interface Need {
  readonly spender: string;
  readonly allowance: bigint;
  readonly sum: bigint;
  /** An allowance of the token to the contract that is not at its end. */
  readonly order: { readonly id: OrderId; readonly status: number; readonly request_id: string } | undefined;
}

/** Undefined where nothing has to be allowed: coins go along, and single payments take nothing. @throws authorizeDataError */
export async function needOf(
  deps: BatchDeps,
  who: Who,
  { chain, asset }: BatchCoin,
  draft: Draft,
  { outputs }: Pick<Looked, 'outputs'>,
): Promise<Need | undefined> {
  if (!draft.by_contract || asset.contract === '') return undefined;
  const spender = contractOf(chain);
  const own = await deps.withdraws.account(who.workspaceId, draft.sub_wallet_id, chain);
  const [allowance, order] = await Promise.all([
    deps.web3.allowed(chain, own.address, { contract: asset.contract, spender }),
    allowanceUnderWay(deps.db, who, { subWalletId: draft.sub_wallet_id, assetId: asset.id, spender }),
  ]);
  return { spender, allowance, sum: outputs.reduce((sum, { amount }) => sum + amount, 0n), order };
}

/** @throws batchApproveError while the contract may not take the sum */
export function demandAllowed(need: Need | undefined): void {
  if (need && need.allowance < need.sum) throw refuse('batchApproveError', {});
}

export interface ApproveAsk {
  readonly requestId: string;
  readonly feeLevel: 1 | 2 | 3;
  readonly remark: string;
}

/**
 * Asks that the contract may take exactly the sum of these rows. What is left of another allowance is taken back first: some tokens refuse to change one (USDT).
 * @throws batchApproveError where nothing is missing, another one is under way, or the node does not say; and as asking for an allowance does
 */
export async function askAllowance(
  deps: BatchDeps,
  who: Who,
  coin: BatchCoin,
  draft: Draft,
  looked: Looked,
  ask: ApproveAsk,
  record: Recorder,
) {
  const need = await needOf(deps, who, coin, draft, looked).catch((error: unknown) => {
    throw error instanceof Refusal && error.refusal === 'authorizeDataError' ? refuse('batchApproveError', {}) : error;
  });
  const isAnother = need?.order !== undefined && need.order.request_id !== ask.requestId;
  if (!need || need.sum === 0n || need.allowance >= need.sum || isAnother) throw refuse('batchApproveError', {});
  const wanted = {
    ...{ request_id: ask.requestId, sub_wallet_id: draft.sub_wallet_id, main_chain_symbol: coin.chain.id },
    ...{ trans_type: '0' as const, interactive_contract: coin.asset.contract, spender: need.spender },
    amount: need.allowance > 0n ? '0' : fromUnits(need.sum, coin.asset.decimals),
    ...{ fee_level: ask.feeLevel, remark: ask.remark },
  };
  return deps.web3.ask(who, wanted, record);
}
