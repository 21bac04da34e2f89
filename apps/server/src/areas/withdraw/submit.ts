import type { Shortage, Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';

/** How often a balance that was short when the order was tried, and is not when looked at, is tried. */
const attempts = 3;

/**
 * Submits an order; where the balance was short, `explain` throws what is missing. When nothing is missing any more, because others took and
 * released the same coins, it is tried again. @throws databaseBusy when that goes on
 */
export async function submitPatiently(
  submit: () => Promise<Submitted | Shortage>,
  explain: () => Promise<void>,
): Promise<Submitted> {
  for (let n = 0; n < attempts; n++) {
    const result = await submit();
    if (!('short' in result)) return result;
    await explain();
  }
  throw refuse('databaseBusy', {});
}
