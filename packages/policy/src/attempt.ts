import { isSame, PolicyError } from './canonical.ts';
import { type Intent, isDrop, parseIntent } from './intent.ts';
import { besideOf, bringsOf, feeOf } from './intent-subject.ts';
import { kindRecords } from './kinds/index.ts';
import type { Attached } from './kinds/kind.ts';
import { type AssetKey, assetKey } from './rule-facts.ts';

/** The place of a payment on its chain: who makes it, from where, by what the chain takes once. */
const placeOf = ({ deployment, workspace, wallet, keyGroup, path, chain, from, feeAsset, conflict }: Intent) => ({
  ...{ deployment, workspace, wallet, keyGroup, path, chain, from, feeAsset, conflict },
});

/** Everything that makes two payments one: its place, and what is paid to whom. */
const paidBy = (intent: Intent) => ({
  ...placeOf(intent),
  asset: intent.asset,
  // Which entry of the address book is named may have changed: what it has to be for is the same.
  outputs: intent.outputs.map(({ address, amount, memo, path }) => ({ address, amount, memo, path })),
  call: intent.call,
});

/** Does it take the place of a payment under way, so that at most one of the two is made? That one again for a higher fee, or nothing. */
export const isAttempt = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].document?.name === 'payment';

/** The fields in which two intents differ. */
function differing(said: Readonly<Record<string, unknown>>, meant: Readonly<Record<string, unknown>>) {
  return Object.keys(said).find((field) => !isSame(said[field], meant[field]));
}

/**
 * The payment whose place an intent takes, when it does that and costs more: the same payees, amounts and coins from the same account; or nothing, where it
 * is dropped (`checkDrop`).
 * @throws PolicyError inconsistent for another payment, or no higher fee, and where its document is not at hand
 */
export function attempted(intent: Intent, { payment }: Attached): Intent {
  if (!payment) throw new PolicyError('inconsistent', 'body');
  const first = parseIntent(payment.text);
  const { replaced } = kindRecords[first.kind];
  if (replaced === 'never' || (replaced === 'drop' && !isDrop(intent))) throw new PolicyError('inconsistent', 'kind');
  const same = isDrop(intent) ? placeOf : paidBy;
  const other = differing(same(intent), same(first));
  if (other !== undefined) throw new PolicyError('inconsistent', other);
  if (BigInt(intent.maxFee) <= BigInt(first.maxFee)) throw new PolicyError('inconsistent', 'maxFee');
  return first;
}

/** The payment that an intent drops, at the fee that this may cost; undefined where its document is not at hand, or of another payment. */
export function droppedBy(intent: Intent, attached: Attached): Intent | undefined {
  if (!isDrop(intent) || !attached.payment) return undefined;
  try {
    return { ...attempted(intent, attached), maxFee: intent.maxFee };
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}

/** What rules ask the prices of: of a drop too the payment's coin, by whose rule it goes, and that of the fee; of a swap what comes. */
export function pricedAssets(intent: Intent, attached: Attached): readonly AssetKey[] {
  const payment = droppedBy(intent, attached) ?? intent;
  const beside = besideOf(payment).map(({ asset }) => asset);
  const brings = bringsOf(payment);
  return [
    ...[assetKey(payment.chain, payment.asset.contract), feeOf(intent).asset, ...beside],
    ...(brings ? [brings.asset] : []),
  ];
}
