import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../form.tsx';
import { Popover } from '../popover.tsx';
import type { Column } from './columns.ts';

interface ColumnMenuProps {
  readonly columns: readonly Pick<Column<never>, 'key' | 'title' | 'fixed'>[];
  readonly hidden: readonly string[];
  readonly onChange: (key: string, hide: boolean) => void;
}

/** Which columns a table shows; those that name the row always stay. */
export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Popover icon={<Columns3 aria-hidden />} text={t('table.columns')}>
      {() =>
        columns.map(({ key, title, fixed = false }) => (
          <Checkbox
            key={key}
            label={title}
            className="rounded-md px-2 py-1.5 hover:bg-hov"
            checked={fixed || !hidden.includes(key)}
            disabled={fixed}
            onChange={(event) => onChange(key, !event.target.checked)}
          />
        ))
      }
    </Popover>
  );
}
