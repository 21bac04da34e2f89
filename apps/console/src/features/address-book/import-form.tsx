import { Download, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/export/save.ts';
import { listJoin } from '../../lib/list-join.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { AddressChip } from '../../ui/display.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Checkbox, Field, Textarea } from '../../ui/form.tsx';
import { AskedBeside } from '../../ui/propose.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { remarkMax } from './entry-fields.ts';
import type { Unread } from './import-headings.ts';
import { ImportMend, useSentences } from './import-mend.tsx';
import {
  type Cells,
  type ImportFile,
  type ImportRow,
  importMax,
  importTemplate,
  parseImport,
  rowsOf,
  withChecks,
} from './import-rows.ts';
import { PayeeName } from './payee-name.tsx';
import { type Into, useChecks } from './use-checks.ts';
import { chainNames } from './view.ts';

const none: Parameters<typeof chainNames>[1] = [];
const fileMax = 512 * 1024;

interface ImportFormProps {
  readonly into: Into;
  /** What is said before a file is chosen. */
  readonly about: string;
  readonly submit: (count: number) => string;
  readonly send: (items: ImportRow['item'][], remark: string) => void;
  readonly busy: boolean;
  readonly panel: ReactNode;
}

/** Payees from a CSV file; every row is looked at before anything is sent. */
export function ImportForm({ into, about, submit, send, busy, panel }: ImportFormProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { pop } = useDrawers();
  const chains = useApi('addressBook', 'mainChains', {}).data?.list ?? none;
  /** The file's cells: the networks it names may be known only later, and a person mends them. */
  const [file, setFile] = useState<ImportFile>();
  const [remark, setRemark] = useState('');
  /** Whether the person has said that the columns which are not read do not matter. */
  const [waived, setWaived] = useState(false);
  const { cells, unread = [] } = file && 'cells' in file ? file : {};
  const read = useMemo(() => (cells ? rowsOf(cells, chains, into.book) : []), [cells, chains, into.book]);
  const worth = read.filter(({ faults }) => faults.length === 0).map(({ item }) => item);
  const check = useChecks(worth, into, worth.length > 0);
  const rows = withChecks(read, check.data?.list ?? []);
  const settled = worth.length === 0 || check.data !== undefined;
  const sound = rows.filter(({ faults }) => faults.length === 0);
  const choose = async (chosen: File): Promise<void> => {
    setFile(chosen.size > fileMax ? { problem: 'tooMany' } : parseImport(await chosen.text(), into.book));
    setWaived(false);
  };
  const mend = (line: number, better: Cells): void => {
    if (cells) setFile({ unread, cells: cells.map((old, at) => (at + 2 === line ? better : old)) });
  };
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          {sound.length > 0 && (
            <Button
              variant="primary"
              busy={busy}
              disabled={!settled || (unread.length > 0 && !waived)}
              onClick={() =>
                send(
                  sound.map(({ item }) => item),
                  remark,
                )
              }
            >
              {submit(sound.length)}
            </Button>
          )}
        </>
      }
    >
      {into.book === 'workspace' && <AskedBeside kind="book" />}
      <p className="text-mut">{about}</p>
      <Choose into={into} onFile={(file) => void choose(file)} />
      {file && 'problem' in file && (
        <p role="alert" className="rounded-md bg-bads px-3 py-2 text-bad">
          {t(`whiteAddress:problem.${file.problem}`, { most: importMax })}
        </p>
      )}
      {unread.length > 0 && <UnreadColumns unread={unread} waived={waived} onWaive={setWaived} />}
      {check.error && <ErrorState error={check.error} onRetry={() => void check.refetch()} />}
      {rows.length > 0 && !settled && !check.error && <Skeleton className="h-32 w-full" />}
      {cells && <ImportMend rows={rows} cells={cells} chains={chains} book={into.book} onMend={mend} />}
      {rows.length > 0 && settled && <Preview rows={rows} chains={chains} />}
      {sound.length > 0 && into.book === 'workspace' && (
        <Field label={t('common.remark')} aside={`${remark.length}/${remarkMax}`}>
          <Textarea maxLength={remarkMax} value={remark} onChange={({ target }) => setRemark(target.value)} />
        </Field>
      )}
      {panel}
    </DrawerBody>
  );
}

interface UnreadProps {
  readonly unread: readonly Unread[];
  readonly waived: boolean;
  readonly onWaive: (waived: boolean) => void;
}

