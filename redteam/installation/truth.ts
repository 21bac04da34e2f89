import { type Intent, intentDigestHex } from '@holdfast/policy';
import type { Fixture } from '../fixture.ts';

/** What the members really agreed to, kept outside everything the attacker owns. */
export interface Truth {
  /** Payments by the digest that enough members have signed. */
  readonly payments: Map<string, Intent>;
  /** What the members have agreed to change. */
  readonly changes: Set<'policy' | 'book'>;
  readonly before: readonly Facts[];
}

interface Facts {
  readonly policy: string;
  readonly book: string;
  readonly groups: number;
}

export const factsOf = ({ pair }: Fixture): Facts[] =>
  pair.places.map(({ signer }) => {
    const state = signer?.ctx.store.state;
    return { policy: state?.policy?.hash ?? '', book: state?.book.hash ?? '', groups: state?.groups.size ?? 0 };
  });

export const truthOf = (fixture: Fixture): Truth => ({
  payments: new Map(),
  changes: new Set(),
  before: factsOf(fixture),
});

/** The members have agreed: from here on this payment, and exactly this one, may be made. */
export function sanction(truth: Truth, intent: Intent): void {
  truth.payments.set(intentDigestHex(intent), intent);
}
