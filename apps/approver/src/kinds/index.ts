import type { IntentKind } from '@holdfast/policy';
import { book } from './book.ts';
import { keyExport } from './export.ts';
import { keygen } from './keygen.ts';
import type { KindOnPage } from './kind.ts';
import { policy } from './policy.ts';
import { staking } from './stake.ts';
import { transfer } from './transfer.ts';

/** What this page says and shows of each kind of request. */
export const kindsOnPage: Readonly<Record<IntentKind, KindOnPage>> = {
  transfer,
  policy,
  book,
  keygen,
  export: keyExport,
  stake: staking,
  unstake: staking,
  unfrozen: staking,
  delegate: staking,
  reclaim: staking,
};
