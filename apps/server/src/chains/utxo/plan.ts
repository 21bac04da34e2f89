import { branchFor, type ChainConfig } from '@holdfast/chains';
import { utxoReader } from '@holdfast/chains/rpc';
import type { Db } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';
import type { OnChain, Payable, Reserve, Wait } from '../plans.ts';
import { choiceOf } from './choice.ts';
import { type FreeCoin, leftOf, lockFreeCoins, rawTxsOf, reserveCoins, sumOf } from './coins.ts';
import { noteSourcesOf } from './sources.ts';
import { findUnderWay, lockUnderWay } from './unconfirmed.ts';

/** The sub-wallet's first address for change: of the payee's form where it has one, so that what comes back is not told apart by it. */
export const changeOf = (
  db: Db,
  chain: ChainConfig,
  { workspaceId, subWalletId, outputs }: Pick<Payable, 'workspaceId' | 'subWalletId' | 'outputs'>,
) => {
  const form = utxoFamily(chain).changeForm(
    chain,
    outputs.map(({ address }) => address),
  );
  return db
    .selectFrom('addresses')
    .select(['path', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', '=', chain.id)
    .where('branch', 'in', [branchFor.system(0), branchFor.system(form)])
    .orderBy('branch', 'desc')
    .orderBy('index')
    .executeTakeFirstOrThrow();
};

/** Waits for coins: for larger ones where those that are free would do but are too many for one transaction, which the timeline then tells. */
function waitOf(chain: ChainConfig, coins: readonly FreeCoin[], { outputs, maxFee }: Payable): Wait {
  const wait = 'waiting_for_coins';
  const { maxInputs, carriable } = utxoFamily(chain);
  const room = carriable(coins);
  if (sumOf(coins) < sumOf(outputs) + maxFee) return { wait };
  if (room.length > maxInputs)
    return {
      wait,
      detail: { reason: `it would take more than ${maxInputs} coins, the most that one transaction spends` },
    };
  if (room.length === coins.length) return { wait };
  const reason = `it would take more than ${room.length} coins, as the transactions that made the others are too long for one message to the signers`;
  return { wait, detail: { reason } };
}

const keyOf = ({ txid, vout }: Pick<FreeCoin, 'txid' | 'vout'>): string => `${txid}:${vout}`;
const choiceAway: Wait = {
  wait: 'waiting_for_coins',
  detail: { reason: 'an output that was chosen for it cannot be spent now' },
};

/** The first that goes: without any of what waits for its block, then with one after another of it. */
function firstOf<T>(spare: readonly FreeCoin[], select: (spare: readonly FreeCoin[]) => T | undefined): T | undefined {
  for (let count = 0; count <= spare.length; count++) {
    const found = select(spare.slice(0, count));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Chooses coins nobody else has chosen, or takes those that members chose for it, and promises them to the order. What comes back of payments that wait for their block is
 * taken where the others do not suffice, and members let it. The rate is what was agreed to, or the least that the node takes by now.
 */
export async function prepare({ db, chain, reader }: OnChain, from: string): Promise<Reserve> {
  const node = utxoReader(reader);
  const least = await node.leastFees();
  const underWay = await findUnderWay(db, chain, node, from);
  return async (tx, order) => {
    const waiting = await lockUnderWay(tx, chain, order.subWalletId, underWay);
    const isLeft = ({ left_by }: FreeCoin): boolean => left_by.length > 0;
    const confirmed = await lockFreeCoins(tx, order.subWalletId, chain.id, order.id);
    const free = [...confirmed, ...waiting.filter(isLeft)];
    const chosen = await choiceOf(tx, order.id);
    if (!chosen.every((key) => free.some((coin) => keyOf(coin) === key))) return choiceAway;
    const change = await changeOf(tx, chain, order);
    const family = utxoFamily(chain);
    const fees = family.raiseFees(order.feePlan, least);
    const first = new Set([...chosen, ...leftOf(free, family.maxInputs - chosen.length)]);
    const coins = chosen.length === 0 ? free : free.filter((coin) => first.has(keyOf(coin)));
    const request = { outputs: order.outputs, changeAddress: change.address, first };
    // Coins that leave too little for change pay it as a fee; others may do without.
    const capped = { ...request, maxFee: order.maxFee };
    const spare = chosen.length > 0 ? [] : waiting.filter((coin) => !isLeft(coin));
    const selection = firstOf(spare, (more) => family.selectCoins(chain, [...coins, ...more], capped, fees));
    if (!selection) {
      const isFee = chosen.length > 0 || family.selectCoins(chain, coins, request, fees) !== undefined;
      // What was chosen sufficed for the amount and the highest fee.
      return isFee ? { wait: 'fee_above_cap' } : waitOf(chain, coins, order);
    }
    await reserveCoins(tx, chain.id, selection.coins, order.id);
    const raws = await rawTxsOf(tx, chain.id, selection.coins);
    const inNoBlock = selection.coins.filter(({ txid }) => underWay.has(txid));
    for (const { txid } of inNoBlock) await noteSourcesOf(tx, chain, txid, raws.get(txid) ?? '');
    const inputs = selection.coins.map(({ txid, vout, path }) => ({ txid, vout, path, prevTx: raws.get(txid) ?? '' }));
    return { plan: family.planWith(inputs, selection.change > 0n ? change.path : '', fees) };
  };
}
