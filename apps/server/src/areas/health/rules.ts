import type { Trouble, UpkeepKind } from '@holdfast/contract';
import type { Heard } from '../../signers/monitor.ts';

/** Shorter silences are a restart, a slow answer, a line that dropped: no bar is worth them. */
const patienceMs = 8_000;
/** A node that is not reached is often reached again with the next try. */
const chainPatienceMs = 30_000;
/** Beyond a minute signers refuse what comes from each other's time (apps/signer, `clockToleranceMs`): a clock is to be set before that. */
const clockLimitMs = 30_000;
/** As signers have it: below the first the operator is told, below the second nothing new is taken. */
const diskLimits = { low: 2 ** 31, full: 2 ** 28 };

const dayMs = 86_400_000;
/** After how many days each is due again. */
export const everyDays: Readonly<Record<UpkeepKind, number>> = {
  database: 7,
  signers: 31,
  kit: 365,
  restore: 92,
  recovery: 92,
  freeze: 92,
};
export const isDue = (kind: UpkeepKind, doneAt: Date | undefined, now: Date): boolean =>
  doneAt === undefined || now.getTime() - doneAt.getTime() > everyDays[kind] * dayMs;

/** Is one of these later than it should be? What was never done was to be done within its days from the workspace's first one on. */
export const isLate = (
  upkeep: readonly { readonly kind: UpkeepKind; readonly done_at: Date | null }[],
  since: Date,
  now: Date,
): boolean => upkeep.some(({ kind, done_at }) => isDue(kind, done_at ?? since, now));

export const roomOf = (freeBytes: number): 'ok' | 'low' | 'full' =>
  freeBytes < diskLimits.full ? 'full' : freeBytes < diskLimits.low ? 'low' : 'ok';

/** Said of a disk by a signer; one of an earlier release says nothing. */
export const roomSaid = (disk: { readonly state: 'ok' | 'low' | 'full'; readonly freeBytes: number } | undefined) =>
  disk ? { disk: disk.state, free_bytes: disk.freeBytes } : ({ disk: 'unknown', free_bytes: null } as const);

export const isClockOff = (clockMs: number | null): boolean => clockMs !== null && Math.abs(clockMs) > clockLimitMs;

interface ChainStanding {
  readonly down_since: Date | null;
}

/** What is wrong with the installation, for every workspace alike. */
type Shared = Exclude<Trouble, 'upkeep'>;
/** What is wrong for longer than a moment. */
export function troublesOf(
  signers: readonly Heard[],
  chains: readonly ChainStanding[],
  serverFree: number,
  now: Date,
): Shared[] {
  const old = (since: Date | null | undefined, limitMs: number): boolean =>
    since !== null && since !== undefined && now.getTime() - since.getTime() >= limitMs;
  const said = signers.flatMap(({ last }) => last ?? []);
  const found: Readonly<Record<Shared, boolean>> = {
    signer: signers.some(({ silentSince }) => old(silentSince, patienceMs)),
    chain: chains.some(({ down_since }) => old(down_since, chainPatienceMs)),
    disk: roomOf(serverFree) === 'full' || said.some(({ health }) => health.disk?.state === 'full'),
    clock: said.some(({ clockMs }) => isClockOff(clockMs)),
  };
  return (Object.keys(found) as Shared[]).filter((trouble) => found[trouble]);
}
