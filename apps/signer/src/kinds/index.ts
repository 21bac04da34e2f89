import type { IntentKind } from '@holdfast/policy';
import type { AdmittedKind } from '../admission/types.ts';
import { book } from './book.ts';
import { keyExport } from './export.ts';
import { keygen } from './keygen.ts';
import { policy } from './policy.ts';
import { transfer } from './transfer.ts';

/** What this signer asks of each kind of intent before it acts on one. */
export const admittedKinds: Readonly<Record<IntentKind, AdmittedKind>> = {
  transfer,
  policy,
  book,
  keygen,
  export: keyExport,
};
