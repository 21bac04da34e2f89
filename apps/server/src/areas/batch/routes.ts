import { familyOf } from '@holdfast/chains';
import { batch, pageOf } from '@holdfast/contract';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { takenRow } from '../withdraw/service.ts';
import { contractOf } from './contract.ts';
import type { BatchDeps } from './deps.ts';
import type { BatchService } from './service.ts';
import { allowanceRow, detailRow, factsRow, multiRow } from './wire.ts';

export function bindBatches(app: HttpApp, service: BatchService, { catalog, orders }: BatchDeps): void {
  const handlers: Handlers<typeof batch> = {
    baseSymbol: async () => ({
      list: (await service.networks()).map(({ chain, maxRows, contractRows }) => ({
        base_symbol: chain.baseSymbol,
        chain_id: chain.id,
        coin_net: chain.name,
        max_rows: maxRows,
        support_memo: familyOf(chain).memo !== 'none',
        batch_contract: contractRows > 0 ? contractOf(chain) : '',
        contract_rows: contractRows,
        fee_service: '0',
      })),
    }),
    init: async (input, { caller, language, record }) => {
      const { draft: id, version, name, by_contract: byContract, sub_wallet_id: subWalletId, rows, ...coin } = input;
      const written = { id, version, name, byContract, subWalletId, coin, payees: rows };
      return detailRow(catalog, await service.write(who(caller), written, record), language);
    },
    discard: async ({ batch_id }, { caller, record }) => {
      await service.discard(who(caller), batch_id, record);
      return {};
    },
    submit: async ({ batch_id: id, request_id: requestId, fee_level: feeLevel, max_fee: maxFee, ...ask }, context) => {
      const { caller, record } = context;
      const made = await service.submit(who(caller), { ...ask, id, requestId, feeLevel, maxFee }, record);
      const { document: policy } = await orders.policy();
      return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: caller.memberId }));
    },
    approve: async ({ batch_id: id, version, request_id: requestId, fee_level: feeLevel, remark }, context) => {
      const { caller, record } = context;
      const made = await service.approve(who(caller), { id, version, requestId, feeLevel, remark }, record);
      const { document: policy } = await orders.policy();
      return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: caller.memberId }));
    },
    authRecords: async ({ sub_wallet_id: subWalletId, page_no: no, page_size: size }, { caller }) => {
      const { rows, total } = await service.allowances(who(caller), { subWalletId, no, size });
      return pageOf(
        rows.map((row) => allowanceRow(catalog, row)),
        total,
        size,
      );
    },
    records: async (input, { caller }) => {
      const { page_no: no, page_size: size, keyword = '', chain_id: chain, contract_address: contract } = input;
      const { status, sub_wallet_id: subWalletId, symbol, start, end } = input;
      const filter = { status, subWalletId, symbol, chain, contract, keyword, start, end };
      const { rows, total } = await service.list(who(caller), filter, { no, size });
      return pageOf(
        rows.map((row) => factsRow(catalog, row)),
        total,
        size,
      );
    },
    info: async ({ batch_id }, { caller, language }) =>
      detailRow(catalog, await service.detail(who(caller), batch_id), language),
    multiInfo: async ({ ids = [], batch_id }, { caller }) => ({
      list: (await service.orders(who(caller), ids, batch_id)).map(multiRow),
    }),
  };
  bind(app, batch, handlers);
}
