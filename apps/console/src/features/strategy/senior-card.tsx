import type { RuleType, SeniorRule } from '@holdfast/policy';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { numbered } from '../../lib/numbered.ts';
import { useRuleText } from '../../lib/rule-words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { Propose } from '../../ui/propose.tsx';
import { BackTest } from './back-test.tsx';
import { nextOf } from './draft.ts';
import { inOrder, moved } from './order.ts';
import type { Rules } from './use-rules.ts';

interface SeniorCardProps {
  readonly rules: Rules;
  readonly type: RuleType;
  readonly mayEdit: boolean;
}

const logs = {
  transfer: '/mpc/center/strategyEngine/senior/transferLog',
  web3: '/mpc/center/strategyEngine/senior/web3Log',
  trade: '/mpc/center/strategyEngine/senior/tradeLog',
} as const;

/** Senior rules of one type, in their order: the first that speaks decides. Order by dragging, by the arrows, or with Alt and an arrow key. */
export function SeniorCard({ rules, type, mayEdit }: SeniorCardProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const now = rules.policy.senior.filter((rule) => rule.type === type);
  const [order, setOrder] = useState<readonly SeniorRule[]>(now);
  const changed = order.some((rule, at) => rule.id !== now[at]?.id);
  const draft = useMemo(
    () => nextOf(rules.policy, { senior: inOrder(rules.policy.senior, type, order) }),
    [rules, type, order],
  );
  const move = (from: number, to: number): void => setOrder(moved(order, from, to));
  return (
    <Card
      title={t(`strategyEngine:senior.${type}`)}
      aside={
        <Link to={logs[type]} className="text-acc underline-offset-2 hover:underline">
          {t('strategyEngine:log.link')}
        </Link>
      }
    >
      {type === 'web3' && <p className="mb-2 text-mut">{t('strategyEngine:senior.stakeToo')}</p>}
      {order.length === 0 ? (
        <p className="flex flex-wrap gap-x-2 text-mut">
          {t('strategyEngine:senior.empty')}
          {mayEdit && (
            <Link
              to="/mpc/center/strategyEngine/senior/addStrategy"
              search={{ type }}
              className="text-acc underline-offset-2 hover:underline"
            >
              {t(`strategyEngine:senior.add.${type}`)}
            </Link>
          )}
        </p>
      ) : (
        <ol className="grid gap-2" aria-label={t(`strategyEngine:senior.${type}`)}>
          {numbered(order).map(({ item, at }) => (
            <RuleRow
              key={item.id}
              rule={item}
              at={at}
              last={order.length - 1}
              rules={rules}
              onMove={mayEdit ? move : null}
            />
          ))}
        </ol>
      )}
      {changed && (
        <Propose
          submit={t('strategyEngine:order.propose')}
          backText={t('common.cancel')}
          onBack={() => setOrder(now)}
          run={(remark) =>
            api.strategy.higherSort({ type, ids: order.map(({ id }) => id), version: rules.policy.version, remark })
          }
          told={() => ({ title: t('strategyEngine:order.proposed'), text: t('strategyEngine:proposedText') })}
        >
          <p className="text-mut">{t('strategyEngine:order.about')}</p>
          <BackTest rules={rules} draft={draft} />
        </Propose>
      )}
    </Card>
  );
}

interface RuleRowProps {
  readonly rule: SeniorRule;
  readonly at: number;
  readonly last: number;
  readonly rules: Rules;
  readonly onMove: ((from: number, to: number) => void) | null;
}

function RuleRow({ rule, at, last, rules, onMove }: RuleRowProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const say = useRuleText();
  const keys = (event: KeyboardEvent): void => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key];
    if (!event.altKey || to === undefined) return;
    event.preventDefault();
    onMove?.(at, to);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const from = Number(event.dataTransfer.getData('text/plain'));
    if (Number.isInteger(from)) onMove?.(from, at);
  };
  return (
    <li
      className="flex items-start gap-2 rounded-lg border border-line px-3 py-2"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {onMove && (
        <button
          type="button"
          draggable
          aria-label={t('strategyEngine:order.grip', { name: rule.name })}
          className="mt-0.5 cursor-grab text-mut"
          onDragStart={(event) => event.dataTransfer.setData('text/plain', String(at))}
          onKeyDown={keys}
        >
          <GripVertical size={15} aria-hidden />
        </button>
      )}
      <span className="text-mut tabular-nums">{at + 1}</span>
      <span className="min-w-0 flex-1 break-words">
        <Link
          to="/mpc/center/strategyEngine/senior/strategyDetail"
          search={{ id: rule.id }}
          className="font-medium text-acc underline-offset-2 hover:underline"
        >
          <bdi>{rule.name}</bdi>
        </Link>{' '}
        <span className="text-mut">{say(rules.naming, rule)}</span>
      </span>
      {onMove && (
        <span className="flex shrink-0">
          <IconButton label={t('strategyEngine:order.up')} disabled={at === 0} onClick={() => onMove(at, at - 1)}>
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton label={t('strategyEngine:order.down')} disabled={at === last} onClick={() => onMove(at, at + 1)}>
            <ArrowDown aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  );
}
