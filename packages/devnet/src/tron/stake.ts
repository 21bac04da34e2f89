/**
 * Stake on the stand-in, as java-tron's second version has it: coins are frozen for bandwidth or energy, what comes of them is used or delegated, and they
 * come back after a wait. How much a coin gives is made up, since nobody else stakes here; nothing is voted for, and nothing is earned.
 */
import type { Tx } from './codec.ts';
import { type Account, type Delegated, debit, Refused, type Resource, type State } from './state.ts';

export const resources = ['bandwidth', 'energy'] as const;
export const mostLockBlocks = 864_000;
const dayMs = 86_400_000;
const blockMs = 3_000;
const coin = 1_000_000n;
/** Units of a resource that a coin gives, each day. */
export const units = { bandwidth: 1n, energy: 10n } as const;
const mostUnfreezings = 32;

const invalid = (message: string): never => {
  throw new Refused('CONTRACT_VALIDATE_ERROR', `Validate error, ${message}`);
};
const sumOf = (all: readonly { readonly amount: bigint }[]): bigint =>
  all.reduce((sum, { amount }) => sum + amount, 0n);

const delegations = ({ delegated }: State, of: Partial<Delegated>): Delegated[] =>
  [...delegated.values()].filter((each) =>
    Object.entries(of).every(([key, value]) => each[key as keyof Delegated] === value),
  );
export const delegatedBy = (state: State, from: string): Delegated[] => delegations(state, { from });
export const delegatedOut = (state: State, from: string, resource: Resource): bigint =>
  sumOf(delegations(state, { from, resource }));
export const delegatedIn = (state: State, to: string, resource: Resource): bigint =>
  sumOf(delegations(state, { to, resource }));

/** What an account may use of a resource in a day, beside what is free. */
export function limitOf(state: State, name: string, resource: Resource): bigint {
  const own = state.accounts.get(name)?.staked[resource] ?? 0n;
  return ((own + delegatedIn(state, name, resource)) * units[resource]) / coin;
}

export const usedOf = (account: Account | undefined, resource: Resource, at: number): bigint => {
  const last = account?.taken[resource];
  return !last || at - last.at >= dayMs ? 0n : last.units;
};

/** Takes as much of a resource as is there. @returns how much that was */
export function take(state: State, name: string, resource: Resource, wanted: bigint, at: number): bigint {
  const account = state.accounts.get(name);
  if (!account) return 0n;
  const used = usedOf(account, resource, at);
  const left = limitOf(state, name, resource) - used;
  const taken = left < wanted ? (left > 0n ? left : 0n) : wanted;
  account.taken = { ...account.taken, [resource]: { units: used + taken, at } };
  return taken;
}

/** What can be withdrawn comes back. @returns how much */
function thaw(account: Account, at: number): bigint {
  const free = account.unfreezing.filter(({ freeAt }) => freeAt <= at);
  account.unfreezing = account.unfreezing.filter(({ freeAt }) => freeAt > at);
  account.balance += sumOf(free);
  return sumOf(free);
}

function stakeMore(account: Account, resource: Resource, amount: bigint): void {
  const staked = account.staked[resource] + amount;
  if (staked < 0n) invalid(`Invalid unfreeze_balance, [${amount}] is error`);
  account.staked = { ...account.staked, [resource]: staked };
}

const keyOf = ({ from, to, resource }: Pick<Delegated, 'from' | 'to' | 'resource'>, locked: boolean): string =>
  `${from}|${to}|${resource}|${locked ? 'locked' : ''}`;

function delegate(
  state: State,
  owner: Account,
  { owner: from, to, resource, amount, lock, lockPeriod }: Tx,
  at: number,
): void {
  if (amount < coin) invalid('delegateBalance must be greater than or equal to 1 TRX');
  if (to === from || !state.accounts.has(to)) invalid(`Account[${to}] does not exist`);
  if (owner.staked[resource] < amount) invalid('delegateBalance must be less than or equal to available balance');
  if (lockPeriod < 0 || lockPeriod > mostLockBlocks || (!lock && lockPeriod > 0))
    invalid('The lock period is out of range');
  stakeMore(owner, resource, -amount);
  const key = keyOf({ from, to, resource }, lock);
  const before = state.delegated.get(key)?.amount ?? 0n;
  const lockedUntil = lock ? at + (lockPeriod || dayMs / blockMs) * blockMs : 0;
  state.delegated.set(key, { from, to, resource, amount: before + amount, lockedUntil });
}

function reclaim(state: State, owner: Account, { owner: from, to, resource, amount }: Tx, at: number): void {
  const found = [false, true]
    .map((locked) => keyOf({ from, to, resource }, locked))
    .flatMap((key) => {
      const one = state.delegated.get(key);
      return one && one.lockedUntil <= at ? [{ key, one }] : [];
    });
  if (amount < 1n || sumOf(found.map(({ one }) => one)) < amount) invalid('insufficient delegated balance');
  let rest = amount;
  for (const { key, one } of found) {
    const left = one.amount - rest;
    if (left > 0n) state.delegated.set(key, { ...one, amount: left });
    else state.delegated.delete(key);
    rest = left > 0n ? 0n : -left;
  }
  stakeMore(owner, resource, amount);
}

/** Does what a transaction asks of stake. @returns coins that came back by it @throws Refused */
export function stakeBy(state: State, tx: Tx, owner: Account, at: number): bigint {
  const { resource, amount } = tx;
  switch (tx.kind) {
    case 'FreezeBalanceV2Contract':
      if (amount < coin) invalid('frozenBalance must be greater than or equal to 1 TRX');
      debit(owner, amount, 'CONTRACT_VALIDATE_ERROR');
      stakeMore(owner, resource, amount);
      return 0n;
    case 'UnfreezeBalanceV2Contract': {
      if (amount < 1n) invalid('Invalid unfreeze_balance');
      if (owner.unfreezing.length >= mostUnfreezings)
        invalid('Invalid unfreeze operation, unfreezing times is over limit');
      stakeMore(owner, resource, -amount);
      const back = thaw(owner, at);
      owner.unfreezing = [...owner.unfreezing, { resource, amount, freeAt: at + state.unfreezeDays * dayMs }];
      return back;
    }
    case 'WithdrawExpireUnfreezeContract': {
      const back = thaw(owner, at);
      return back > 0n ? back : invalid('no unFreeze balance to withdraw');
    }
    case 'DelegateResourceContract':
      delegate(state, owner, tx, at);
      return 0n;
    default:
      reclaim(state, owner, tx, at);
      return 0n;
  }
}
