import { toUnits } from '@holdfast/money';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { FaucetError } from '../faucet/errors.ts';
import type { Call } from '../json-rpc.ts';
import { regtest } from './output.ts';

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
  /** How many unconfirmed payments of ours it hangs on. */
  readonly depth: number;
}

interface Unspent {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
  readonly height: number;
  readonly coinbase: boolean;
}

/** Purse of a chain whose coins have no value; the key is 32 bytes of 0x42. */
const secret = new Uint8Array(32).fill(0x42);
const purse = p2wpkh(secp256k1.getPublicKey(secret, true), regtest);
export const purseAddress = purse.address ?? '';

/** Block rewards of the first ten blocks are ripe then: 500 BTC. */
const openingHeight = 110;
/** Below the mempool's limit of 25. */
const maxDepth = 20;
const feeRate = 5n;
const leastChange = 10_000n;

/** A fresh chain gets its first blocks. */
export async function fillPurse(call: Call): Promise<void> {
  const height = await call<number>('getblockcount');
  if (height < openingHeight) await call('generatetoaddress', openingHeight - height, purseAddress);
}

/** What is ripe and unspent, the mempool counted. */
async function scanPurse(call: Call): Promise<Coin[]> {
  const { height, unspents } = await call<{ height: number; unspents: Unspent[] }>('scantxoutset', 'start', [
    `addr(${purseAddress})`,
  ]);
  const ripe = unspents.filter((coin) => !coin.coinbase || height + 1 - coin.height >= 100);
  const free = await Promise.all(ripe.map((coin) => call('gettxout', coin.txid, coin.vout, true)));
  return ripe
    .filter((_, n) => free[n] !== null)
    .map(({ txid, vout, amount }) => ({ txid, vout, amount: BigInt(Math.round(amount * 1e8)), depth: 0 }));
}

function pay(coins: readonly Coin[], address: string, amount: bigint): { raw: string; txid: string; change: bigint } {
  const total = coins.reduce((sum, coin) => sum + coin.amount, 0n);
  const fee = (11n + BigInt(coins.length) * 69n + 2n * 43n) * feeRate;
  const change = total - amount - fee;
  const tx = new Transaction();
  for (const coin of coins) {
    const witnessUtxo = { script: purse.script, amount: coin.amount };
    tx.addInput({ txid: coin.txid, index: coin.vout, sequence: 0xfffffffd, witnessUtxo });
  }
  try {
    tx.addOutputAddress(address, amount, regtest);
  } catch {
    throw new FaucetError('not an address of this chain');
  }
  if (change >= leastChange) tx.addOutputAddress(purseAddress, change, regtest);
  tx.sign(secret);
  tx.finalize();
  return { raw: tx.hex, txid: tx.id, change };
}

export interface BitcoinFaucet {
  /** @returns the transaction's id */
  fund(address: string, amount: string): Promise<string>;
}

/** Payments run one after another, each spending what the one before left over. */
export function bitcoinFaucet(call: Call): BitcoinFaucet {
  let coins: Coin[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  const take = (needed: bigint): Coin[] | undefined => {
    const usable = coins.filter((coin) => coin.depth < maxDepth).toSorted((a, b) => Number(b.amount - a.amount));
    const taken: Coin[] = [];
    for (const coin of usable) {
      if (taken.reduce((sum, other) => sum + other.amount, 0n) >= needed) break;
      taken.push(coin);
    }
    return taken.reduce((sum, coin) => sum + coin.amount, 0n) >= needed ? taken : undefined;
  };

  const choose = async (needed: bigint): Promise<Coin[]> => {
    const known = take(needed);
    if (known) return known;
    coins = await scanPurse(call);
    const scanned = take(needed);
    if (scanned) return scanned;
    await call('generatetoaddress', 1, purseAddress);
    coins = await scanPurse(call);
    return take(needed) ?? Promise.reject(new FaucetError('the faucet does not have so much: mine some blocks'));
  };

  const fund = async (address: string, amount: string): Promise<string> => {
    const units = toUnits(amount, 8);
    const chosen = await choose(units + 100_000n);
    const { raw, txid, change } = pay(chosen, address, units);
    try {
      await call('sendrawtransaction', raw);
    } catch (error) {
      coins = [];
      throw new FaucetError((error as Error).message);
    }
    const depth = Math.max(...chosen.map((coin) => coin.depth)) + 1;
    coins = coins.filter((coin) => !chosen.includes(coin));
    if (change >= leastChange) coins.push({ txid, vout: 1, amount: change, depth });
    return txid;
  };

  return {
    fund(address, amount) {
      const result = queue.catch(() => undefined).then(() => fund(address, amount));
      queue = result;
      return result;
    },
  };
}
