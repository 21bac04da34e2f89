import type { IntentKind } from '@holdfast/policy';
import { book } from './book.ts';
import { drop } from './drop.ts';
import { keyExport } from './export.ts';
import { keygen } from './keygen.ts';
import type { KindInTerminal } from './kind.ts';
import { policy } from './policy.ts';
import { speedup } from './speedup.ts';
import { delegate, reclaim, stake, unfrozen, unstake } from './stake.ts';
import { transfer } from './transfer.ts';

/** What a terminal says of each kind of request. */
export const kindsInTerminal: Readonly<Record<IntentKind, KindInTerminal>> = {
  transfer,
  policy,
  book,
  keygen,
  export: keyExport,
  stake,
  unstake,
  unfrozen,
  delegate,
  reclaim,
  speedup,
  drop,
};
