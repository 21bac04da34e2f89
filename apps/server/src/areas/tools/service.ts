import { type ChainConfig, familyOf } from '@holdfast/chains';
import { type ChainReader, type PaymentTree, RpcError } from '@holdfast/chains/rpc';
import type { OrderId, WorkspaceId } from '@holdfast/contract';
import { untilOf } from '../../chains/expiry.ts';
import { nonceOf } from '../../chains/reserved.ts';
import type { Ports } from '../../ports.ts';
import { refuse } from '../../refuse.ts';
import { type FoundOrder, findOrder, findOrderOf } from './queries.ts';

type ToolsDeps = Pick<Ports, 'db' | 'catalog' | 'readerOf'>;
export type ToolsService = ReturnType<typeof createTools>;

export interface ToldOrder {
  readonly id: OrderId;
  readonly status: number;
  readonly txid: string;
  readonly nonce: number | undefined;
  readonly until: Date | undefined;
}
/** What is known of a payment that is several transactions; nothing of it where no node knows it. */
export interface Told {
  readonly chain: ChainConfig | undefined;
  readonly tree: PaymentTree | undefined;
  readonly order: ToldOrder | undefined;
}

type TreeOf = (hash: string) => Promise<PaymentTree | undefined>;

/** undefined where a payment is one transaction. */
function treesOn({ readerOf }: ToolsDeps, chain: ChainConfig): TreeOf | undefined {
  const reader: ChainReader = readerOf(chain);
  return reader.model === 'account' ? reader.tree : undefined;
}

/** @throws chainUnreachable */
async function treeOn(chain: ChainConfig, trees: TreeOf, hash: string): Promise<PaymentTree | undefined> {
  try {
    return await trees(hash);
  } catch (error) {
    if (error instanceof RpcError) throw refuse('chainUnreachable', { network: chain.name });
    throw error;
  }
}

async function told(deps: ToolsDeps, chain: ChainConfig, order: FoundOrder): Promise<ToldOrder> {
  const until = order.plan === null ? undefined : untilOf(chain, familyOf(chain).readPlan(order.plan));
  return {
    id: order.id,
    status: order.status,
    txid: order.txid ?? '',
    nonce: await nonceOf(deps.db, order.id),
    until: until === undefined ? undefined : new Date(until),
  };
}

/** @throws orderNotFound, invalidParameters for an order whose payment is one transaction, chainUnreachable */
async function byOrder(deps: ToolsDeps, workspaceId: WorkspaceId, id: OrderId): Promise<Told> {
  const order = await findOrder(deps.db, workspaceId, id);
  if (!order) throw refuse('orderNotFound', {});
  const chain = deps.catalog.chain(order.chain);
  const trees = chain && treesOn(deps, chain);
  if (!chain || !trees) throw refuse('invalidParameters', { field: 'withdraw_id' });
  const tree = order.txid === null ? undefined : await treeOn(chain, trees, order.txid);
  return { chain, tree, order: await told(deps, chain, order) };
}

/** The first network whose node knows the hash. @throws chainUnreachable when none does and one of them did not answer */
async function byHash(deps: ToolsDeps, workspaceId: WorkspaceId, hash: string): Promise<Told> {
  let silent: unknown;
  for (const chain of deps.catalog.chains) {
    const trees = treesOn(deps, chain);
    if (!trees) continue;
    const tree = await treeOn(chain, trees, hash).catch((error: unknown) => {
      silent = error;
      return undefined;
    });
    const order = await findOrderOf(deps.db, workspaceId, chain.id, tree?.txid || hash);
    if (tree || order) return { chain, tree, order: order && (await told(deps, chain, order)) };
  }
  if (silent !== undefined) throw silent;
  return { chain: undefined, tree: undefined, order: undefined };
}

/** Looks into the networks for people; nothing in the books follows from it. */
export const createTools = (deps: ToolsDeps) => ({
  byOrder: (workspaceId: WorkspaceId, id: OrderId) => byOrder(deps, workspaceId, id),
  byHash: (workspaceId: WorkspaceId, hash: string) => byHash(deps, workspaceId, hash),
});
