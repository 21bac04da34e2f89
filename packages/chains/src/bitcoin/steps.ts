import { type Intent, isStep, stepOf, tickOf, transferText } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import { ChainError } from '../errors.ts';
import { formatPath } from '../path-text.ts';
import { checkFee, nativeAsset, readUnits } from '../transfer.ts';
import type { ChainConfig, FeePlan, KeyAt } from '../types.ts';
import { buildPayment, payTo, replaceable, scriptOf } from './build.ts';
import { type Commit, commitTo, committed, postage } from './envelope.ts';
import { facts } from './facts.ts';
import { leafHash } from './leaf.ts';
import { networkOf } from './network.ts';
import { parseTx } from './parse.ts';
import { bip341Digest } from './sighash.ts';
import { feeFor, readFeeRate, usual, vsizeOf } from './size.ts';
import type { BitcoinPlan, UnsignedBitcoinTx } from './types.ts';

/**
 * A payment of BRC-20 in its three transactions. What each pays follows from the intent: the first commits to exactly the text that the intent means, the second spends
 * nothing but such a commit to the payer's own address, and the third sends what a commit to that text has revealed, whole, to the payee.
 */

/** The key of a leaf: of the taproot branch for change, which signs by Schnorr alone (decision 0036). */
export const leafPathOf = (intent: Pick<Intent, 'wallet'>): string =>
  formatPath({ coin: facts.coinType, wallet: Number(intent.wallet), branch: 3, index: 0 });

/** What the payment inscribes. @throws ChainError `badIntent` */
export function textOfPayment({ asset, outputs }: Pick<Intent, 'asset' | 'outputs'>): string {
  const tick = tickOf(asset);
  if (tick === undefined) throw new ChainError('badIntent', 'asset');
  return transferText(tick, readUnits(outputs[0]?.amount ?? '', 'badIntent', 'outputs[0].amount'));
}

type Paid = Pick<Intent, 'asset' | 'outputs' | 'from' | 'wallet'>;
const commitOf = (chain: ChainConfig, intent: Pick<Paid, 'asset' | 'outputs' | 'wallet'>, keyAt: KeyAt): Commit =>
  commitTo(textOfPayment(intent), keyAt(leafPathOf(intent)), networkOf(chain));

/** The step as a payment of the chain's own coin, so that it is built as one. @param beside base units that the step costs beside its fee */
function plain(chain: ChainConfig, intent: Intent, address: string, amount: bigint, beside: bigint): Intent {
  const { symbol, contract, decimals } = nativeAsset(chain);
  const [maxFee, output] = [readUnits(intent.maxFee, 'badIntent', 'maxFee'), intent.outputs[0]];
  if (!output || maxFee < beside) throw new ChainError('feeAboveCap', `${beside} > ${maxFee}`);
  return {
    ...intent,
    ...{ kind: 'transfer', call: '', body: '', maxFee: String(maxFee - beside) },
    asset: { symbol, contract, decimals: String(decimals) },
    outputs: [{ ...output, address, amount: String(amount) }],
  };
}

/** With what a step costs beside the fee of its own transaction, so that all of them together say what has left. */
const costing = (unsigned: UnsignedBitcoinTx, beside: bigint): UnsignedBitcoinTx => ({
  ...unsigned,
  fee: String(BigInt(unsigned.fee) + beside),
});

/** Coins to the output that commits. All of it counts here: the reveal's fee, and the sats that go along. */
function buildCommit(chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): UnsignedBitcoinTx {
  const { address, leaf } = commitOf(chain, intent, keyAt);
  const amount = committed(leaf, scriptOf(intent.from, networkOf(chain)), readFeeRate(plan.feeRate));
  return costing(buildPayment(chain, plain(chain, intent, address, amount, amount), plan, keyAt), amount);
}

/** The commit is spent by its leaf, to the payer's own address: so the inscription is its first sat. */
function buildReveal(chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): UnsignedBitcoinTx {
  const network = networkOf(chain);
  const [input] = plan.inputs;
  const path = leafPathOf(intent);
  if (!input || plan.inputs.length !== 1 || plan.changePath !== '') throw new ChainError('badPlan', 'inputs');
  if (input.path !== path) throw new ChainError('badPath', input.path);
  if (payTo(keyAt(intent.path), intent.path, network).address !== intent.from)
    throw new ChainError('notOurs', `${intent.from} is not at ${intent.path}`);
  const { script, leaf, control } = commitOf(chain, intent, keyAt);
  const previous = parseTx(input.prevTx);
  const spent = previous.outputs[input.vout];
  if (previous.txid !== input.txid || !spent) throw new ChainError('prevTxMismatch', `${input.txid}:${input.vout}`);
  if (bytesToHex(spent.script) !== bytesToHex(script)) throw new ChainError('notOurs', `${input.txid}:${input.vout}`);
  const fee = spent.amount - postage;
  if (fee < 0n) throw new ChainError('insufficientInputs', String(spent.amount));
  checkFee(fee, readUnits(intent.maxFee, 'badIntent', 'maxFee'));
  checkFee(fee, BigInt(chain.maxFee));
  const tx = new Transaction({ version: 2, lockTime: 0 });
  tx.addInput({ txid: input.txid, index: input.vout, sequence: replaceable, witnessUtxo: spent });
  tx.addOutputAddress(intent.from, postage, network);
  const bytes = bytesToHex(tx.unsignedTx);
  const digest = bip341Digest(parseTx(bytes), 0, [spent], leafHash(leaf));
  const publicKey = bytesToHex(keyAt(path));
  return {
    family: 'bitcoin',
    chain: chain.id,
    bytes,
    sighashes: [{ scheme: 'schnorr', path, digest }],
    // The commit has paid it.
    fee: '0',
    conflict: {
      ...{ family: 'bitcoin', chain: chain.id, outpoints: [`${input.txid}:${input.vout}`] },
      makes: `${parseTx(bytes).txid}:0`,
    },
    inputs: [
      { path, publicKey, prevTx: input.prevTx, leaf: { script: bytesToHex(leaf), control: bytesToHex(control) } },
    ],
  };
}

