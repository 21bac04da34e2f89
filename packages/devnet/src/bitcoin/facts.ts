import type { ChainConfig } from '@holdfast/chains';
import { toUnits } from '@holdfast/money';
import { type Call, rpcClient } from '../json-rpc.ts';
import type { ChainFacts, Movement } from '../movements.ts';

interface Tx {
  readonly txid: string;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly {
    readonly value: number;
    readonly n: number;
    readonly scriptPubKey: { readonly address?: string };
  }[];
}

async function transactions(rpc: Call): Promise<Tx[]> {
  const tip = await rpc<number>('getblockcount');
  const all: Tx[] = [];
  for (let height = 0; height <= tip; height++) {
    const hash = await rpc<string>('getblockhash', height);
    all.push(...(await rpc<{ tx: Tx[] }>('getblock', hash, 2)).tx);
  }
  return all;
}

interface Fold {
  /** outpoint → what lies there, of ours. */
  readonly coins: Map<string, Movement>;
  readonly payments: Movement[];
  readonly receipts: Movement[];
}

/** Takes one transaction, in the chain's order: what it spends of ours makes its outputs payments or change, else receipts. */
function take(fold: Fold, tx: Tx, symbol: string, ours: ReadonlySet<string>): void {
  const spent = tx.vin.map(({ txid, vout }) => `${txid}:${vout}`).filter((outpoint) => fold.coins.delete(outpoint));
  for (const { value, n, scriptPubKey } of tx.vout) {
    // A node writes at most eight places; a double holds every amount of coins there are exactly enough for that.
    const movement = {
      txid: tx.txid,
      symbol,
      address: scriptPubKey.address ?? '',
      units: toUnits(value.toFixed(8), 8),
    };
    const mine = ours.has(movement.address);
    if (mine) fold.coins.set(`${tx.txid}:${n}`, movement);
    if (mine && spent.length === 0) fold.receipts.push(movement);
    if (!mine && spent.length > 0) fold.payments.push(movement);
  }
}

/** Everything that happened between us and others on a Bitcoin chain, by playing every block from the first. */
export async function bitcoinFacts(chain: ChainConfig, ours: ReadonlySet<string>): Promise<ChainFacts> {
  const fold: Fold = { coins: new Map(), payments: [], receipts: [] };
  for (const tx of await transactions(rpcClient(chain.rpcUrl))) take(fold, tx, chain.baseSymbol, ours);
  const balances = new Map([...ours].map((address) => [`${address} ${chain.baseSymbol}`, 0n]));
  for (const { address, symbol, units } of fold.coins.values())
    balances.set(`${address} ${symbol}`, (balances.get(`${address} ${symbol}`) ?? 0n) + units);
  return { payments: fold.payments, receipts: fold.receipts, balances, failed: [], nonceGaps: new Map() };
}
