import { isSame, PolicyError } from './canonical.ts';
import { type Intent, parseIntent } from './intent.ts';
import { kindRecords } from './kinds/index.ts';
import type { Attached } from './kinds/kind.ts';

/** Everything that makes two payments one: what is paid to whom, from where, and what the chain takes once. */
const paidBy = ({ deployment, workspace, wallet, keyGroup, path, chain, asset, from, outputs, ...rest }: Intent) => ({
  ...{ deployment, workspace, wallet, keyGroup, path, chain, asset, from },
  // Which entry of the address book is named may have changed: what it has to be for is the same.
  outputs: outputs.map(({ address, amount, memo, path: own }) => ({ address, amount, memo, path: own })),
  ...{ feeAsset: rest.feeAsset, call: rest.call, conflict: rest.conflict },
});

/** Is it a payment under way once more, for a higher fee? Then at most one of the two is made. */
export const isSpeedup = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].document?.name === 'payment';

/**
 * The payment that a speed-up makes once more, when it does that: the same payees, amounts and coins, from the same account, for more than that may cost.
 * @throws PolicyError inconsistent for another payment, or no higher fee, and where its document is not at hand
 */
export function spedUp(intent: Intent, { payment }: Attached): Intent {
  if (!payment) throw new PolicyError('inconsistent', 'body');
  const first = parseIntent(payment.text);
  if (first.kind !== 'transfer') throw new PolicyError('inconsistent', 'kind');
  const [said, meant] = [paidBy(intent), paidBy(first)];
  const other = Object.keys(said).find(
    (field) => !isSame(said[field as keyof typeof said], meant[field as keyof typeof meant]),
  );
  if (other !== undefined) throw new PolicyError('inconsistent', other);
  if (BigInt(intent.maxFee) <= BigInt(first.maxFee)) throw new PolicyError('inconsistent', 'maxFee');
  return first;
}
