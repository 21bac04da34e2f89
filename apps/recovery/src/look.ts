import { type AssetConfig, type ChainConfig, type FeePlan, familyOf } from '@holdfast/chains';
import {
  type AccountReader,
  accountReader,
  type ChainReader,
  isAway,
  readerOf,
  type TimedReader,
  type Transfer,
  type UtxoReader,
} from '@holdfast/chains/rpc';
import type { Holding } from './sweep/holdings.ts';

/** Where to look: our address at a path. */
export interface Place {
  readonly path: string;
  readonly address: string;
}

const blocksAtOnce = 100;
/** Consensus rule of Bitcoin: a mined coin cannot be spent before. */
const coinbaseDepth = 100;

const normalFees = async (reader: ChainReader): Promise<FeePlan> => (await reader.fees())[1].plan;

interface Held {
  readonly contract: string;
  readonly amount: bigint;
}

/** What lies at an address of each listed asset, with what `of` says of it. */
async function balancesAt<T>(
  chain: ChainConfig,
  reader: AccountReader | TimedReader,
  address: string,
  of: (held: Held, asset: AssetConfig) => Promise<T>,
) {
  const balances = [];
  for (const asset of chain.assets) {
    const { contract } = asset;
    const amount = await reader.balance(address, asset);
    if (amount > 0n) balances.push({ contract, amount: String(amount), ...(await of({ contract, amount }, asset)) });
  }
  return balances;
}

async function accountAt(
  chain: ChainConfig,
  reader: AccountReader,
  { path, address }: Place,
  to: string,
): Promise<Holding> {
  const family = familyOf(chain);
  const balances = await balancesAt(chain, reader, address, async ({ contract, amount }, asset) => {
    const without = family.model === 'account' ? family.gasWithoutEstimate(asset) : 0n;
    const asked = { from: address, to, amount: contract === '' ? 1n : amount, contract };
    return { gasLimit: String(await reader.estimateGas(asked).catch(() => without)) };
  });
  const nonce = String(await reader.nonce(address, 'pending'));
  return { model: 'account', chain: chain.id, path, nonce, fees: await normalFees(reader), balances };
}

async function timedAt(
  chain: ChainConfig,
  reader: TimedReader,
  { path, address }: Place,
  to: string,
): Promise<Holding> {
  const balances = await balancesAt(chain, reader, address, async (held) => ({
    energy: String((await reader.usage({ ...held, from: address, to, memo: '' })).energy),
  }));
  const [anchor, fees] = [await reader.anchor(), await normalFees(reader)];
  return { model: 'timed', chain: chain.id, path, anchor, fees, balances };
}

/** Every coin of ours in the blocks from `since` on, that nobody has spent, in a block or on the way into one. */
async function coinsAt(reader: UtxoReader, places: readonly Place[], since: number) {
  const pathOf = new Map(places.map(({ path, address }) => [address, path]));
  const { height } = await reader.tip();
  const found = new Map<string, Transfer & { readonly prevTx: string }>();
  for (let from = since; from <= height; from += blocksAtOnce) {
    const blocks = await reader.blocks(from, from + blocksAtOnce - 1, { watch: pathOf });
    for (const block of blocks) {
      const isRipe = ({ coinbase }: Transfer) => !coinbase || block.height + coinbaseDepth <= height;
      for (const one of block.transfers.filter(isRipe))
        found.set(`${one.txid}:${one.index}`, { ...one, prevTx: block.rawTxs.get(one.txid) ?? '' });
      for (const outpoint of block.spent) found.delete(outpoint);
    }
  }
  const coins = [];
  for (const { txid, index: vout, amount, prevTx, to } of found.values())
    if (await reader.unspent(txid, vout))
      coins.push({ path: pathOf.get(to) ?? '', txid, vout, amount: String(amount), prevTx });
  return coins;
}

/** The chain as each of its nodes is asked, the highest first, those that do not answer last. */
async function byNode(chain: ChainConfig): Promise<readonly ChainConfig[]> {
  const nodes = [chain.rpcUrl, ...(chain.moreRpcUrls ?? [])].map((rpcUrl) => ({ ...chain, rpcUrl }));
  if (nodes.length === 1) return nodes;
  const heights = await Promise.all(
    nodes.map((node) =>
      readerOf(node)
        .tip()
        .then(
          ({ height }) => height,
          () => -1,
        ),
    ),
  );
  const ranked = nodes.map((node, n) => ({ node, height: heights[n] ?? -1 }));
  return ranked.toSorted((a, b) => b.height - a.height).map(({ node }) => node);
}

/** What the first node says that answers: one node for all of it, so that what it says belongs together. @throws RpcError of the first, where none answers */
async function atOneNode<T>(chain: ChainConfig, ask: (node: ChainConfig) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (const node of await byNode(chain)) {
    try {
      return await ask(node);
    } catch (error) {
      if (!isAway(error)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Asks a node what lies at these addresses, and what a payment to `to` costs. Only assets that the chain's configuration lists are looked for.
 * @param since first block to look at, where coins are outputs of transactions
 * @throws RpcError
 */
export const lookAt = (chain: ChainConfig, places: readonly Place[], wanted: Wanted): Promise<Holding[]> =>
  atOneNode(chain, (node) => lookAtNode(node, places, wanted));

interface Wanted {
  readonly to: string;
  readonly since: number;
}

async function lookAtNode(chain: ChainConfig, places: readonly Place[], { to, since }: Wanted): Promise<Holding[]> {
  const reader = readerOf(chain);
  if (reader.model === 'utxo')
    return [
      {
        model: 'utxo',
        chain: chain.id,
        fees: await normalFees(reader),
        coins: await coinsAt(reader, places, since),
      },
    ];
  const held: Holding[] = [];
  if (reader.model === 'timed') {
    for (const place of places) held.push(await timedAt(chain, reader, place, to));
    return held;
  }
  for (const place of places) held.push(await accountAt(chain, accountReader(reader), place, to));
  return held;
}

/** Hands a signed transaction to a node. @throws RpcError when the outcome is unknown: sending it again is safe */
export async function send(chain: ChainConfig, raw: string): Promise<string> {
  const result = await atOneNode(chain, (node) => readerOf(node).broadcast(raw));
  return typeof result === 'string' ? result : `refused: ${result.refused} (${result.message})`;
}
