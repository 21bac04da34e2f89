import type { contract, Output } from '@holdfast/contract';
import { compare, isDecimal, multiply, round, subtract } from '@holdfast/money';

export type StakeAccount = Output<typeof contract.stake.accounts>['list'][number];
export type Resource = 'bandwidth' | 'energy';
export const stakeKinds = ['stake', 'unstake', 'unfrozen', 'delegate', 'reclaim'] as const;
export type StakeKind = (typeof stakeKinds)[number];
export const isStakeKind = (text: string | undefined): text is StakeKind => stakeKinds.some((kind) => kind === text);

/** What somebody has written of what is to be done. */
export interface StakeForm {
  readonly resource: Resource;
  readonly amount: string;
  readonly to: string;
  readonly lockBlocks: number;
}

/** How much it can be done with, now; fees come out of what is available. */
export function mostOf(kind: StakeKind, account: StakeAccount, { resource, to }: StakeForm, now: number): string {
  const free = (whole: string): string =>
    compare(whole, account.max_fee) > 0 ? subtract(whole, account.max_fee) : '0';
  if (kind === 'stake') return free(account.available);
  if (kind === 'unstake') return account.staked[resource];
  if (kind === 'delegate') return account.delegatable[resource];
  if (kind === 'unfrozen') return account.unfrozen;
  const given = account.delegations.find(
    (each) => each.to === to && each.resource === resource && (each.locked_until?.getTime() ?? 0) <= now,
  );
  return given?.amount ?? '0';
}

export type StakeFault = 'amountMissing' | 'tooMuch' | 'tooLittle' | 'toMissing';

/** What is missing or wrong in the form. The server looks again at everything. */
export function faultsOf(kind: StakeKind, account: StakeAccount, form: StakeForm, now: number) {
  const amount = ((): StakeFault | undefined => {
    if (kind === 'unfrozen') return undefined;
    if (!isDecimal(form.amount) || compare(form.amount, '0') <= 0) return 'amountMissing';
    if (compare(form.amount, mostOf(kind, account, form, now)) > 0) return 'tooMuch';
    const isSmall = compare(form.amount, account.least) < 0;
    return (kind === 'stake' || kind === 'delegate') && isSmall ? 'tooLittle' : undefined;
  })();
  const to: StakeFault | undefined = kind === 'delegate' && form.to.trim() === '' ? 'toMissing' : undefined;
  return { amount, to };
}

/** About so many units of the resource a day, as things are; undefined where nothing is known. */
export function givesOf({ gives }: StakeAccount, { resource, amount }: StakeForm): string | undefined {
  if (!isDecimal(amount) || compare(gives[resource], '0') === 0) return undefined;
  return round(multiply(amount, gives[resource]), 0, 0);
}

/** From when coins that are unstaked now, or a delegation of now, can be taken back. */
export const freeFrom = (now: number, waitMs: number): Date => new Date(now + waitMs);

const dayMs = 86_400_000;
/** Locks that can be chosen, in days, as far as the chain takes them. */
export const locksOf = ({ most_lock_blocks, block_ms }: StakeAccount): readonly { days: number; blocks: number }[] =>
  [0, 1, 3, 7, 14, 30]
    .map((days) => ({ days, blocks: Math.floor((days * dayMs) / Math.max(1, block_ms)) }))
    .filter(({ blocks }) => blocks <= most_lock_blocks);
