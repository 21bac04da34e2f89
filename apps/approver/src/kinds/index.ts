import type { IntentKind, StakeKind } from '@holdfast/policy';
import { fetched } from './fetched.ts';
import type { KindOnPage } from './kind.ts';
import { transfer } from './transfer.ts';

const staking = (kind: StakeKind): KindOnPage => fetched(async () => (await import('./stake.ts')).staking(kind));

/** What this page says and shows of each kind of request. */
export const kindsOnPage: Readonly<Record<IntentKind, KindOnPage>> = {
  transfer,
  policy: fetched(async () => (await import('./policy.ts')).policy),
  book: fetched(async () => (await import('./book.ts')).book),
  keygen: fetched(async () => (await import('./keygen.ts')).keygen),
  export: fetched(async () => (await import('./export.ts')).keyExport),
  stake: staking('stake'),
  unstake: staking('unstake'),
  unfrozen: staking('unfrozen'),
  delegate: staking('delegate'),
  reclaim: staking('reclaim'),
  speedup: fetched(async () => (await import('./speedup.ts')).speedup),
  allowance: fetched(async () => (await import('./allowance.ts')).allowance),
  call: fetched(async () => (await import('./call.ts')).call),
  deploy: fetched(async () => (await import('./deploy.ts')).deploy),
  drop: fetched(async () => (await import('./drop.ts')).drop),
  batch: fetched(async () => (await import('./batch.ts')).batch),
  disperse: fetched(async () => (await import('./disperse.ts')).disperse),
  child: fetched(async () => (await import('./child.ts')).child),
  message: fetched(async () => (await import('./message.ts')).message),
  inscription: fetched(async () => (await import('./inscription.ts')).inscription),
  brc20: fetched(async () => (await import('./brc20.ts')).brc20),
  // Nobody decides on a row or a step: signers announce none.
  row: fetched(async () => (await import('./batch.ts')).batch),
  step: fetched(async () => (await import('./brc20.ts')).brc20),
};
