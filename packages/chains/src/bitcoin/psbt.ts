import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { ChainError } from '../errors.ts';
import type { Inspected, InspectionKeys } from '../models.ts';
import { splitPath } from '../path-text.ts';
import type { ChainConfig, Mismatch } from '../types.ts';
import { addressOfScript, hash160, isTaproot } from './address.ts';
import { networkOf } from './network.ts';
import { parseTx } from './parse.ts';
import type { BitcoinPlan, UnsignedBitcoinTx } from './types.ts';

interface Derivation {
  readonly fingerprint: number;
  readonly path: number[];
}
type Field = [Uint8Array, Derivation];
type TaprootField = [Uint8Array, { hashes: Uint8Array[]; der: Derivation }];

const derivationOf = (root: string, path: string): Derivation => {
  const { coin, wallet, branch, index } = splitPath(path);
  const identifier = hash160(hexToBytes(root));
  const fingerprint = new DataView(identifier.buffer, identifier.byteOffset, 4).getUint32(0);
  return { fingerprint, path: [coin, wallet, branch, index] };
};

/** How other tools are told that a key is ours: BIP 174, and of taproot BIP 371. */
function ownFields(path: string, { root, keyAt }: InspectionKeys) {
  const [key, der] = [keyAt(path), derivationOf(root, path)];
  if (!isTaproot(path)) return { bip32Derivation: [[key, der] as Field] };
  const internal = key.subarray(1);
  return { tapInternalKey: internal, tapBip32Derivation: [[internal, { hashes: [], der }] as TaprootField] };
}

/**
 * The transaction as a PSBT (BIP 174, version 0), base64, without signatures: previous transactions, and where our keys are derived. Nothing in it is secret but which
 * addresses are one owner's.
 */
export function psbtOf({ bytes, inputs }: UnsignedBitcoinTx, plan: BitcoinPlan, keys: InspectionKeys): string {
  const raw = parseTx(bytes);
  const tx = new Transaction({ version: raw.version, lockTime: raw.lockTime, allowUnknownOutputs: true });
  for (const [n, { txid, vout, sequence }] of raw.inputs.entries()) {
    const { path = '', prevTx = '' } = inputs[n] ?? {};
    const output = parseTx(prevTx).outputs[vout];
    if (!output) throw new ChainError('prevTxMismatch', `${txid}:${vout}`);
    tx.addInput({
      ...{ txid, index: vout, sequence, witnessUtxo: output },
      nonWitnessUtxo: hexToBytes(prevTx),
      ...ownFields(path, keys),
    } as Parameters<Transaction['addInput']>[0]);
  }
  for (const [n, { amount, script }] of raw.outputs.entries()) {
    const isChange = plan.changePath !== '' && n === raw.outputs.length - 1;
    const own = isChange ? ownFields(plan.changePath, keys) : {};
    tx.addOutput({ script, amount, ...own } as Parameters<Transaction['addOutput']>[0]);
  }
  return base64.encode(tx.toPSBT(0));
}

/** PSBT as base64 or hex. @throws ChainError `badBytes` */
function readPsbt(text: string): Transaction {
  const plain = text.replace(/\s/g, '');
  try {
    const bytes = /^70736274ff([0-9a-f]{2})*$/i.test(plain) ? hexToBytes(plain.toLowerCase()) : base64.decode(plain);
    return Transaction.fromPSBT(bytes, { allowUnknownInputs: true, allowUnknownOutputs: true });
  } catch {
    throw new ChainError('badBytes', 'no PSBT');
  }
}

type Input = ReturnType<Transaction['getInput']>;

function outpointOf({ txid, index }: Input): string {
  return txid && index !== undefined ? `${bytesToHex(txid)}:${index}` : '';
}

/** What it says that an input brings, where it says it: both places have to say the same as the previous transaction does. */
function claimsOf({ witnessUtxo, nonWitnessUtxo, index = -1 }: Input): string[] {
  const outputs = [witnessUtxo, nonWitnessUtxo?.outputs[index]];
  return outputs.flatMap((output) => (output ? [`${output.amount} ${bytesToHex(output.script)}`] : []));
}

const isSigned = ({ partialSig, tapKeySig, tapScriptSig, finalScriptWitness, finalScriptSig }: Input): boolean =>
  [partialSig, tapScriptSig, finalScriptWitness].some((some) => (some?.length ?? 0) > 0) ||
  tapKeySig !== undefined ||
  (finalScriptSig?.length ?? 0) > 0;

/** Reads a PSBT of another tool and compares it, field by field, with the transaction that is or will be signed. It is never signed itself. @throws ChainError `badBytes` */
export function inspectPsbt(chain: ChainConfig, { bytes, inputs }: UnsignedBitcoinTx, text: string): Inspected {
  const [theirs, ours, network] = [readPsbt(text), parseTx(bytes), networkOf(chain)];
  const differences: Mismatch[] = [];
  const same = (field: string, expected: string, found: string): void => {
    if (expected !== found) differences.push({ field, expected, found });
  };
  same('version', String(ours.version), String(theirs.version));
  same('lockTime', String(ours.lockTime), String(theirs.lockTime));
  same('inputs', String(ours.inputs.length), String(theirs.inputsLength));
  same('outputs', String(ours.outputs.length), String(theirs.outputsLength));
  const all = Array.from({ length: theirs.inputsLength }, (_, n) => theirs.getInput(n));
  for (const [n, own] of ours.inputs.entries()) {
    const input = all[n];
    if (!input) continue;
    same(`inputs[${n}]`, `${own.txid}:${own.vout}`, outpointOf(input));
    same(`inputs[${n}].sequence`, String(own.sequence), String(input.sequence ?? 0xffffffff));
    const spent = parseTx(inputs[n]?.prevTx ?? '').outputs[own.vout];
    const expected = spent ? `${spent.amount} ${bytesToHex(spent.script)}` : '';
    for (const claim of claimsOf(input)) same(`inputs[${n}].amount`, expected, claim);
  }
  const textOf = (script: Uint8Array): string => addressOfScript(script, network) ?? bytesToHex(script);
  for (const [n, own] of ours.outputs.entries()) {
    if (n >= theirs.outputsLength) continue;
    const { script = new Uint8Array(), amount = 0n } = theirs.getOutput(n);
    same(`outputs[${n}].address`, textOf(own.script), textOf(script));
    same(`outputs[${n}].amount`, String(own.amount), String(amount));
  }
  return { differences, signatures: all.filter(isSigned).length };
}
