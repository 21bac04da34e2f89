import type { createAccept } from './accept.ts';
import type { OrderDeps } from './deps.ts';
import type { findOrdersOfRequests, RequestName } from './queries.ts';
import type { Remembered } from './remembered.ts';

/** What taking, cancelling and showing orders works with. */
export interface OrderParts extends OrderDeps, Remembered {
  readonly accept: ReturnType<typeof createAccept>;
  /** The order of a request, looked for together with those of others. */
  readonly requested: (name: RequestName) => Promise<Awaited<ReturnType<typeof findOrdersOfRequests>>[number]>;
  readonly wake: (work?: string) => void;
}
