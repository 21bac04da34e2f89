import type { contract, Output } from '@holdfast/contract';
import { compare, multiply, round, subtract } from '@holdfast/money';
import { isAmount } from '../../lib/amount.ts';

export type StakeAccount = Output<typeof contract.stake.accounts>['list'][number];
export type Resource = 'bandwidth' | 'energy';

/** What somebody has written of what is to be done. */
export interface StakeForm {
  readonly resource: Resource;
  readonly amount: string;
  readonly to: string;
  readonly lockBlocks: number;
}

/** What is asked for of one thing that is done with stake. */
interface StakeDeed {
  /** How much it can be done with, now. */
  readonly most: (account: StakeAccount, form: StakeForm, now: number) => string;
  /** Is it said how much, and of which resource? */
  readonly amount: boolean;
  /** Is there a least amount? */
  readonly least: boolean;
  /** Another account: chosen here, known by what it was given, or none. */
  readonly other: 'chosen' | 'known' | 'none';
  /** Coins come back for it after a wait: told as how long that is once they are asked for, or from when on. */
  readonly back?: 'wait' | 'from';
  /** What the units a day are to it. */
  readonly units: 'stake.gives' | 'stake.concerns';
}

/** Fees come out of what is available. */
const freeOf = ({ available, max_fee }: StakeAccount): string =>
  compare(available, max_fee) > 0 ? subtract(available, max_fee) : '0';

function reclaimable({ delegations }: StakeAccount, { to, resource }: StakeForm, now: number): string {
  const given = delegations.find(
    (each) => each.to === to && each.resource === resource && (each.locked_until?.getTime() ?? 0) <= now,
  );
  return given?.amount ?? '0';
}

const of = { amount: true, least: false, other: 'none', units: 'stake.concerns' } as const;
/** What can be done with stake. */
export const stakeDeeds = {
  stake: { ...of, most: freeOf, least: true, back: 'wait', units: 'stake.gives' },
  unstake: { ...of, most: ({ staked }, { resource }) => staked[resource], back: 'from' },
  unfrozen: { ...of, most: ({ unfrozen }) => unfrozen, amount: false },
  delegate: { ...of, most: ({ delegatable }, { resource }) => delegatable[resource], least: true, other: 'chosen' },
  reclaim: { ...of, most: reclaimable, other: 'known' },
} as const satisfies Readonly<Record<string, StakeDeed>>;
export type StakeKind = keyof typeof stakeDeeds;
export const deedOf = (kind: StakeKind): StakeDeed => stakeDeeds[kind];
export const isStakeKind = (text: string | undefined): text is StakeKind =>
  text !== undefined && Object.hasOwn(stakeDeeds, text);

/** How much it can be done with, now. */
export const mostOf = (kind: StakeKind, account: StakeAccount, form: StakeForm, now: number): string =>
  deedOf(kind).most(account, form, now);

/** Why it cannot be begun now; undefined where it can. */
export function closedBy(kind: StakeKind, { unfreezing_left, unfrozen }: StakeAccount): 'full' | 'nothing' | undefined {
  const { amount, back } = deedOf(kind);
  if (back === 'from' && unfreezing_left === 0) return 'full';
  return !amount && unfrozen === '0' ? 'nothing' : undefined;
}

export type StakeFault = 'amountMissing' | 'tooMuch' | 'tooLittle' | 'toMissing';

/** What is missing or wrong in the form. The server looks again at everything. */
export function faultsOf(kind: StakeKind, account: StakeAccount, form: StakeForm, now: number) {
  const deed = deedOf(kind);
  const amount = ((): StakeFault | undefined => {
    if (!deed.amount) return undefined;
    if (!isAmount(form.amount)) return 'amountMissing';
    if (compare(form.amount, mostOf(kind, account, form, now)) > 0) return 'tooMuch';
    const isSmall = compare(form.amount, account.least) < 0;
    return deed.least && isSmall ? 'tooLittle' : undefined;
  })();
  const to: StakeFault | undefined = deed.other === 'chosen' && form.to.trim() === '' ? 'toMissing' : undefined;
  return { amount, to };
}

/** About so many units of the resource a day, as things are; undefined where nothing is known. */
export function givesOf({ gives }: StakeAccount, { resource, amount }: StakeForm): string | undefined {
  if (!isAmount(amount) || compare(gives[resource], '0') === 0) return undefined;
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
