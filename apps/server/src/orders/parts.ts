import type { createAccept } from './accept.ts';
import type { OrderDeps } from './deps.ts';
import type { Remembered } from './remembered.ts';

/** What taking, cancelling and showing orders works with. */
export interface OrderParts extends OrderDeps, Remembered {
  readonly accept: ReturnType<typeof createAccept>;
  readonly wake: (work?: string) => void;
}
