import { type contract, keyMaterialStates, type Output } from '@holdfast/contract';
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

/** What the list of requests shows, as it stands in the address bar. */
export interface RequestFilter {
  readonly state: Request['state'] | undefined;
  readonly q: string | undefined;
  readonly page: number;
}
const longest = 100;

/** Reads search parameters that anybody may have written: what is not understood is left out. */
export function readFilter(search: Readonly<Record<string, unknown>>): RequestFilter {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim() : '';
  const page = Number(search.page);
  return {
    state: keyMaterialStates.find((one) => one === search.state),
    q: q !== '' && q.length <= longest ? q : undefined,
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
}

/** X25519 recipient of age in small letters, as the contract takes it. */
export const recipientPattern = /^age1[02-9ac-hj-np-z]{58}$/;
