import type { CaseResult, PolicyDocument, RuleCase } from '@holdfast/policy';
import { memberName } from '@holdfast/review/sentences';
import { CircleCheck, CircleX, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../lib/list-join.ts';
import { numbered } from '../../lib/numbered.ts';
import { IconButton } from '../../ui/button.tsx';
import { runAll } from './use-cases.ts';

interface CaseListProps {
  readonly policy: PolicyDocument;
  readonly cases: readonly RuleCase[];
  readonly onRemove?: (name: string) => void;
  /** Those kept now, where the list is of a file: it says which come from there, and which would be replaced. */
  readonly kept?: readonly RuleCase[];
}

const none: readonly RuleCase[] = [];
const isSame = (a: RuleCase, b: RuleCase): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Test cases under some rules: which hold, and what a failing one got instead. */
export function CaseList({ policy, cases, onRemove, kept = none }: CaseListProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const results = useMemo(() => runAll(policy, cases), [policy, cases]);
  const failed = results.filter(({ result }) => !result.passed).length;
  return (
    <div className="grid gap-2" data-testid="rule-cases">
      <p role="status" className={failed > 0 ? 'text-bad' : 'text-ok'}>
        {failed > 0
          ? t('strategyEngine:cases.failed', { count: failed, all: cases.length })
          : t('strategyEngine:cases.held', { count: cases.length })}
      </p>
      <ul className="grid gap-1.5">
        {results.map(({ one, result }) => (
          <li key={one.name} className="flex items-start gap-2 rounded-lg border border-line px-3 py-2">
            {result.passed ? (
              <CircleCheck size={15} className="mt-0.5 shrink-0 text-ok" aria-label={t('strategyEngine:cases.holds')} />
            ) : (
              <CircleX size={15} className="mt-0.5 shrink-0 text-bad" aria-label={t('strategyEngine:cases.fails')} />
            )}
            <span className="grid min-w-0 flex-1 gap-0.5">
              <bdi className="break-words font-medium">{one.name}</bdi>
              <About transaction={one.payment} />
              <span className="text-mut">
                {t('strategyEngine:cases.wanted')} <Said said={one.expect} policy={policy} />
              </span>
              <Kept one={one} policy={policy} kept={kept.find(({ name }) => name === one.name)} />
              {!result.passed && (
                <span className="text-bad">
                  {t('strategyEngine:cases.got')} <Said said={result.got} policy={policy} />
                </span>
              )}
            </span>
            {onRemove && (
              <IconButton
                label={t('strategyEngine:cases.remove', { name: one.name })}
                onClick={() => onRemove(one.name)}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What is tried, where it is no transfer: its type, and the contracts it calls. */
function About({ transaction: { type, calls } }: { transaction: RuleCase['payment'] }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  if (type === 'transfer') return null;
  return (
    <span className="text-mut">
      {t(`strategyEngine:type.${type}`)}
      {calls === '' && ` · ${t('strategyEngine:call.unknown')}`}
      {numbered(calls === '' ? [] : calls).map(({ item: { contract, method }, at }) => (
        <span key={at} className="mono break-all">
          {` · ${contract} ${method}`}
        </span>
      ))}
    </span>
  );
}

/** What rules say, or have to: the outcome, the rule, and who approves. */
function Said({ said, policy }: { said: CaseResult['got']; policy: PolicyDocument }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { outcome, rule, nodes } = said;
  const name = rule === 'basic' ? t('strategyEngine:cases.basic') : policy.senior.find(({ id }) => id === rule)?.name;
  const steps = nodes.map(({ threshold, approvers }) =>
    t('strategyEngine:cases.step', {
      need: threshold,
      people: approvers.map((id) => memberName({ policy }, id)).join(listJoin()),
    }),
  );
  return (
    <>
      {t(`strategyEngine:cases.outcome.${outcome}`)}
      {rule !== '' && (
        <>
          {' · '}
          <bdi>{name ?? t('strategyEngine:cases.ruleGone')}</bdi>
        </>
      )}
      {steps.length > 0 && ` · ${steps.join(listJoin())}`}
    </>
  );
}

/** What a case of a file is to the one that is kept under its name: the same one, or another in its place. */
function Kept({ one, kept, policy }: { one: RuleCase; kept: RuleCase | undefined; policy: PolicyDocument }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  if (!kept) return null;
  if (isSame(one, kept)) return <span className="text-mut">{t('strategyEngine:cases.kept')}</span>;
  return (
    <span className="text-warn">
      {t('strategyEngine:cases.replaces')} <Said said={kept.expect} policy={policy} />
    </span>
  );
}
