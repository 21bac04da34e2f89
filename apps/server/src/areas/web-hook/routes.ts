import { endpointStatus, pageOf, type toldSides, webHook } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { KeyRow, WebHookService } from './service.ts';

/** Without what is sealed. */
const shownKey = ({ key_id, public_key, created_at, until }: KeyRow) => ({ key_id, public_key, created_at, until });

type Shown = Awaited<ReturnType<WebHookService['endpoints']>>[number];
const shownEndpoint = ({ row, keys, waiting }: Shown) => ({
  endpoint_id: row.id,
  name: row.name,
  url: row.url,
  sides: row.sides as (typeof toldSides)[number][],
  final_only: row.final_only,
  success_word: row.success_word,
  status: row.enabled ? endpointStatus.on : endpointStatus.off,
  keys: keys.map(shownKey),
  waiting,
  failures: row.failures,
  last_error: row.last_error,
  last_ok_at: row.last_ok_at,
  created_at: row.created_at,
});

export function bindWebHook(app: HttpApp, service: WebHookService): void {
  bind(app, webHook, {
    notifyList: async (
      { endpoint_id: endpointId, request_id: requestId, page_no, page_size, ...rest },
      { caller: { workspaceId } },
    ) => {
      const { side, status, txid, start, end } = rest;
      const ask = { endpointId, requestId, side, status, txid, start, end, page: page_no, size: page_size };
      const { rows, total } = await service.deliveries(workspaceId, ask);
      return pageOf(rows, total, page_size);
    },
    reNotify: async ({ notify_id, ids = [], range }, { caller: { workspaceId }, record }) => {
      const ask = {
        ids: notify_id === undefined ? ids : [...ids, notify_id],
        range: range && {
          endpointId: range.endpoint_id,
          start: range.start,
          end: range.end,
          failedOnly: range.failed_only,
        },
      };
      return { queued: await service.resend(workspaceId, ask, record) };
    },
    attempts: async ({ notify_id }, { caller: { workspaceId } }) => {
      const { row, body, attempts } = await service.delivery(workspaceId, notify_id);
      return { ...row, body, list: attempts.map(({ at: time, ...rest }) => ({ ...rest, time })) };
    },
    endpoints: async (_input, { caller: { workspaceId } }) => ({
      list: (await service.endpoints(workspaceId)).map(shownEndpoint),
    }),
    save: ({ endpoint_id: id, settings }, { caller: { workspaceId }, record }) =>
      service.save(workspaceId, { id, settings }, record),
    saveStatus: async ({ endpoint_id: id, status }, { caller: { workspaceId }, record }) => {
      await service.setStatus(workspaceId, { id, on: status === endpointStatus.on }, record);
      return {};
    },
    rotate: ({ endpoint_id: id, overlap_hours: overlapHours }, { caller: { workspaceId }, record }) =>
      service.rotate(workspaceId, { id, overlapHours }, record),
    remove: async ({ endpoint_id }, { caller: { workspaceId }, record }) => {
      await service.remove(workspaceId, endpoint_id, record);
      return {};
    },
    test: ({ endpoint_id }, { caller: { workspaceId }, record }) => service.test(workspaceId, endpoint_id, record),
    keys: async ({ endpoint }) => ({ list: (await service.keys(endpoint)).map(shownKey) }),
  });
}
