import { todoType } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, type TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { Banner } from '../../ui/feedback.tsx';
import { OpenPayments } from '../../ui/open-payments.tsx';
import { changeTitle } from './title.ts';

const linkStyle = 'inline-flex items-center gap-1.5 text-acc underline-offset-2 hover:underline';

/** Where changes of a type are asked for. */
const forms = new Map([
  [todoType.strategy, '/mpc/center/strategyEngine'],
  [todoType.workspaceRule, '/mpc/center/workspaceStrategyEngine'],
  [todoType.addressBook, '/mpc/center/addressBook'],
  [todoType.member, '/mpc/center/teamMember'],
  [todoType.keyGrant, '/mpc/center/teamMember'],
  [todoType.apiClient, '/mpc/center/api'],
] as const);

/** Other changes that this one has to do with: of an open one, what becomes of those once it has passed; of one that was overtaken, by which. */
export function Beside({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { item_type, item_id } = item;
  const { data } = useApi('todo', 'info', { item_type, item_id }, { quiet: true });
  if (!data) return null;
  const { rivals, overtaken_by: first } = data;
  return (
    <>
      {rivals.length > 0 && (
        <Banner tone="warn" title={t('tools:todo.rivals.deciding')}>
          <ul className="grid gap-1">
            {rivals.map((rival) => {
              const told = { what: changeTitle(t, rival, rival.subject), who: rival.initiator.name };
              const fate = rival.ends === null ? 'either' : rival.ends ? 'ends' : 'again';
              return (
                <li key={rival.item_id}>
                  <Link to="/mpc/center/todo" search={{ item: keyOf(rival) }} className={linkStyle}>
                    <bdi>{t(`tools:todo.rivals.${fate}`, told)}</bdi>
                  </Link>
                </li>
              );
            })}
          </ul>
        </Banner>
      )}
      {item.status === 0 && <OpenPayments beside={item.change?.kind ?? ''} />}
      {first && (
        <Banner>
          <Link to="/mpc/center/todo" search={{ item: keyOf(first) }} className={linkStyle}>
            <bdi>{t('tools:todo.overtakenBy', { what: changeTitle(t, first, first.subject) })}</bdi>
          </Link>
          <AskAnew item={item} />
        </Banner>
      )}
    </>
  );
}

/** Whoever asked goes on to where such changes are asked for. */
function AskAnew({ item: { item_type, initiator } }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const to = [...forms].find(([type]) => type === item_type)?.[1];
  if (!to || initiator.id !== ownMember()) return null;
  return (
    <p>
      <Link to={to} className={linkStyle}>
        <RotateCw size={14} aria-hidden />
        {t('tools:todo.askAnew')}
      </Link>
    </p>
  );
}
