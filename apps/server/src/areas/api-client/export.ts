import { apiClient } from '@holdfast/contract';
import { z } from 'zod';
import { type ExportAsk, exportSource } from '../../exports/source.ts';
import type { ApiClientService } from './service.ts';

type Ask = ExportAsk<z.output<(typeof apiClient)['log']['input']>>;
const call = apiClient.log.output.shape.list.element;

/** Calls of API clients that the server still has. */
export function callExport(service: ApiClientService) {
  const asked = ({ input: { app_id, proven }, caller: { workspaceId } }: Ask) =>
    [workspaceId, { appId: app_id, proven }] as const;
  return exportSource<(typeof apiClient)['log'], number>({
    list: 'apiCall',
    endpoint: apiClient.log,
    columns: ['time', 'client', 'app_id', 'path', 'code', 'ip', 'ms', 'request_id', 'proven'],
    count: (ask) => service.countCalls(...asked(ask)),
    async read(ask, after, size) {
      const [found, clients] = await Promise.all([
        service.callsBelow(...asked(ask), after ?? (ask.upTo ?? 0) + 1, size),
        service.list(ask.caller.workspaceId, {}),
      ]);
      const names = new Map(clients.map(({ row: { app_id, name } }) => [app_id, name]));
      const rows = found.map((row) => {
        const { time, app_id, path, code, ip, ms, request_id, proven } = row;
        const texts = [names.get(app_id) ?? '', app_id, path, String(code), ip, String(ms), request_id];
        return {
          cells: [time.toISOString(), ...texts, proven ? '1' : '0'],
          wire: () => z.encode(call, row as never),
        };
      });
      return { rows, next: found.length === size ? found.at(-1)?.id : undefined };
    },
  });
}
