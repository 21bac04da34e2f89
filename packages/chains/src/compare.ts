import {
  dispersedBy,
  faultOf,
  givesAllowance,
  type Intent,
  intentKinds,
  isCall,
  isDeploy,
  isStep,
  movesStake,
} from '@holdfast/policy';
import { ChainError } from './errors.ts';
import type { Same } from './family.ts';
import { familyOf } from './registry.ts';
import { callOf, readTransfer } from './transfer.ts';
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
  const family = familyOf(chain);
  if (plan.family !== family.id) throw new ChainError('wrongFamily', plan.family);
  if (!intentKinds.includes(intent.kind)) throw new ChainError('badIntent', 'kind');
  const asked = isStep(intent) ? (family.stepAsPayment?.(chain, intent, plan, keyAt) ?? intent) : intent;
  const transfer = readTransfer(family, chain, asked);
  const found: Mismatch[] = [];
  const same: Same = (field, expected, seen) => {
    if (expected !== seen) found.push({ field, expected, found: seen ?? '' });
  };
  same('chain', intent.chain, decoded.chain);
  same('family', family.id, decoded.family);
  // A payment that is made once more, or dropped, is a payment, and so is one with many payees where no contract pays them: its bytes cannot say more than that.
  const isPayment =
    !movesStake(intent) &&
    !givesAllowance(intent) &&
    !isCall(intent) &&
    !isDeploy(intent) &&
    dispersedBy(intent) === '';
  same('kind', isPayment ? 'transfer' : intent.kind, decoded.kind ?? 'transfer');
  same('call', callOf(asked), decoded.call ?? '');
  // Whom the data names stands in the intent, and what leaves by it.
  if (isCall(intent)) same('outputs', '', faultOf(intent, transfer.reading) ?? '');
  same('from', intent.from, family.addressOf(chain, keyAt(transfer.path), transfer.path));
  for (const [n, output] of transfer.outputs.entries()) {
    same(`outputs[${n}].address`, output.address, decoded.outputs[n]?.address);
    same(`outputs[${n}].amount`, String(output.amount), decoded.outputs[n]?.amount);
    same(`outputs[${n}].memo`, output.memo, decoded.outputs[n]?.memo ?? '');
    same(`outputs[${n}].asset`, transfer.asset.contract, decoded.outputs[n]?.contract);
  }
  if (BigInt(decoded.fee) > transfer.feeCap)
    same(isStep(intent) ? 'stepFee' : 'maxFee', String(transfer.feeCap), decoded.fee);
  const extra = decoded.outputs.slice(transfer.outputs.length);
  family.compare({ chain, intent, decoded, plan, keyAt, payees: transfer.outputs, extra }, same);
  return found;
}
