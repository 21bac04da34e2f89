import { parentOf } from '@holdfast/policy';
import type { Comparison, Same } from '../family.ts';
import { isSystem, splitPath } from '../path-text.ts';
import { checkPathOf } from '../transfer.ts';
import type { ChainConfig, KeyAt } from '../types.ts';
import { expectedFee } from './expected-fee.ts';
import { facts } from './facts.ts';
import { parseTx } from './parse.ts';
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
    const address = ownAddress(chain, keyAt, input.path);
    same(`sources[${n}]`, `${input.path} ${address}`, `${decoded.sources[n]?.path} ${decoded.sources[n]?.address}`);
    same(`sighashes[${n}]`, input.path, decoded.sighashes[n]?.path);
  }
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
  const change = plan.changePath === '' ? '' : ownAddress(chain, comparison.keyAt, plan.changePath);
  same('plan.feeRate', expectedFee(chain, decoded, plan, payees, change), decoded.fee);
}
