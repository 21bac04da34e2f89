import type { PolicyDocument } from './document.ts';
import { assetKey, type Facts } from './facts.ts';
import type { Intent } from './intent.ts';
import { factsOfPayment, intentOfPayment, type Payment, underOf } from './payment.ts';
import { type Checked, oneOf, patterns, record, text } from './schema.ts';
import { centsOf, pricePattern } from './value.ts';

const payment = {
  /** Member id of who asks. */
  initiator: text(patterns.id),
  wallet: text(patterns.wallet),
  asset: record({ chain: text(patterns.chain), contract: text(patterns.ascii), decimals: text(patterns.decimals) }),
  /** In base units, not 0. */
  amount: text(/^[1-9]\d{0,77}$/),
  /** An address of our own, an active entry of the address book, or neither. */
  to: oneOf('own', 'listed', 'unknown'),
  /** Hash of the entry that is paid; '' is one that no rule names. */
  entry: text(patterns.hashOrEmpty),
  /** USD per whole coin; '' is not known. */
  price: text(new RegExp(`^$|${pricePattern.source}`)),
  /** What any sliding window holds of this asset before, in base units. */
  spent: text(patterns.units),
};

/** A payment that nobody has asked for, to see what rules would say of it. */
export type ImaginedPayment = Checked<typeof payment>;
export const imaginedPayment = record(payment);

const unnamedEntry = 'e'.repeat(64);

const asPayment = ({ asset, to, entry, amount, ...paid }: ImaginedPayment): Payment => ({
  id: '00000000-0000-4000-8000-000000000000',
  wallet: paid.wallet,
  initiator: paid.initiator,
  chain: asset.chain,
  contract: asset.contract,
  decimals: Number(asset.decimals),
  outputs: [
    {
      amount,
      entry: to === 'listed' ? entry || unnamedEntry : '',
      own: to === 'own',
      listedMs: to === 'listed' ? Number.POSITIVE_INFINITY : undefined,
    },
  ],
  price: paid.price,
});

/** The intent it would be under these rules, and what would be known of it. */
export function imagine(policy: PolicyDocument, payment: ImaginedPayment): { intent: Intent; facts: Facts } {
  const made = asPayment(payment);
  const intent = intentOfPayment(underOf(policy), made);
  const { asset, price, spent } = payment;
  const units = BigInt(spent);
  const facts = factsOfPayment(policy, made, intent, ({ counts }) => {
    if (!counts(assetKey(asset.chain, asset.contract))) return { units: 0n, cents: 0n };
    return { units, cents: price === '' ? undefined : centsOf(units, Number(asset.decimals), price) };
  });
  return { intent, facts };
}
