import type { ChainConfig } from '@holdfast/chains';
import { balanceReader, type ChainBlock, readerOf } from '@holdfast/chains/rpc';
import { everyBlock } from '../every-block.ts';
import type { ChainFacts, Movement, StakeDone } from '../movements.ts';

interface Value {
  readonly owner_address: string;
  readonly receiver_address?: string;
  readonly frozen_balance?: number;
  readonly unfreeze_balance?: number;
  readonly balance?: number;
  readonly resource?: string;
}
interface Told {
  readonly txID: string;
  readonly ret: readonly { readonly contractRet: string }[];
  readonly raw_data: { readonly contract: readonly { readonly type: string; readonly parameter: { value: Value } }[] };
}
type Ours = (address: string) => boolean;

async function ask<T>(url: string, method: string, body: object): Promise<T> {
  const response = await fetch(new URL(method, `${url}/`), { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as T;
}

const kinds: Readonly<Record<string, StakeDone['kind']>> = {
  FreezeBalanceV2Contract: 'stake',
  UnfreezeBalanceV2Contract: 'unstake',
  WithdrawExpireUnfreezeContract: 'unfrozen',
  DelegateResourceContract: 'delegate',
  UnDelegateResourceContract: 'reclaim',
};

function stakeOf({ txID, raw_data }: Told): StakeDone | undefined {
  const { type = '', parameter } = raw_data.contract[0] ?? {};
  const kind = kinds[type];
  if (!kind || !parameter) return undefined;
  const { owner_address: account, receiver_address: to = '', resource, ...amounts } = parameter.value;
  const units = BigInt(amounts.frozen_balance ?? amounts.unfreeze_balance ?? amounts.balance ?? 0);
  // The first name of an enumeration is left out.
  return {
    txid: txID,
    kind,
    account,
    to,
    resource: kind === 'unfrozen' ? '' : (resource ?? 'bandwidth').toLowerCase(),
    units,
  };
}

/** What was taken but did nothing is told by the results of its block, and so is what was done with stake. */
async function deedsOf(url: string, { height }: ChainBlock, ours: Ours) {
  const { transactions = [] } = await ask<{ transactions?: Told[] }>(url, 'wallet/getblockbynum', { num: height });
  const isDone = ({ ret }: Told): boolean => ret[0]?.contractRet === 'SUCCESS';
  return {
    failed: transactions
      .filter((told) => !isDone(told) && ours(told.raw_data.contract[0]?.parameter.value.owner_address ?? ''))
      .map(({ txID }) => txID),
    stakes: transactions
      .filter(isDone)
      .flatMap((told) => stakeOf(told) ?? [])
      .filter(({ account, to }) => ours(account) || ours(to)),
  };
}

/** In stake, used by the account itself or by others, and on its way back. */
async function stakedBy(url: string, address: string): Promise<bigint> {
  const told = await ask<{
    frozenV2?: { amount?: number }[];
    unfrozenV2?: { unfreeze_amount: number }[];
    delegated_frozenV2_balance_for_bandwidth?: number;
    account_resource?: { delegated_frozenV2_balance_for_energy?: number };
  }>(url, 'wallet/getaccount', { address });
  const parts = [
    ...(told.frozenV2 ?? []).map(({ amount = 0 }) => amount),
    ...(told.unfrozenV2 ?? []).map(({ unfreeze_amount }) => unfreeze_amount),
    told.delegated_frozenV2_balance_for_bandwidth ?? 0,
    told.account_resource?.delegated_frozenV2_balance_for_energy ?? 0,
  ];
  return parts.reduce((sum, units) => sum + BigInt(units), 0n);
}

/** Everything that happened between us and others on the stand-in, read block by block. */
export async function tronFacts(chain: ChainConfig, accounts: ReadonlySet<string>): Promise<ChainFacts> {
  const reader = balanceReader(readerOf(chain));
  const ours: Ours = (address) => accounts.has(address);
  const [payments, receipts]: [Movement[], Movement[]] = [[], []];
  const [failed, stakes]: [string[], StakeDone[]] = [[], []];
  const seen = new Set<string>();
  for await (const block of everyBlock(reader, 0)) {
    for (const { txid, symbol, from: payer, to, amount } of block.transfers) {
      for (const address of [payer, to]) if (ours(address)) seen.add(address);
      if (ours(payer) && !ours(to)) payments.push({ txid, symbol, address: to, units: amount });
      if (!ours(payer) && ours(to)) receipts.push({ txid, symbol, address: to, units: amount });
    }
    if (block.txids.length === 0) continue;
    const deeds = await deedsOf(chain.rpcUrl, block, ours);
    failed.push(...deeds.failed);
    stakes.push(...deeds.stakes);
  }
  const [balances, staked] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const address of seen) {
    staked.set(`${address} ${chain.baseSymbol}`, await stakedBy(chain.rpcUrl, address));
    for (const asset of chain.assets) balances.set(`${address} ${asset.symbol}`, await reader.balance(address, asset));
  }
  return { payments, receipts, balances, staked, stakes, failed, nonceGaps: new Map() };
}
