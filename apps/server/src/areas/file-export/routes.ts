import { type exportStates, fileExport } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { FileExportService } from './service.ts';

type State = (typeof exportStates)[number];

export function bindFileExport(app: HttpApp, service: FileExportService): void {
  bind(app, fileExport, {
    start: async ({ words = {}, ...ask }, { caller, record }) => {
      const { id, total } = await service.start({ ...ask, words }, caller, record);
      return { export_id: id, total };
    },
    run: async ({ export_id, has_bytes }, { caller, record }) => {
      const { ticket, from, rows } = await service.ticket(caller, export_id, has_bytes, record);
      return { ticket, from_bytes: from, from_rows: rows };
    },
    status: async ({ export_id }, { caller }) => {
      const { state, rows, total, bytes, endsAt } = await service.status(caller, export_id);
      return { state: state as State, rows, total, bytes, ends_at: endsAt };
    },
    cancel: async ({ export_id }, { caller }) => {
      await service.cancel(caller, export_id);
      return {};
    },
    file: ({ ticket }) => service.open(ticket),
  });
}
