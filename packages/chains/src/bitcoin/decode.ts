import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import type { ChainConfig, DecodedTx } from '../types.ts';
import { addressOfScript, isTaproot, ownScript } from './address.ts';
import { leafHash, scriptOfLeaf } from './leaf.ts';
import { type Network, networkOf } from './network.ts';
import { type ParsedTx, parseTx } from './parse.ts';
import { bip143Digest, bip341Digest } from './sighash.ts';
import type { UnsignedBitcoinTx } from './types.ts';

type Source = DecodedTx['sources'][number] & { readonly units: bigint };

type Output = ParsedTx['outputs'][number];

/** The output that an input spends, from the previous transaction and nowhere else: ours, by the key at its path, or one whose only way is the leaf that it is given with. */
function readSpent(tx: ParsedTx, n: number, unsigned: UnsignedBitcoinTx): Output {
  const [input, given] = [tx.inputs[n], unsigned.inputs[n]];
  if (!input || !given) throw new ChainError('badBytes', 'inputs');
  const previous = parseTx(given.prevTx);
  const output = previous.outputs[input.vout];
  if (previous.txid !== input.txid || !output) throw new ChainError('prevTxMismatch', `${input.txid}:${input.vout}`);
  const script = given.leaf
    ? scriptOfLeaf(hexToBytes(given.leaf.script))
    : ownScript(hexToBytes(given.publicKey), given.path);
  if (bytesToHex(output.script) !== bytesToHex(script)) throw new ChainError('notOurs', `${input.txid}:${input.vout}`);
  return output;
}

/** Amount and owner of one input, and that what is to be signed for it is that. */
function readSource(
  tx: ParsedTx,
  n: number,
  { inputs, sighashes }: UnsignedBitcoinTx,
  spent: readonly Output[],
  network: Network,
): Source {
  const [given, sighash, output] = [inputs[n], sighashes[n], spent[n]];
  if (!given || !sighash || !output) throw new ChainError('badBytes', 'inputs');
  const leaf = given.leaf && leafHash(hexToBytes(given.leaf.script));
  const [scheme, digest] = isTaproot(given.path)
    ? (['schnorr', bip341Digest(tx, n, spent, leaf)] as const)
    : (['ecdsa', bip143Digest(tx, n, hexToBytes(given.publicKey), output.amount)] as const);
  const isAsSpent = sighash.scheme === scheme && sighash.digest === digest && sighash.path === given.path;
  if (!isAsSpent) throw new ChainError('sighashMismatch', `input ${n}`);
  const address = addressOfScript(output.script, network) ?? '';
  return { path: given.path, address, amount: String(output.amount), units: output.amount };
}

/** Reads an unsigned transaction with our own parser and our own BIP143 and BIP341. @throws ChainError */
export function decodeBitcoin(chain: ChainConfig, unsigned: UnsignedBitcoinTx): DecodedTx {
  const network = networkOf(chain);
  const tx = parseTx(unsigned.bytes);
  if (tx.hasWitness || tx.version !== 2 || tx.lockTime !== 0) throw new ChainError('badBytes', 'form');
  if (tx.inputs.some((input) => input.scriptSig.length > 0)) throw new ChainError('badBytes', 'already signed');
  const counts = [unsigned.inputs.length, unsigned.sighashes.length];
  if (tx.inputs.length === 0 || counts.some((count) => count !== tx.inputs.length))
    throw new ChainError('badBytes', 'inputs');
  const spent = tx.inputs.map((_, n) => readSpent(tx, n, unsigned));
  const sources = tx.inputs.map((_, n) => readSource(tx, n, unsigned, spent, network));
  const outputs = tx.outputs.map(({ amount, script }) => {
    const address = addressOfScript(script, network);
    if (address === undefined) throw new ChainError('badBytes', 'an output without an address');
    return { address, amount: String(amount), contract: '' };
  });
  const paidIn = sources.reduce((sum, source) => sum + source.units, 0n);
  const fee = paidIn - tx.outputs.reduce((sum, output) => sum + output.amount, 0n);
  if (fee < 0n) throw new ChainError('insufficientInputs', `${-fee} missing`);
  return {
    family: 'bitcoin',
    chain: chain.id,
    sources: sources.map(({ path, address, amount }) => ({ path, address, amount })),
    outputs,
    fee: String(fee),
    conflict: {
      ...{ family: 'bitcoin', chain: chain.id, outpoints: tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`) },
      // A leaf inscribes what it says on the first sat. No signature changes this id: they all are in the witness (BIP 141).
      ...(unsigned.inputs.some(({ leaf }) => leaf) ? { makes: `${tx.txid}:0` } : {}),
    },
    sighashes: unsigned.sighashes,
    plan: { inputs: tx.inputs.map(({ txid, vout, sequence }) => ({ txid, vout, sequence })) },
  };
}
