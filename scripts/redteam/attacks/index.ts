import type { Attack } from '../attack.ts';
import { approvalAttacks } from './approvals.ts';
import { channelAttacks } from './channel.ts';
import { editAttacks } from './edits.ts';
import { exportAttacks } from './exports.ts';
import { governanceAttacks } from './governance.ts';
import { limitAttacks } from './limits.ts';
import { logAttacks } from './logs.ts';
import { paymentAttacks } from './payments.ts';
import { ransomAttacks } from './ransom.ts';
import { sessionAttacks } from './sessions.ts';

/** All that is scripted, each family with its controls first. */
export const scripted: readonly Attack[] = [
  ...editAttacks,
  ...approvalAttacks,
  ...governanceAttacks,
  ...ransomAttacks,
  ...paymentAttacks,
  ...limitAttacks,
  ...sessionAttacks,
  ...channelAttacks,
  ...exportAttacks,
  ...logAttacks,
];
