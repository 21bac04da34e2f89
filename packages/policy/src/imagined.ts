import type { PolicyDocument } from './document.ts';
import { policyHash } from './document.ts';
import { assetKey, type Facts } from './facts.ts';
import type { Intent } from './intent.ts';
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

/** The intent it would be under these rules; what no rule looks at is filled in. */
export function intentOfImagined(policy: PolicyDocument, { asset, to, entry, ...paid }: ImaginedPayment): Intent {
  const { id, version, deployment } = policy;
  const output = {
    entry: to === 'listed' ? entry || unnamedEntry : '',
    path: to === 'own' ? 'm/0/1' : '',
  };
  return {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment,
    workspace: '1',
    wallet: paid.wallet,
    keyGroup: '0'.repeat(32),
    path: 'm/0',
    chain: asset.chain,
    asset: { symbol: 'X', contract: asset.contract, decimals: asset.decimals },
    from: 'from',
    outputs: [{ address: 'to', amount: paid.amount, memo: '', ...output }],
    maxFee: '0',
    feeAsset: { symbol: 'X', contract: '', decimals: '0' },
    call: '',
    conflict: asset.chain.startsWith('bitcoin') ? 'bitcoin-inputs' : 'evm-nonce',
    policy: { id, version, hash: policyHash(policy) },
    body: '',
    id: '00000000-0000-4000-8000-000000000000',
    request: '',
    created: '0',
    notBefore: '0',
    expires: '1',
    initiator: paid.initiator,
    remarkHash: '',
  };
}

/** What would be known of it. */
export function factsOfImagined({ asset, to, price, spent }: ImaginedPayment): Facts {
  const known = price === '' ? undefined : price;
  const units = BigInt(spent);
  return {
    price: () => known,
    spent: ({ counts }) => {
      if (!counts(assetKey(asset.chain, asset.contract))) return { units: 0n, cents: 0n };
      return { units, cents: known === undefined ? undefined : centsOf(units, Number(asset.decimals), known) };
    },
    isInternal: () => to === 'own',
    isListed: () => to === 'listed',
  };
}
