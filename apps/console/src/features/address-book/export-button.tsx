import { byteOrderMark, csvLine } from '@holdfast/contract/csv';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/export/save.ts';
import { Button } from '../../ui/button.tsx';
import { importColumns } from './import-rows.ts';
import { type BookFilter, type Entry, type Own, statusView, typeView } from './view.ts';

const pageSize = 100;

/** Every row of a list, page by page. */
async function every<E>(page: (page_no: number) => Promise<{ list: E[]; pageTotal: number }>): Promise<E[]> {
  const found: E[] = [];
  for (let at = 1; ; at += 1) {
    const { list, pageTotal } = await page(at);
    found.push(...list);
    if (at >= pageTotal) return found;
  }
}
const wire = ({ q, chain, status, type }: BookFilter) => ({
  ...(q ? { keyword: q } : {}),
  ...(chain ? { chain } : {}),
  ...(status ? { status } : {}),
  ...(type ? { type } : {}),
});
/** What an import reads of any payee. */
const importCells = (entry: Pick<Entry, 'label' | 'address' | 'chains' | 'memo' | 'symbols'>): string[] => [
  entry.label,
  entry.address,
  entry.chains.join(';'),
  entry.memo,
  entry.symbols.join(';'),
];
const ownerCells = (owner: Entry['owner']): string[] =>
  owner ? [owner.name, owner.vasp, owner.self_hosted === 1 ? 'yes' : 'no'] : ['', '', ''];
const usedCells = ({ last_used_at, used_count }: Pick<Entry, 'last_used_at' | 'used_count'>): string[] => [
  last_used_at?.toISOString() ?? '',
  String(used_count),
];

/** The workspace's entries that fit: the columns that an import reads, then what became of each. */
export async function exportEntries(filter: BookFilter): Promise<string[][]> {
  const rows = await every((page_no) => api.addressBook.list({ ...wire(filter), page_no, page_size: pageSize }));
  return [
    [...importColumns.workspace, 'type', 'status', 'payable_from', 'last_paid_at', 'payments'],
    ...rows.map((entry) => [
      ...importCells(entry),
      ...ownerCells(entry.owner),
      typeView(entry.type).word,
      statusView(entry.status).tone === 'done' ? 'active' : 'cooling',
      entry.effective_at.toISOString(),
      ...usedCells(entry),
    ]),
  ];
}

/** The same of one's own. */
export async function exportOwn({ q, chain }: BookFilter): Promise<string[][]> {
  const fitting = wire({ ...(q ? { q } : {}), ...(chain ? { chain } : {}) });
  const rows: Own[] = await every((page_no) => api.personalBook.list({ ...fitting, page_no, page_size: pageSize }));
  return [
    [...importColumns.own, 'last_paid_at', 'payments'],
    ...rows.map((entry) => [...importCells(entry), entry.note, ...usedCells(entry)]),
  ];
}

interface ExportButtonProps {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly load: () => Promise<string[][]>;
}

/** Payees as CSV, in the form in which they can be read in again, safe to open in a spreadsheet. */
export function ExportButton({ name, load }: ExportButtonProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const save = useMutation({
    mutationFn: load,
    onSuccess: (lines) =>
      saveFile(new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`),
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      {t('whiteAddress:export')}
    </Button>
  );
}
