import { type IntentKind, intentKinds, isSplit, movesCoins } from '@holdfast/policy';
import type { AdmittedKind } from '../admission/types.ts';
import { allowance } from './allowance.ts';
import { batch } from './batch.ts';
import { book } from './book.ts';
import { brc20, step } from './brc20.ts';
import { call } from './call.ts';
import { child } from './child.ts';
import { deploy } from './deploy.ts';
import { disperse } from './disperse.ts';
import { drop } from './drop.ts';
import { keyExport } from './export.ts';
import { inscription } from './inscription.ts';
import { keygen } from './keygen.ts';
import { message } from './message.ts';
import { policy } from './policy.ts';
import { row } from './row.ts';
import { speedup } from './speedup.ts';
import { staking } from './stake.ts';
import { transfer } from './transfer.ts';

/** What this signer asks of each kind of intent before it acts on one. */
export const admittedKinds: Readonly<Record<IntentKind, AdmittedKind>> = {
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
  speedup,
  drop,
  allowance,
  batch,
  row,
  disperse,
  call,
  child,
  message,
  deploy,
  inscription,
  brc20,
  step,
};

/**
 * What a transaction is asked for, by what its intent says of itself: a payment, or something about stake; never a batch or a payment of several steps, whose parts are asked for. Admission reads the whole intent and holds it to
 * this; whatever cannot be read here is refused there.
 */
export function purposeOf(intent: string): IntentKind {
  try {
    const said: unknown = Object.assign({ kind: '' }, JSON.parse(intent)).kind;
    return intentKinds.find((kind) => kind === said && movesCoins({ kind }) && !isSplit({ kind })) ?? 'transfer';
  } catch {
    return 'transfer';
  }
}
