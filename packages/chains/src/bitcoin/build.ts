import { type Intent, inscriptionOf } from '@holdfast/policy';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { p2pkh, p2tr, p2wpkh, RawTx, SigHash, Transaction } from '@scure/btc-signer';
import { ChainError } from '../errors.ts';
import { isSystem, splitPath } from '../path-text.ts';
import { checkFee, checkPathOf, readTransfer } from '../transfer.ts';
import type { ChainConfig, KeyAt } from '../types.ts';
import { hash256, isTaproot, isTaprootScript, readAddress } from './address.ts';
import { settle } from './coins.ts';
import { facts } from './facts.ts';
import { type Network, networkOf } from './network.ts';
import { maxInputs } from './plan.ts';
import { countInputs, dustLimit, readFeeRate } from './size.ts';
import type { BitcoinPlan, BitcoinPlanInput, UnsignedBitcoinTx } from './types.ts';

/** BIP125: can be replaced, and locks are not in force. */
export const replaceable = 0xfffffffd;

interface Spend {
  readonly input: BitcoinPlanInput;
  readonly publicKey: Uint8Array;
  readonly script: Uint8Array;
  readonly amount: bigint;
}

/** What our key at a path is paid to: P2WPKH, or P2TR by its key alone (BIP 86). */
export const payTo = (publicKey: Uint8Array, path: string, network: Network) =>
  isTaproot(path) ? p2tr(publicKey.subarray(1), undefined, network) : p2wpkh(publicKey, network);

/** Finds the spent output inside the previous transaction and makes sure that it is that transaction, and ours. */
function readSpend(input: BitcoinPlanInput, publicKey: Uint8Array, network: Network): Spend {
  let previous: ReturnType<typeof RawTx.decode>;
  try {
    previous = RawTx.decode(hexToBytes(input.prevTx));
  } catch {
    throw new ChainError('prevTxMismatch', `${input.txid}: not a transaction`);
  }
  const id = bytesToHex(hash256(RawTx.encode({ ...previous, segwitFlag: false })).reverse());
  const output = previous.outputs[input.vout];
  if (id !== input.txid || !output) throw new ChainError('prevTxMismatch', `${input.txid}:${input.vout}`);
  const { script } = payTo(publicKey, input.path, network);
  if (bytesToHex(script) !== bytesToHex(output.script)) throw new ChainError('notOurs', `${input.txid}:${input.vout}`);
  return { input, publicKey, script, amount: output.amount };
}

function readSpends(chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): Spend[] {
  const outpoints = new Set(plan.inputs.map((input) => `${input.txid}:${input.vout}`));
  if (plan.inputs.length === 0 || plan.inputs.length > maxInputs || outpoints.size !== plan.inputs.length)
    throw new ChainError('badPlan', 'inputs');
  return plan.inputs.map((input) => {
    checkPathOf(facts, intent, input.path);
    return readSpend(input, keyAt(input.path), networkOf(chain));
  });
}

/** The change goes to a system address of the same sub-wallet or nowhere. */
function changeAddress(chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): string | undefined {
  if (plan.changePath === '') return undefined;
  checkPathOf(facts, intent, plan.changePath);
  if (!isSystem(splitPath(plan.changePath).branch)) throw new ChainError('badPath', plan.changePath);
  return payTo(keyAt(plan.changePath), plan.changePath, networkOf(chain)).address;
}

export const scriptOf = (address: string, network: Network): Uint8Array => {
  const reading = readAddress(address, network);
  if (typeof reading === 'string') throw new ChainError('badAddress', address);
  return reading.script;
};

/** BIP143, whose script code of P2WPKH is the P2PKH script of the same key; BIP341 of P2TR, with all scripts and amounts that are spent. */
function sighashOf(tx: Transaction, index: number, spends: readonly Spend[], spend: Spend) {
  const { path } = spend.input;
  if (isTaproot(path)) {
    const [scripts, amounts] = [spends.map(({ script }) => script), spends.map(({ amount }) => amount)];
    const digest = bytesToHex(tx.preimageWitnessV1(index, scripts, SigHash.DEFAULT, amounts));
    return { scheme: 'schnorr', path, digest } as const;
  }
  const code = p2pkh(spend.publicKey).script;
  const digest = bytesToHex(tx.preimageWitnessV0(index, code, SigHash.ALL, spend.amount));
  return { scheme: 'ecdsa', path, digest } as const;
}

/**
 * What is sent with everything that is inscribed on it is spent first and paid first, and the payee gets all of its sats: so none of them is a fee or comes back, and none
 * of another input goes along.
 */
