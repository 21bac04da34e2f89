import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { byteOrderMark, csvLine } from '../../lib/export/csv.ts';
import { saveFile } from '../../lib/export/save.ts';
import { Button } from '../../ui/button.tsx';
import { importColumns } from './import-rows.ts';
import { type BookFilter, type Entry, statusView } from './view.ts';

const pageSize = 100;

/** The columns that an import reads, then what became of each. */
const header = [...importColumns, 'status', 'payable_from', 'last_paid_at', 'payments'];
const cellsOf = (entry: Entry): string[] => [
  entry.label,
  entry.address,
  entry.chains.join(';'),
  entry.memo,
  entry.symbols.join(';'),
  statusView(entry.status).tone === 'done' ? 'active' : 'cooling',
  entry.effective_at.toISOString(),
  entry.last_used_at?.toISOString() ?? '',
  String(entry.used_count),
];

/** Every entry that fits, page by page. */
async function allEntries({ q, chain, status }: BookFilter): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const { list, pageTotal } = await api.addressBook.list({
      ...(q ? { keyword: q } : {}),
      ...(chain ? { chain } : {}),
      ...(status ? { status } : {}),
      page_no: page,
      page_size: pageSize,
    });
    found.push(...list);
    if (page >= pageTotal) return found;
  }
}

/** The entries that fit as CSV, in the form in which they can be read in again, safe to open in a spreadsheet. */
export function ExportButton({ filter }: { filter: BookFilter }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const save = useMutation({
    mutationFn: () => allEntries(filter),
    onSuccess: (entries) => {
      const lines = [header, ...entries.map(cellsOf)].map(csvLine);
      saveFile(new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' }), 'address-book.csv');
    },
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      {t('whiteAddress:export')}
    </Button>
  );
}
