import { type Input, openApi, openRows, transactionType } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import type { Clock } from '../../clock.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { ApiClientCaller, MemberCaller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { ApiClientService } from '../api-client/service.ts';
import { entryRow, type Side, type TransactionService } from '../transaction/service.ts';
import { proofOf, subWalletStatus, type WalletService } from '../wallet/service.ts';

export interface OpenApiPorts {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly wallets: WalletService;
  readonly apiClients: Pick<ApiClientService, 'list'>;
  readonly transactions: TransactionService;
}
type Page = Pick<Input<typeof openApi.syncDeposits>, 'max_id' | 'size'>;

/** Only what an API client signed comes as far as here. */
function clientOf({ apiClient }: MemberCaller): ApiClientCaller {
  if (!apiClient) throw refuse('signatureInvalid', {});
  return apiClient;
}

const lastOf = <T>(rows: readonly T[], idOf: (row: T) => number, before: number): number => {
  const last = rows.at(-1);
  return last === undefined ? before : idOf(last);
};

function listHandlers({ transactions, catalog }: OpenApiPorts) {
  async function shown(caller: MemberCaller, entries: Awaited<ReturnType<TransactionService['named']>>) {
    const view = { ...(await transactions.surroundings(caller.workspaceId, entries)), catalog, caller };
    return entries.map((entry) => entryRow(entry, view));
  }
  async function sync(side: Side, { max_id, size }: Page, caller: MemberCaller) {
    const { subWallets } = clientOf(caller);
    const { rows, more } = await transactions.behind(caller.workspaceId, { side, id: max_id, size, subWallets });
    return { list: await shown(caller, rows), max_id: lastOf(rows, ({ id }) => id, max_id), more };
  }
  async function named(side: Side, ids: readonly number[], requestIds: readonly string[], caller: MemberCaller) {
    if (ids.length + requestIds.length > openRows) throw refuse('tooManyRows', { max: openRows });
    const { subWallets } = clientOf(caller);
    const list = await transactions.named(caller.workspaceId, { side, ids, requestIds, subWallets });
    return { list: await shown(caller, list) };
  }
  const [deposit, order] = [transactionType.deposit, transactionType.withdraw];
  return {
    syncWithdraws: (page, { caller }) => sync(order, page, caller),
    syncDeposits: (page, { caller }) => sync(deposit, page, caller),
    withdraws: ({ ids = [], request_ids = '' }, { caller }) =>
      named(order, ids, request_ids === '' ? [] : request_ids.split(','), caller),
    deposits: ({ ids }, { caller }) => named(deposit, ids, [], caller),
  } satisfies Partial<Handlers<typeof openApi>>;
}

function walletHandlers({ wallets, catalog }: OpenApiPorts) {
  return {
    subWallets: async ({ max_id, size }, { caller }) => {
      const { subWallets } = clientOf(caller);
      const { rows, more } = await wallets.behind(caller.workspaceId, { id: max_id, size, subWallets });
      const list = rows.map(({ id, name, alias, status, created_at }) => ({
        sub_wallet_id: id,
        sub_wallet_name: name,
        alias,
        status: subWalletStatus[status],
        created_at,
      }));
      return { list, max_id: lastOf(rows, ({ id }) => id, max_id), more };
    },
    addresses: async ({ sub_wallet_id, max_id, size, ...name }, { caller }) => {
      const { chain } = catalog.coin(name);
      const of = { subWalletId: sub_wallet_id, chain: chain.id, id: max_id, size };
      const { rows, more } = await wallets.addressesBehind(caller.workspaceId, of);
      const deployment = await wallets.deployment();
      const list = rows.map((row) => ({
        address_id: row.id,
        address: row.address,
        address_label: row.label,
        chain_id: chain.id,
        path: row.path,
        proof: proofOf(deployment, row),
        created_at: row.created_at,
      }));
      return { list, max_id: lastOf(rows, ({ id }) => id, max_id), more };
    },
  } satisfies Partial<Handlers<typeof openApi>>;
}

export function bindOpenApi(app: HttpApp, ports: OpenApiPorts): void {
  const handlers: Handlers<typeof openApi> = {
    info: async (_input, { caller }) => {
      const { appId } = clientOf(caller);
      const [found] = await ports.apiClients.list(caller.workspaceId, { appId });
      if (!found) throw refuse('appIdInvalid', {});
      const { row, member } = found;
      return {
        app_id: appId,
        name: member?.name ?? row.name,
        scopes: row.scopes,
        sub_wallet_ids: row.sub_wallet_ids,
        ip_list: row.ip_list,
        expire_at: row.expires_at,
        per_minute: row.per_minute,
        server_time: ports.clock(),
      };
    },
    ...listHandlers(ports),
    ...walletHandlers(ports),
  };
  bind(app, openApi, handlers);
}
