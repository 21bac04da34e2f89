import { type ChainConfig, ChainError, familyOf, type Plan, type UnsignedTx } from '@holdfast/chains';
import type { OrderId, WorkspaceId } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { createKeys, rootsOf } from '../../orders/keys.ts';
import type { Order } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { TransactionDeps } from './deps.ts';

/** The transaction of an order as a file that other tools read, and such a file compared with it. Nothing here signs or sends. */

type Inspection = NonNullable<Extract<ReturnType<typeof familyOf>, { model: 'utxo' }>['inspection']>;

const inspectionOf = (chain: ChainConfig): Inspection | undefined => {
  const family = familyOf(chain);
  return family.model === 'utxo' ? family.inspection : undefined;
};

/** How files of an order are called; '' where there is no such form, or no transaction of it yet. */
export function fileFormOf({ catalog }: Pick<TransactionDeps, 'catalog'>, { chain: id, plan }: Order): string {
  const chain = catalog.chain(id);
  return chain && plan !== null ? (inspectionOf(chain)?.form ?? '') : '';
}

interface Built {
  readonly chain: ChainConfig;
  readonly inspection: Inspection;
  readonly order: Order;
  readonly plan: Plan;
  readonly unsigned: UnsignedTx;
}

/** The transaction as signers build it, from intent and plan. @throws orderNotFound, unsupportedCoin, noTransactionYet, noTransactionFile */
async function built(deps: TransactionDeps, workspaceId: WorkspaceId, id: OrderId): Promise<Built> {
  const order = await deps.orders.order(workspaceId, id);
  const chain = deps.catalog.chain(order.chain);
  if (!chain) throw refuse('unsupportedCoin', { symbol: order.chain });
  const inspection = inspectionOf(chain);
  if (!inspection) throw refuse('noTransactionFile', { network: chain.name });
  if (order.plan === null) throw refuse('noTransactionYet', {});
  const [intent, plan] = [parseIntent(order.intent), order.plan as Plan];
  const keyAt = await createKeys(deps.db)(intent.keyGroup);
  return { chain, inspection, order, plan, unsigned: familyOf(chain).build(chain, intent, plan, keyAt) };
}

export const createInspection = (deps: TransactionDeps) => ({
  /** Unsigned, with previous transactions and where the keys are derived. @throws as `built` */
  async file(workspaceId: WorkspaceId, id: OrderId) {
    const { inspection, unsigned, plan, order } = await built(deps, workspaceId, id);
    const { keyGroup } = parseIntent(order.intent);
    const keyAt = await createKeys(deps.db)(keyGroup);
    const { secp256k1 } = await rootsOf(deps.db, keyGroup);
    return { form: inspection.form, text: inspection.write(unsigned, plan, { root: secp256k1.publicKey, keyAt }) };
  },
  /** @throws as `built`, invalidParameters for what is no such file */
  async compare(workspaceId: WorkspaceId, id: OrderId, text: string) {
    const { chain, inspection, unsigned } = await built(deps, workspaceId, id);
    try {
      return inspection.compare(chain, unsigned, text);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw refuse('invalidParameters', { field: 'file' });
    }
  },
});
