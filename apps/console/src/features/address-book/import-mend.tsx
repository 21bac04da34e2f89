import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/export/save.ts';
import { focusFirstFault } from '../../lib/focus-fault.ts';
import { listJoin } from '../../lib/list-join.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { labelMax, memoMax, ownerMax, remarkMax } from './entry-fields.ts';
import { type Cells, columnsToMend, faultyFile, type ImportFault, type ImportRow } from './import-rows.ts';
import type { Into } from './use-checks.ts';
import type { Chain } from './view.ts';

interface MendProps {
  readonly rows: readonly ImportRow[];
  /** Of the rows, in their order. */
  readonly cells: readonly Cells[];
  readonly chains: readonly Chain[];
  readonly book: Into['book'];
  readonly onMend: (line: number, better: Cells) => void;
}

const longest: Readonly<Partial<Record<ImportFault, number>>> = {
  label: labelMax,
  memo: memoMax,
  note: remarkMax,
  owner: ownerMax,
};

/** What is wrong with a row and what to do about it, a sentence a fault. */
export function useSentences(chains: readonly Chain[]): (row: ImportRow) => readonly string[] {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const networks = chains.map(({ name }) => name).join(listJoin());
  return ({ faults }) =>
    faults.map((fault) => t(`whiteAddress:mend.${fault}`, { most: longest[fault] ?? 0, networks }));
}

/** Rows that would be left out: each is mended in place, and all can be taken away as a file. */
export function ImportMend({ rows, cells, chains, book, onMend }: MendProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const sentences = useSentences(chains);
  const faulty = rows.flatMap((row, at) => (row.faults.length > 0 ? [{ row, cells: cells[at] ?? {} }] : []));
  if (faulty.length === 0) return null;
  const save = (): void => {
    const lines = faulty.map((one) => ({ cells: one.cells, fault: sentences(one.row).join(' ') }));
    saveFile(new Blob([faultyFile(lines, book)], { type: 'text/csv' }), 'address-book-faults.csv');
  };
  return (
    <section className="grid gap-3" aria-label={t('whiteAddress:mendTitle', { count: faulty.length })}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{t('whiteAddress:mendTitle', { count: faulty.length })}</h3>
        <Button size="sm" onClick={save}>
          <Download aria-hidden />
          {t('whiteAddress:mendSave')}
        </Button>
      </div>
      <ul className="grid gap-3">
        {faulty.map((one) => (
          <MendRow key={one.row.line} {...one} book={book} texts={sentences(one.row)} onMend={onMend} />
        ))}
      </ul>
    </section>
  );
}

interface MendRowProps extends Pick<MendProps, 'book' | 'onMend'> {
  readonly row: ImportRow;
  readonly cells: Cells;
  readonly texts: readonly string[];
}

/** One row: what to do, and the cells in which it is done. It is looked at again when somebody says so, not at each key. */
function MendRow({ row: { line, faults }, cells, texts, book, onMend }: MendRowProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const [written, setWritten] = useState<Cells>({});
  return (
    <li className="rounded-lg border border-line bg-panel p-3.5">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onMend(line, { ...cells, ...written });
          focusFirstFault(event.currentTarget);
        }}
      >
        <div role="alert" className="grid gap-1 text-bad">
          {texts.map((text) => (
            <p key={text}>{t('whiteAddress:mendRow', { line, text })}</p>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          {columnsToMend(faults, book).map((column) => (
            <Field key={column} label={t(`whiteAddress:cell.${column}`)}>
              <TextInput
                value={written[column] ?? cells[column] ?? ''}
                onChange={({ target }) => setWritten((old) => ({ ...old, [column]: target.value }))}
              />
            </Field>
          ))}
        </div>
        <div>
          <Button type="submit" size="sm">
            {t('whiteAddress:mendCheck')}
          </Button>
        </div>
      </form>
    </li>
  );
}
