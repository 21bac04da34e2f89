import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { regtest } from '../src/bitcoin/output.ts';
import { parseTx } from '../src/bitcoin/transaction.ts';

const secret = new Uint8Array(32).fill(9);
export const purse = p2wpkh(secp256k1.getPublicKey(secret, true), regtest);
export const home = purse.address ?? '';
export const away = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(11), true), regtest).address ?? '';

/** What an output has to hold that pays an address. */
export const scriptOf = (address: string): Uint8Array => OutScript.encode(Address(regtest).decode(address));

export interface Coin {
  readonly txid: string;
  readonly index: number;
  readonly amount: bigint;
}

export interface Spend {
  /** Beside the change, which comes last. */
  readonly outputs?: readonly { readonly script?: Uint8Array; readonly amount: bigint }[];
  readonly fee?: bigint;
  readonly sequence?: number;
  readonly lockTime?: number;
  /** A coin that needs no signature. */
  readonly open?: Coin & { readonly script: Uint8Array; readonly witness?: Uint8Array[] };
}

/** Pays coins of `home` back to it, or to what is said. */
export function pay(coin: Coin, { outputs = [], fee = 1_000n, sequence = 0xfffffffd, lockTime = 0, open }: Spend = {}) {
  const tx = new Transaction({ version: 2, lockTime, allowUnknownOutputs: true, disableScriptCheck: true });
  const witnessUtxo = { script: purse.script, amount: coin.amount };
  tx.addInput({ txid: coin.txid, index: coin.index, sequence, witnessUtxo });
  for (const { script = purse.script, amount } of outputs) tx.addOutput({ script, amount });
  const paid = outputs.reduce((sum, { amount }) => sum + amount, fee) - (open?.amount ?? 0n);
  if (coin.amount > paid) tx.addOutput({ script: purse.script, amount: coin.amount - paid });
  if (open) {
    const spent = open.witness ? { finalScriptWitness: open.witness } : { finalScriptSig: new Uint8Array() };
    const own = { script: open.script, amount: open.amount };
    tx.addInput({ txid: open.txid, index: open.index, sequence, witnessUtxo: own, ...spent });
  }
  tx.signIdx(secret, 0);
  tx.finalizeIdx(0);
  const hex = Buffer.from(tx.toBytes(true, true)).toString('hex');
  return { id: parseTx(hex).id, hex };
}

/** The change of `pay`: its last output. */
export const changeOf = (tx: { readonly id: string }, index: number, amount: bigint): Coin => ({
  txid: tx.id,
  index,
  amount,
});
