import { pageOf, utxo } from '@holdfast/contract';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { UtxoService } from './service.ts';
import { listRow } from './wire.ts';

export function bindUtxo(app: HttpApp, service: UtxoService): void {
  const handlers: Handlers<typeof utxo> = {
    list: async ({ sub_wallet_id, page_no, page_size, state, keyword, sort, order, ...name }, { caller }) => {
      const asked = { state, keyword, sort, order, page: page_no, size: page_size };
      const found = await service.list({ ...caller, subWalletId: sub_wallet_id, name }, asked);
      const { list, ...facts } = listRow(found);
      return { ...pageOf(list, found.total, page_size), ...facts };
    },
    setConsolidation: async ({ sub_wallet_id, most_rate, more_than, ...name }, { caller, record }) => {
      const rule = most_rate === undefined ? undefined : { most_rate, more_than };
      await service.setConsolidation({ ...caller, subWalletId: sub_wallet_id, name }, rule, record);
      return {};
    },
    setUnconfirmed: async ({ sub_wallet_id, spend, ...name }, { caller, record }) => {
      await service.setUnconfirmed({ ...caller, subWalletId: sub_wallet_id, name }, spend, record);
      return {};
    },
    freeze: async ({ sub_wallet_id, txid, vout, reason, ...name }, { caller, record }) => {
      await service.setFrozen({ ...caller, subWalletId: sub_wallet_id, name }, { txid, vout }, reason, record);
      return {};
    },
    release: async ({ sub_wallet_id, txid, vout, ...name }, { caller, record }) => {
      await service.setFrozen({ ...caller, subWalletId: sub_wallet_id, name }, { txid, vout }, undefined, record);
      return {};
    },
    label: async ({ sub_wallet_id, txid, vout, label, ...name }, { caller, record }) => {
      await service.setLabel({ ...caller, subWalletId: sub_wallet_id, name }, { txid, vout }, label, record);
      return {};
    },
  };
  bind(app, utxo, handlers);
}
