import { fromUnits } from '@holdfast/money';
import { kindRecords } from '@holdfast/policy';
import type { OrderRequest, StakeKind } from '../request.ts';
import type { OrderKindRecord } from './kind.ts';

/** As the intent's own schema asks it, so that no such order is ever written without one that signers read. */
function misfitOf(kind: StakeKind, { outputs, call, from, path, asset }: OrderRequest): string | undefined {
  const { staking } = kindRecords[kind];
  const [output] = outputs;
  if (!staking || !output || outputs.length !== 1 || output.memo !== '') return 'outputs';
  if (asset.contract !== '') return 'asset';
  if ((call !== '') !== staking.amount) return 'call';
  if (output.amount > 0n !== staking.amount) return 'amount';
  const isOwn = output.address === from && output.path === path;
  return staking.receiver === isOwn ? 'outputs' : undefined;
}

const staking = (kind: StakeKind, goes: OrderKindRecord['goes']): OrderKindRecord => ({
  intent: kind,
  goes,
  pays: false,
  counts: false,
  deed: () => kind,
  listed: 'withdraw',
  misfit: (request) => misfitOf(kind, request),
  told: ({ chain, asset, outputs: [output], call }) => ({
    chain: chain.id,
    symbol: asset.symbol,
    ...(output && output.amount > 0n ? { amount: fromUnits(output.amount, asset.decimals) } : {}),
    ...(call === '' ? {} : { call }),
    ...(kindRecords[kind].staking?.receiver && output ? { to: output.address } : {}),
  }),
});

/** Coins of a sub-wallet become stake. */
export const stake = staking('stake', 'staked');
/** Staked coins begin to come back; the chain gives what has come back by then at once. */
export const unstake = staking('unstake', 'nowhere');
/** What has come back is available again. */
export const unfrozen = staking('unfrozen', 'nowhere');
/** Another account uses what comes of staked coins. */
export const delegate = staking('delegate', 'nowhere');
/** It does no longer. */
export const reclaim = staking('reclaim', 'nowhere');
