import type { OrderId } from '@holdfast/contract';
import type { Tx } from '../db/database.ts';
import type { Freed } from './model.ts';
import { models } from './models.ts';

export { hasHole, laneHoles, nonceOf } from './account/lanes.ts';

/**
 * What an order took of its chain, whichever model it is of: a chain that is configured no more keeps no nonce and no coin. As `Reservations` says.
 */
const every = Object.values(models).map(({ reservations }) => reservations);

export async function dropReserved(tx: Tx, id: OrderId): Promise<void> {
  for (const each of every) await each.drop(tx, id);
}

export async function leaveReserved(tx: Tx, id: OrderId, unknown: boolean): Promise<Date | undefined> {
  let from: Date | undefined;
  for (const each of every) from = (await each.leave(tx, id, unknown)) ?? from;
  return from;
}

export async function letGoReserved(tx: Tx, id: OrderId): Promise<void> {
  for (const each of every) await each.letGo(tx, id);
}

export async function freeReserved(tx: Tx, id: OrderId, now: Date): Promise<Freed | undefined> {
  let freed: Freed | undefined;
  for (const each of every) freed = (await each.free(tx, id, now)) ?? freed;
  return freed;
}
