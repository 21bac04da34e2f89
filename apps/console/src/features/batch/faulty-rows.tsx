import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/export/save.ts';
import { Button } from '../../ui/button.tsx';
import { useFaultText } from './use-fault-text.ts';
import { csvOf, type Row, type RowFinding, toldErrors } from './view.ts';

const headings = ['address', 'amount', 'memo', 'remark', 'fault'];

interface FaultyRowsProps {
  readonly rows: readonly Row[];
  readonly symbol: string;
  readonly of: (row: number) => RowFinding;
}

/** The rows that need fixing as a file, each with what is wrong with it, for somebody to mend elsewhere. It can be read in again. */
export function FaultyRows({ rows, symbol, of }: FaultyRowsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const say = useFaultText(symbol);
  if (rows.length === 0) return null;
  const save = (): void => {
    const cells = rows.map((row) => {
      const said = toldErrors(row, of(row.row).errors).map((error) => say(row, error));
      return [row.address, row.amount, row.memo, row.remark, said.join(' · ')];
    });
    saveFile(new Blob([csvOf(headings, cells)], { type: 'text/csv' }), 'batch-faults.csv');
  };
  return (
    <Button size="sm" variant="ghost" className="ml-auto" onClick={save}>
      <Download aria-hidden />
      {t('tools:batch.saveFaulty')}
    </Button>
  );
}
