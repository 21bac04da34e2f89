import type { Intent } from '@holdfast/policy';
import { expectedFee } from './bitcoin/expected-fee.ts';
import { parseTx } from './bitcoin/parse.ts';
import { ChainError } from './errors.ts';
import { parsePath } from './path.ts';
import { rulesOf } from './rules.ts';
import { checkPathOf, readTransfer } from './transfer.ts';
import type { ChainConfig, DecodedTx, KeyAt, Mismatch, Plan } from './types.ts';

export interface CompareContext {
  readonly chain: ChainConfig;
  readonly plan: Plan;
  readonly keyAt: KeyAt;
}

/**
 * Everything in which a decoded transaction differs from what was approved: payees, amounts, asset, source, fee cap, change to
 * anything but our own system address, and the plan it claims to follow.
 * @returns empty when it does exactly what the intent says
 * @throws ChainError when the intent cannot be a payment on this chain at all
 */
export function compareWithIntent(intent: Intent, decoded: DecodedTx, context: CompareContext): Mismatch[] {
  const { chain, plan, keyAt } = context;
  if (plan.family !== chain.family) throw new ChainError('wrongFamily', plan.family);
  const rules = rulesOf(chain);
  const transfer = readTransfer(chain, intent, rules.checkAddress);
  const found: Mismatch[] = [];
  const same = (field: string, expected: string, seen: string | undefined): void => {
    if (expected !== seen) found.push({ field, expected, found: seen ?? '' });
  };
  same('chain', intent.chain, decoded.chain);
  same('family', chain.family, decoded.family);
  same('from', intent.from, rules.addressOf(chain, keyAt(transfer.path)));
  for (const [n, output] of transfer.outputs.entries()) {
    same(`outputs[${n}].address`, output.address, decoded.outputs[n]?.address);
    same(`outputs[${n}].amount`, String(output.amount), decoded.outputs[n]?.amount);
    same(`outputs[${n}].asset`, transfer.asset.contract, decoded.outputs[n]?.contract);
  }
  if (BigInt(decoded.fee) > transfer.feeCap) same('maxFee', String(transfer.feeCap), decoded.fee);
  const extra = decoded.outputs.slice(transfer.outputs.length);
  if (plan.family === 'evm') {
    same('outputs', '', extra.map((output) => output.address).join());
    compareEvm(intent, plan, decoded, same);
  } else {
    compareInputs(intent, plan, decoded, context, same);
    compareChange(intent, extra, plan.changePath, context, same);
    same('plan.feeRate', expectedFee(chain, decoded, plan, transfer.outputs), decoded.fee);
  }
  return found;
}

type Same = (field: string, expected: string, seen: string | undefined) => void;

function compareEvm(intent: Intent, plan: Plan & { family: 'evm' }, decoded: DecodedTx, same: Same): void {
  const read: Partial<Record<string, unknown>> = decoded.plan;
  for (const field of ['nonce', 'gasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const)
    same(`plan.${field}`, plan[field], String(read[field]));
  same('sources', `${intent.path} ${intent.from}`, decoded.sources.map((s) => `${s.path} ${s.address}`).join());
  same('sighashes', intent.path, decoded.sighashes.map((sighash) => sighash.path).join());
}

function compareInputs(
  intent: Intent,
  plan: Plan & { family: 'bitcoin' },
  decoded: DecodedTx,
  { chain, keyAt }: CompareContext,
  same: Same,
): void {
  const outpoints = decoded.conflict.family === 'bitcoin' ? decoded.conflict.outpoints : [];
  same('plan.inputs', String(plan.inputs.length), String(outpoints.length));
  for (const [n, input] of plan.inputs.entries()) {
    checkPathOf(chain, intent, input.path);
    same(`plan.inputs[${n}]`, `${input.txid}:${input.vout}`, outpoints[n]);
    same(`plan.inputs[${n}].prevTx`, input.txid, parseTx(input.prevTx).txid);
    const address = rulesOf(chain).addressOf(chain, keyAt(input.path));
    same(`sources[${n}]`, `${input.path} ${address}`, `${decoded.sources[n]?.path} ${decoded.sources[n]?.address}`);
    same(`sighashes[${n}]`, input.path, decoded.sighashes[n]?.path);
  }
}

/** Change goes to branch 1 of the same sub-wallet: a path elsewhere would hand money to another owner. */
function compareChange(
  intent: Intent,
  extra: DecodedTx['outputs'],
  changePath: string,
  { chain, keyAt }: CompareContext,
  same: Same,
): void {
  if (changePath !== '') {
    checkPathOf(chain, intent, changePath);
    same('plan.changePath', '1', String(parsePath(changePath).branch));
  }
  if (extra.length === 0) return;
  const address = changePath === '' ? '' : rulesOf(chain).addressOf(chain, keyAt(changePath));
  same('change', address, extra.map((output) => output.address).join());
}
