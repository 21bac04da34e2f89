import { type Intent, inscriptionOf, parentOf, stepOf } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Comparison, Same } from '../family.ts';
import { isSystem, splitPath } from '../path-text.ts';
import { checkPathOf } from '../transfer.ts';
import type { ChainConfig, KeyAt } from '../types.ts';
import { addressOfScript } from './address.ts';
import { expectedFee } from './expected-fee.ts';
import { facts } from './facts.ts';
import { leafWith, scriptOfLeaf } from './leaf.ts';
import { networkOf } from './network.ts';
import { parseTx } from './parse.ts';
import { leafPathOf, stepAsPayment, textOfPayment } from './steps.ts';
import type { BitcoinPlan } from './types.ts';

const ownAddress = (chain: ChainConfig, keyAt: KeyAt, path: string): string =>
  facts.addressOf(chain, keyAt(path), path);

function compareInputs({ chain, intent, decoded, plan, keyAt }: Comparison<BitcoinPlan>, same: Same): void {
  const outpoints = 'outpoints' in decoded.conflict ? decoded.conflict.outpoints : [];
  same('plan.inputs', String(plan.inputs.length), String(outpoints.length));
  const parent = parentOf(intent);
  const spent = outpoints.map((outpoint) => outpoint.slice(0, outpoint.indexOf(':')));
  if (parent !== '' && !spent.includes(parent)) same('call', parent, '');
  for (const [n, input] of plan.inputs.entries()) {
    checkPathOf(facts, intent, input.path);
    same(`plan.inputs[${n}]`, `${input.txid}:${input.vout}`, outpoints[n]);
    same(`plan.inputs[${n}].prevTx`, input.txid, parseTx(input.prevTx).txid);
    // The commit is nobody's by a key alone.
    const address = stepOf(intent) === 1 ? commitAddressOf(chain, intent, keyAt) : ownAddress(chain, keyAt, input.path);
    same(`sources[${n}]`, `${input.path} ${address}`, `${decoded.sources[n]?.path} ${decoded.sources[n]?.address}`);
    same(`sighashes[${n}]`, input.path, decoded.sighashes[n]?.path);
  }
}

/** The leaf that a step's payment means, by `leaf.ts`. */
const leafOf = (intent: Intent, keyAt: KeyAt): Uint8Array => leafWith(textOfPayment(intent), keyAt(leafPathOf(intent)));
const commitAddressOf = (chain: ChainConfig, intent: Intent, keyAt: KeyAt): string =>
  addressOfScript(scriptOfLeaf(leafOf(intent, keyAt)), networkOf(chain)) ?? '';

/** What a step asks for in the chain's own coin, the commit's address by the second way. */
export const bitcoinStep = (chain: ChainConfig, intent: Intent, plan: BitcoinPlan, keyAt: KeyAt): Intent =>
  stepAsPayment(chain, intent, plan, commitAddressOf(chain, intent, keyAt), leafOf(intent, keyAt));

/** What is inscribed goes whole: its output is spent first, and the payee, who is paid first, has all of its sats. */
function compareInscribed({ chain, intent, decoded, plan, keyAt, payees }: Comparison<BitcoinPlan>, same: Same): void {
  const [named, step] = [inscriptionOf(intent), stepOf(intent)];
  if (!named && step !== 2) return;
  const [first] = 'outpoints' in decoded.conflict ? decoded.conflict.outpoints : [];
  if (named) same('call', named.outpoint, first);
  else {
    const [input] = plan.inputs;
    const [reveal, commit] = [parseTx(input?.prevTx ?? ''), parseTx(plan.commit ?? '')];
    const spent = reveal.inputs[0];
    same('plan.commit', commit.txid, reveal.inputs.length === 1 ? spent?.txid : '');
    const script = commit.outputs[spent?.vout ?? -1]?.script ?? new Uint8Array();
    same('plan.commit', bytesToHex(scriptOfLeaf(leafOf(intent, keyAt))), bytesToHex(script));
    same('plan.inputs[0]', `${reveal.txid}:0`, first);
  }
  same('sources[0].path', intent.path, decoded.sources[0]?.path);
  same('sources[0].amount', String(payees[0]?.amount), decoded.sources[0]?.amount);
  same('from', ownAddress(chain, keyAt, intent.path), decoded.sources[0]?.address);
}

/** Change goes to a system branch of the same sub-wallet: a path elsewhere would hand money to another owner. */
function compareChange({ chain, intent, extra, plan, keyAt }: Comparison<BitcoinPlan>, same: Same): void {
  const { changePath } = plan;
  if (changePath !== '') {
    checkPathOf(facts, intent, changePath);
    same('plan.changePath', 'system', isSystem(splitPath(changePath).branch) ? 'system' : 'user');
  }
  if (extra.length === 0) return;
  const address = changePath === '' ? '' : ownAddress(chain, keyAt, changePath);
  same('change', address, extra.map((output) => output.address).join());
}

export function compareBitcoin(comparison: Comparison<BitcoinPlan>, same: Same): void {
  const { chain, decoded, plan, payees } = comparison;
  compareInputs(comparison, same);
  compareChange(comparison, same);
  compareInscribed(comparison, same);
  // The commit has fixed the reveal's fee.
  if (stepOf(comparison.intent) === 1) return;
  const change = plan.changePath === '' ? '' : ownAddress(chain, comparison.keyAt, plan.changePath);
  same('plan.feeRate', expectedFee(chain, decoded, plan, payees, change), decoded.fee);
}