/** Columns that would be dropped: a payee without what stands there may be another one than was meant. */
function UnreadColumns({ unread, waived, onWaive }: UnreadProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const count = unread.length;
  const columns = unread.map(({ heading }) => heading || t('whiteAddress:unreadNameless')).join(listJoin());
  return (
    <div className="grid gap-2 rounded-md bg-warns px-3 py-2">
      <div role="alert" className="grid gap-1 break-words text-warn">
        <p>{t('whiteAddress:unread', { count, columns })}</p>
        {unread.map(
          ({ heading, near }) =>
            near && <p key={heading}>{t('whiteAddress:unreadNear', { count, column: heading, near })}</p>,
        )}
      </div>
      <Checkbox
        label={t('whiteAddress:unreadWaived', { count })}
        checked={waived}
        onChange={({ target }) => onWaive(target.checked)}
      />
    </div>
  );
}

/** The file, and an empty one to begin with. */
function Choose({ into, onFile }: { into: Into; onFile: (file: File) => void }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileInput label={t('whiteAddress:importFile')} accept=".csv,text/csv" onFile={onFile} />
      <Button
        size="sm"
        onClick={() => saveFile(new Blob([importTemplate(t('whiteAddress:example'), into.book)]), 'address-book.csv')}
      >
        <Download aria-hidden />
        {t('whiteAddress:importTemplate')}
      </Button>
    </div>
  );
}

const keyOf = ({ line }: ImportRow): string => String(line);

function Preview({
  rows,
  chains,
}: {
  rows: readonly ImportRow[];
  chains: Parameters<typeof chainNames>[1];
}): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const sentences = useSentences(chains);
  const faulty = rows.filter(({ faults }) => faults.length > 0).length;
  const columns: readonly Column<ImportRow>[] = [
    { key: 'line', title: t('whiteAddress:line'), share: 7, fixed: true, cell: ({ line }) => line },
    { key: 'label', title: t('whiteAddress:label'), share: 18, cell: ({ item }) => <Name item={item} /> },
    {
      key: 'address',
      title: t('whiteAddress:address'),
      share: 24,
      cell: ({ item }) => <AddressChip address={item.address} />,
    },
    {
      key: 'chains',
      title: t('common.network'),
      share: 17,
      from: 'md',
      cell: ({ item }) => chainNames(item.chains, chains),
    },
    {
      key: 'faults',
      title: t('whiteAddress:check'),
      share: 34,
      cell: (row) => <Faults row={row} sentences={sentences(row)} />,
    },
  ];
  return (
    <section className="grid gap-2">
      <p role="status" className={faulty > 0 ? 'text-warn' : 'text-ok'}>
        {t(faulty > 0 ? 'whiteAddress:importFaults' : 'whiteAddress:importSound', {
          count: faulty > 0 ? faulty : rows.length,
        })}
      </p>
      <div data-scrolls className="max-h-96 overflow-auto rounded-lg border border-line">
        <Table label={t('whiteAddress:import')} columns={columns} rows={rows} keyOf={keyOf} nameOf={keyOf} />
      </div>
    </section>
  );
}

/** As the list will name it. */
const Name = ({ item: { label, owner } }: Pick<ImportRow, 'item'>): ReactNode => (
  <PayeeName payee={{ label, owner: owner ?? null, similar: [] }} />
);

interface FaultsProps {
  readonly row: ImportRow;
  /** What is wrong, and what to do about it. */
  readonly sentences: readonly string[];
}

function Faults({ row: { faults, similar = [] }, sentences }: FaultsProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  if (faults.length === 0 && similar.length > 0)
    return (
      <span className="inline-flex min-w-0 items-center gap-1.5 text-warn">
        <TriangleAlert size={13} className="shrink-0" aria-hidden />
        <bdi className="truncate">{t('whiteAddress:alikeTo', { label: similar.join(listJoin()) })}</bdi>
      </span>
    );
  if (faults.length === 0) return <span className="text-ok">{t('whiteAddress:fine')}</span>;
  return (
    <span className="flex items-start gap-1.5 whitespace-normal py-1 text-bad">
      <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0">
        {sentences.map((text) => (
          <span key={text} className="block first-letter:uppercase">
            {text}
          </span>
        ))}
      </span>
    </span>
  );
}
