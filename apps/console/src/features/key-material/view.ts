import { type contract, keyMaterialStates, type Output } from '@holdfast/contract';
import type { Search } from '../../lib/search.ts';
import type { PillTone } from '../../ui/feedback.tsx';
import { requestSearch } from './search.ts';

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

/** What the list of requests shows, as it stands in the address bar. */
export interface RequestFilter {
  readonly state: Request['state'] | undefined;
  readonly q: string | undefined;
  readonly page: number;
}

export function readFilter(search: Search): RequestFilter {
  const { state, q, page = 1 } = requestSearch(search);
  return { state: keyMaterialStates.find((one) => one === state), q, page };
}

/** X25519 recipient of age in small letters, as the contract takes it. */
export const recipientPattern = /^age1[02-9ac-hj-np-z]{58}$/;