function checkWhole(intent: Intent, plan: BitcoinPlan, spends: readonly Spend[]): void {
  const named = inscriptionOf(intent);
  const [first] = spends;
  if (!named || !first) return;
  const { txid, vout, path } = first.input;
  if (`${txid}:${vout}` !== named.outpoint) throw new ChainError('badPlan', `inputs[0] is not ${named.outpoint}`);
  if (path !== intent.path) throw new ChainError('badPath', path);
  if (String(first.amount) !== intent.outputs[0]?.amount) throw new ChainError('badIntent', 'outputs[0].amount');
  // Its coins are the payee's, so that others pay the fee and something comes back.
  if (plan.changePath === '') throw new ChainError('changeNeeded', 'an inscription is sent whole');
}

/** A version 2 transaction: inputs as planned, outputs as intended, change last. @throws ChainError */
export function buildPayment(chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): UnsignedBitcoinTx {
  const network = networkOf(chain);
  const transfer = readTransfer(facts, chain, intent);
  if (payTo(keyAt(intent.path), intent.path, network).address !== intent.from)
    throw new ChainError('notOurs', `${intent.from} is not at ${intent.path}`);
  const spends = readSpends(chain, intent, plan, keyAt);
  if (transfer.parent !== '' && !spends.some(({ input }) => input.txid === transfer.parent))
    throw new ChainError('badPlan', `spends nothing of ${transfer.parent}`);
  checkWhole(intent, plan, spends);
  const scripts = transfer.outputs.map((output) => scriptOf(output.address, network));
  for (const [n, script] of scripts.entries())
    if ((transfer.outputs[n]?.amount ?? 0n) < dustLimit(script)) throw new ChainError('dust', `outputs[${n}]`);
  const back = changeAddress(chain, intent, plan, keyAt);
  const paid = transfer.outputs.reduce((sum, output) => sum + output.amount, 0n);
  const total = spends.reduce((sum, spend) => sum + spend.amount, 0n);
  const rate = readFeeRate(plan.feeRate);
  const settled = settle(total, inputsOf(spends), paid, scripts, back ? scriptOf(back, network) : undefined, rate);
  if (!settled) throw new ChainError('insufficientInputs', `${total} for ${paid}`);
  if (scripts.length === 0 && settled.change === 0n) throw new ChainError('insufficientInputs', 'nothing comes back');
  if (back === undefined) refuseWaste(total, spends, paid, scripts, rate);
  checkFee(settled.fee, transfer.feeCap);

  const tx = new Transaction({ version: 2, lockTime: 0 });
  for (const { input, script, amount } of spends)
    tx.addInput({ txid: input.txid, index: input.vout, sequence: replaceable, witnessUtxo: { script, amount } });
  for (const output of transfer.outputs) tx.addOutputAddress(output.address, output.amount, network);
  if (back !== undefined && settled.change > 0n) tx.addOutputAddress(back, settled.change, network);
  return {
    family: 'bitcoin',
    chain: chain.id,
    bytes: bytesToHex(tx.unsignedTx),
    sighashes: spends.map((spend, n) => sighashOf(tx, n, spends, spend)),
    fee: String(settled.fee),
    conflict: {
      family: 'bitcoin',
      chain: chain.id,
      outpoints: plan.inputs.map((input) => `${input.txid}:${input.vout}`),
    },
    inputs: spends.map(({ input, publicKey }) => ({
      path: input.path,
      publicKey: bytesToHex(publicKey),
      prevTx: input.prevTx,
    })),
  };
}

const inputsOf = (spends: readonly Spend[]) => countInputs(spends.map(({ input }) => input));

/** Scripts of our own outputs, as far as their length and kind count. */
const longest = { script: new Uint8Array([0x51, 32, ...new Uint8Array(32)]) };
const shortest = { script: new Uint8Array([0, 20, ...new Uint8Array(20)]) };

/** Without a change path, what is left over goes to the miner: allowed only when a change output would not be worth making. */
function refuseWaste(
  total: bigint,
  spends: readonly Spend[],
  paid: bigint,
  scripts: readonly Uint8Array[],
  rate: bigint,
): void {
  // It has the form of a payee, where keys of ours have that; else the shorter one, which is worth making sooner.
  const { script } =
    scripts.some(isTaprootScript) || spends.some(({ input }) => isTaproot(input.path)) ? longest : shortest;
  const withChange = settle(total, inputsOf(spends), paid, scripts, script, rate);
  if ((withChange?.change ?? 0n) > 0n) throw new ChainError('changeNeeded', `${withChange?.change} left over`);
}
