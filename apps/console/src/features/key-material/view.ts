import type { contract, Output } from '@holdfast/contract';
import type { PillTone } from '../../ui/feedback.tsx';

export type Request = Output<typeof contract.keyMaterial.list>['list'][number];
export type KeyGroup = Output<typeof contract.keyMaterial.shares>['key_groups'][number];

export const stateViews = {
  open: { tone: 'wait', text: 'privateKeyRecovery:state.open' },
  granting: { tone: 'wait', text: 'privateKeyRecovery:state.granting' },
  waiting: { tone: 'wait', text: 'privateKeyRecovery:state.waiting' },
  ready: { tone: 'done', text: 'privateKeyRecovery:state.ready' },
  taken: { tone: 'bad', text: 'privateKeyRecovery:state.taken' },
  refused: { tone: 'idle', text: 'privateKeyRecovery:state.refused' },
  cancelled: { tone: 'idle', text: 'privateKeyRecovery:state.cancelled' },
  ended: { tone: 'idle', text: 'privateKeyRecovery:state.ended' },
} as const satisfies Record<Request['state'], { tone: PillTone; text: string }>;

/** X25519 recipient of age in small letters, as the contract takes it. */
export const recipientPattern = /^age1[02-9ac-hj-np-z]{58}$/;
