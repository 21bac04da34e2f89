import { Ban } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { signerLink } from '../../lib/signer-link.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { refusalLink, refuseMost, type TodoItem } from './view.ts';

interface RefusalBarProps {
  readonly selection: Selection<TodoItem>;
  readonly total: number;
  /** The way to the page, for a key that leads there. */
  readonly link: RefObject<HTMLAnchorElement | null>;
}

/** Refusing several at once begins here and is done on the signer's page, which shows each and takes a signature for each. */
export function RefusalBar({ selection, total, link }: RefusalBarProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const items = [...selection.rows.values()];
  const url = refusalLink(items);
  if (items.length === 0) return null;
  return (
    <div className="sticky bottom-0 mt-auto">
      <SelectionBar count={items.length} total={total} sums={[]} onClear={selection.clear}>
        {items.length > refuseMost ? (
          <span className="text-warn">{t('tools:todo.refuseMost', { most: refuseMost })}</span>
        ) : (
          url !== '' && (
            <a
              ref={link}
              href={signerLink(url, { tab: true })}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonStyle({ variant: 'danger' })}
            >
              <Ban aria-hidden />
              {t('tools:todo.refuseTicked', { count: items.length })}
            </a>
          )
        )}
      </SelectionBar>
    </div>
  );
}
