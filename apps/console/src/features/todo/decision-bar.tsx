import { todoType } from '@holdfast/contract';
import { Ban, ShieldCheck } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowed } from '../../lib/followed.ts';
import { keyOf, type TodoItem, wantsOtherPage } from '../../lib/inbox-item.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { originOf, useAnswering, usePageNames, useSignerPage } from '../../lib/signer-page.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { decideMost, decisionLink, heldTogether } from './view.ts';
import { sumsOf } from './worth.ts';

interface DecisionBarProps {
  readonly selection: Selection<TodoItem>;
  readonly total: number;
  /** The way to the page that takes refusals, for a key that leads there. */
  readonly link: RefObject<HTMLAnchorElement | null>;
  /** Somebody goes there to decide these. */
  readonly onGo: (items: readonly TodoItem[]) => void;
}

/** Will one of these, once it is in force, have others of them asked for anew? Rules have all, the address book its own changes. */
function outdateOthers(items: readonly TodoItem[]): boolean {
  const changes = items.filter(({ payment, item_type }) => !payment && item_type !== todoType.keyMaterial);
  const isOfRules = changes.some(({ item_type }) => item_type !== todoType.addressBook);
  return changes.length > 1 || (isOfRules && items.length > 1);
}

/** Deciding several at once begins here and is done on the signer's page, which shows each whole and takes a signature for each. */
export function DecisionBar({ selection, total, link, onGo }: DecisionBarProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const items = [...selection.rows.values()];
  if (items.length === 0) return null;
  return (
    <div className="sticky bottom-0 mt-auto">
      {outdateOthers(items) && (
        <p className="border-line border-t bg-panel px-4 pt-2 pb-1.5 text-warn">{t('tools:todo.changeBeside')}</p>
      )}
      <SelectionBar count={items.length} total={total} sums={sumsOf(t, items)} onClear={selection.clear}>
        <Way items={items} decision="approve" onGo={onGo} />
        <Way items={items} decision="refuse" onGo={onGo} link={link} />
      </SelectionBar>
    </div>
  );
}

interface WayProps {
  readonly items: readonly TodoItem[];
  readonly decision: keyof typeof decideMost;
  readonly onGo: DecisionBarProps['onGo'];
  readonly link?: RefObject<HTMLAnchorElement | null>;
}

function Way({ items, decision, onGo, link }: WayProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const held = heldTogether(items, decision);
  const asked = decision === 'approve' && held.some(wantsOtherPage);
  const url = useAnswering(decisionLink(items, decision), asked);
  const page = asked ? originOf(url) : '';
  const { silent } = useSignerPage(page);
  const named = usePageNames();
  const most = decideMost[decision];
  if (items.length > most)
    return (
      <span className="text-warn">
        {t(decision === 'refuse' ? 'tools:todo.refuseMost' : 'tools:todo.approveMost', { most })}
      </span>
    );
  if (url === '') return null;
  if (page !== '' && silent)
    return <span className="text-warn">{t('tools:todo.page.askedSilent', { page: named(page).whole })}</span>;
  const go = (): void => {
    for (const item of held) useFollowed.getState().follow(keyOf(item), item.state);
    onGo(held);
  };
  const refuses = decision === 'refuse';
  // What is refused is refused on one page.
  const further = refuses ? 0 : items.length - held.length;
  return (
    <>
      {further > 0 && <span className="text-mut">{t('tools:todo.furtherPage', { count: further })}</span>}
      <a
        {...(link ? { ref: link } : {})}
        href={signerLink(url, { tab: true })}
        onClick={go}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyle({ variant: refuses ? 'danger' : 'primary' })}
      >
        {refuses ? <Ban aria-hidden /> : <ShieldCheck aria-hidden />}
        {t(refuses ? 'tools:todo.refuseTicked' : 'tools:todo.approveTicked', { count: held.length })}
      </a>
    </>
  );
}
