import type { OrderId, WorkspaceId } from '@holdfast/contract';
import { refuse } from '../refuse.ts';
import type { Order } from './moves.ts';
import type { OrderParts } from './parts.ts';
import * as queries from './queries.ts';

export async function findOrder({ db }: OrderParts, workspaceId: WorkspaceId, id: OrderId): Promise<Order> {
  const found = await queries.findOrder(db, workspaceId, id);
  if (!found) throw refuse('orderNotFound', {});
  return found;
}