/**
 * The first input is the first output of a transaction that spends a commit to this very text, and nothing else: such a commit is spent by its leaf alone, so the text is
 * inscribed on the sats that are sent.
 */
export function checkRevealed(plan: BitcoinPlan, commitScript: Uint8Array): void {
  const [first] = plan.inputs;
  if (!first || plan.commit === undefined) throw new ChainError('badPlan', 'commit');
  const [reveal, commit] = [parseTx(first.prevTx), parseTx(plan.commit)];
  const [spent] = reveal.inputs;
  const output = commit.outputs[spent?.vout ?? -1];
  const isOfCommit = reveal.inputs.length === 1 && spent?.txid === commit.txid && output !== undefined;
  if (!isOfCommit || bytesToHex(output.script) !== bytesToHex(commitScript)) throw new ChainError('badPlan', 'commit');
  if (first.vout !== 0 || reveal.outputs[0]?.amount !== postage) throw new ChainError('badPlan', 'inputs[0]');
}

/** What was revealed goes to the payee with its sats; others pay the fee. */
function buildSending(chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): UnsignedBitcoinTx {
  checkRevealed(plan, commitOf(chain, intent, keyAt).script);
  if (plan.inputs[0]?.path !== intent.path) throw new ChainError('badPath', plan.inputs[0]?.path ?? '');
  if (plan.changePath === '') throw new ChainError('changeNeeded', 'an inscription is sent whole');
  const payee = intent.outputs[0]?.address ?? '';
  return buildPayment(chain, plain(chain, intent, payee, postage, 0n), plan, keyAt);
}

const steps = [buildCommit, buildReveal, buildSending];

/** What the intent of a step asks for in the chain's own coin, as it is compared with its bytes. @throws ChainError */
export function stepAsPayment(
  chain: ChainConfig,
  intent: Intent,
  plan: BitcoinPlan,
  commitAddress: string,
  leaf: Uint8Array,
): Intent {
  const step = stepOf(intent);
  if (step === 1) return plain(chain, intent, intent.from, postage, 0n);
  if (step === 2) return plain(chain, intent, intent.outputs[0]?.address ?? '', postage, 0n);
  const amount = committed(leaf, scriptOf(intent.from, networkOf(chain)), readFeeRate(plan.feeRate));
  return plain(chain, intent, commitAddress, amount, amount);
}

/** The reveal of a commit. @param raw the commit's transaction, hex @throws ChainError `badBytes` */
export function revealPlan(intent: Intent, raw: string, { feeRate = '' }: FeePlan): BitcoinPlan {
  const { txid, stripped } = parseTx(raw);
  const input = { txid, vout: 0, prevTx: bytesToHex(stripped), path: leafPathOf(intent) };
  return { family: 'bitcoin', inputs: [input], changePath: '', feeRate };
}

/** With the commit, so that signers see what is sent. @param raw the commit's transaction, hex @throws ChainError `badBytes` */
export const sendingPlan = (plan: BitcoinPlan, raw: string): BitcoinPlan => ({
  ...plan,
  commit: bytesToHex(parseTx(raw).stripped),
});

/** The size of all three at their usual: one input and change each, and another that pays for the sending; with what is committed. @returns base units */
export function costOfSteps(chain: ChainConfig, intent: Paid, keyAt: KeyAt, { feeRate = '' }: FeePlan): bigint {
  const [rate, script] = [readFeeRate(feeRate), scriptOf(intent.from, networkOf(chain))];
  const { leaf } = commitOf(chain, intent, keyAt);
  // Two inputs that may be of the larger form, and outputs of the longest.
  const one = feeFor(vsizeOf(usual(3), [34, 34]), rate);
  const inscribed = committed(leaf, script, rate);
  const isLarge = inscribed > postage;
  return 2n * (one + (isLarge ? inscribed : postage));
}

/** A transaction of these inputs to these payees, change last; or a step of a payment. @throws ChainError */
export function buildBitcoin(chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): UnsignedBitcoinTx {
  if (!isStep(intent)) return buildPayment(chain, intent, plan, keyAt);
  const build = steps[stepOf(intent) ?? -1];
  if (!build) throw new ChainError('badIntent', 'call');
  return build(chain, intent, plan, keyAt);
}
