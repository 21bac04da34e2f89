import { createHash } from 'node:crypto';
import type { AccountResources, Resource } from '@holdfast/chains';
import type { TransactionRecord } from '@holdfast/contract';

/** What somebody wants done with the stake of a sub-wallet. Amounts in base units. */
export interface Deed {
  readonly kind: Exclude<
    NonNullable<TransactionRecord['stake']>['kind'],
    'allowance' | 'endless' | 'revocation' | 'call' | 'child' | 'message' | 'deploy' | 'inscription' | 'brc20'
  >;
  /** '' for what has unfrozen, of whatever resource it was. */
  readonly resource: Resource | '';
  readonly amount: bigint;
  /** Who is delegated to, in its one spelling; '' where nobody else is concerned. */
  readonly to: string;
  /** 0 for none. */
  readonly lockBlocks: number;
}

export type Problem =
  | { readonly problem: 'belowLeast' | 'nothingUnfrozen' | 'unfreezingFull' | 'lockTooLong' | 'nothing' }
  /** There is so much that it can be done with. */
  | { readonly problem: 'short' | 'locked'; readonly most: bigint };

/** Base units that have waited long enough. */
export const unfrozenAt = ({ unfreezing }: Pick<AccountResources, 'unfreezing'>, now: number): bigint =>
  unfreezing.reduce((sum, { amount, freeAt }) => (freeAt <= now ? sum + amount : sum), 0n);

const stillWaiting = ({ unfreezing }: AccountResources, now: number): number =>
  unfreezing.filter(({ freeAt }) => freeAt > now).length;
export const unfreezingLeft = (account: AccountResources, now: number): number =>
  Math.max(0, account.terms.mostUnfreezing - stillWaiting(account, now));

/** Of what is delegated, what can be taken back. */
function reclaimable(
  { delegations }: AccountResources,
  { to, resource, amount }: Deed,
  now: number,
): Problem | undefined {
  const given = delegations.filter((each) => each.to === to && each.resource === resource);
  const sum = (some: typeof given): bigint => some.reduce((all, each) => all + each.amount, 0n);
  const free = sum(given.filter(({ lockedUntil }) => lockedUntil <= now));
  if (amount <= free) return undefined;
  return { problem: amount <= sum(given) ? 'locked' : 'short', most: free };
}

type Look<D> = (deed: D, account: AccountResources, now: number) => Problem | undefined;
type Whole = Deed & { readonly resource: Resource };

/** Of so much for a resource. */
const whole =
  (look: Look<Whole>): Look<Deed> =>
  (deed, account, now) =>
    deed.resource === '' || deed.amount === 0n
      ? { problem: 'nothing' }
      : look({ ...deed, resource: deed.resource }, account, now);

const isSmall: Look<Whole> = ({ amount }, { terms }) => (amount < terms.least ? { problem: 'belowLeast' } : undefined);
const shortOf = (amount: bigint, most: bigint): Problem | undefined =>
  amount > most ? { problem: 'short', most } : undefined;

const looks: Readonly<Record<Deed['kind'], Look<Deed>>> = {
  // What can be staked, the balance says.
  stake: whole(isSmall),
  unstake: whole(({ amount, resource }, account, now) =>
    unfreezingLeft(account, now) === 0 ? { problem: 'unfreezingFull' } : shortOf(amount, account.stake[resource]),
  ),
  unfrozen: (_deed, account, now) => (unfrozenAt(account, now) > 0n ? undefined : { problem: 'nothingUnfrozen' }),
  delegate: whole((deed, account, now) => {
    const small = isSmall(deed, account, now);
    if (small) return small;
    const { amount, resource, lockBlocks } = deed;
    if (lockBlocks > account.terms.mostLockBlocks) return { problem: 'lockTooLong' };
    return shortOf(amount, account.delegatable[resource]);
  }),
  reclaim: whole((deed, account, now) => reclaimable(account, deed, now)),
};

/** Why the chain would not take it, as things are; undefined where it would. */
export const problemOf = (deed: Deed, account: AccountResources, now: number): Problem | undefined =>
  looks[deed.kind](deed, account, now);

/** As an intent says it. */
export const callOf = ({ resource, lockBlocks }: Deed): string =>
  lockBlocks === 0 ? resource : `${resource} lock ${lockBlocks}`;

/** 64 hex over everything that makes two requests the same request. */
export const requestHash = (fields: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex');
