import { loginHistory, pageOf } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { LoginHistoryService, LoginRow } from './service.ts';

const row = ({ network, agent, ...rest }: LoginRow) => ({ ...rest, ip: network, ua: agent, country: '' });

export function bindLoginHistory(app: HttpApp, service: LoginHistoryService): void {
  bind(app, loginHistory, {
    list: async ({ keyword = '', page_no, page_size, result, start, end }, { caller: { userId } }) => {
      const ask = { userId, keyword, result, start, end, page: page_no, size: page_size };
      const { rows, total } = await service.list(ask);
      return pageOf(rows.map(row), total, page_size);
    },
    alerts: async (_input, { caller }) => ({ list: (await service.alerts(caller.userId)).map(row) }),
    acknowledge: async ({ id }, { caller, record }) => {
      await service.acknowledge(caller, id, record);
      return {};
    },
    revokeAll: async (_input, { caller, record }) => ({ revoked: await service.revokeAll(caller, record) }),
  });
}
