import { byteOrderMark, csvLine } from '@holdfast/contract/csv';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/export/save.ts';
import { Button } from '../../ui/button.tsx';
import { nameOf } from './call-table.tsx';
import type { ApiClient, Call, CallFilter } from './view.ts';

const pageSize = 200;
/** More than the server keeps of any one API client is for its own log. */
const mostPages = 250;
const headings = ['time', 'apiClient', 'app_id', 'path', 'code', 'ip', 'ms', 'request_id', 'proven'];

async function every({ app, proven }: CallFilter): Promise<Call[]> {
  const found = new Map<string, Call>();
  for (let page_no = 1; page_no <= mostPages; page_no += 1) {
    const { list, pageTotal } = await api.apiClient.log({
      ...(app ? { app_id: app } : {}),
      ...(proven === undefined ? {} : { proven }),
      page_no,
      page_size: pageSize,
    });
    // What comes in meanwhile pushes the others on to the next page.
    for (const call of list) found.set(`${call.request_id} ${call.time.getTime()}`, call);
    if (page_no >= pageTotal) break;
  }
  return [...found.values()];
}

/** The calls that are shown, all of them, as CSV. */
export function ExportCalls({
  filter,
  apiClients,
}: {
  filter: CallFilter;
  apiClients: readonly ApiClient[];
}): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const save = useMutation({
    mutationFn: () => every(filter),
    onSuccess: (calls) => {
      const lines = calls.map(({ time, app_id, path, code, ip, ms, request_id, proven }) => {
        const texts = [
          nameOf(apiClients, app_id),
          app_id,
          path,
          `${code}`,
          ip,
          `${ms}`,
          request_id,
          proven ? '1' : '0',
        ];
        return csvLine([time.toISOString(), ...texts]);
      });
      saveFile(new Blob([byteOrderMark, csvLine(headings), ...lines], { type: 'text/csv;charset=utf-8' }), 'calls.csv');
    },
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      {t('apiPage:log.export')}
    </Button>
  );
}
