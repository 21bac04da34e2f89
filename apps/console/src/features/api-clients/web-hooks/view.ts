import { type contract, endpointStatus, notifyStatus, type Output } from '@holdfast/contract';
import { daySpan } from '../../../lib/days.ts';
import type { Search } from '../../../lib/search.ts';
import type { PillTone } from '../../../ui/feedback.tsx';
import { hookSearch, type sides, states } from './search.ts';

export type Endpoint = Output<typeof contract.webHook.endpoints>['list'][number];
export type Delivery = Output<typeof contract.webHook.notifyList>['list'][number];
export type Given = NonNullable<Output<typeof contract.webHook.save>['given']>;

export type Side = (typeof sides)[number];
export type State = (typeof states)[number];

export const stateOf = (status: number): State => states.find((one) => notifyStatus[one] === status) ?? 'waiting';
export const tones: Readonly<Record<State, PillTone>> = {
  waiting: 'idle',
  ok: 'done',
  failed: 'bad',
  retrying: 'wait',
};
export const isOn = ({ status }: Pick<Endpoint, 'status'>): boolean => status === endpointStatus.on;

/** What the list of deliveries shows, as it stands in the address bar. */
export interface DeliveryFilter {
  readonly endpoint: string | undefined;
  readonly side: Side | undefined;
  readonly state: State | undefined;
  readonly tx: string | undefined;
  readonly req: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}
export const unfiltered: DeliveryFilter = {
  endpoint: undefined,
  side: undefined,
  state: undefined,
  tx: undefined,
  req: undefined,
  from: undefined,
  to: undefined,
};
export function readFilter(search: Search): DeliveryFilter & { readonly page: number } {
  const { endpoint, side, state, tx, req, from, to, page = 1 } = hookSearch(search);
  return { endpoint, side, state, tx, req, from, to, page };
}
export const isFiltered = (filter: DeliveryFilter): boolean =>
  [filter.endpoint, filter.side, filter.state, filter.tx, filter.req, filter.from, filter.to].some(
    (one) => one !== undefined,
  );

/** What is asked of the server for it. */
export const askOf = (
  { endpoint, side, state, tx, req, from, to, page }: DeliveryFilter & { readonly page: number },
  size: number,
) => ({
  ...(endpoint ? { endpoint_id: endpoint } : {}),
  ...(side ? { side } : {}),
  ...(state ? { status: notifyStatus[state] } : {}),
  ...(tx ? { txid: tx } : {}),
  ...(req ? { request_id: req } : {}),
  ...daySpan(from, to),
  page_no: page,
  page_size: size,
});

/** The drawer of what a delivery tells of, as the list of transactions opens it; undefined for a test. */
export const placeOf = ({ side, business_id }: Delivery): readonly [string, string, string] | undefined =>
  side === 'test' ? undefined : ['transaction', side === 'deposit' ? '1' : '2', String(business_id)];

/** JSON on lines of its own; as it came where it is none. */
export function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
