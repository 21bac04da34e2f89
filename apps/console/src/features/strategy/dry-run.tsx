import { memberName } from '@holdfast/pagekit/sentences';
import { mayInitiate, type PolicyDocument } from '@holdfast/policy';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../../lib/numbered.ts';
import { usePermission } from '../../lib/permission.ts';
import { ruleName } from '../../lib/rule.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { Card } from '../../ui/layout.tsx';
import { Choice } from './choice.tsx';
import { coinKey } from './draft.ts';
import { KeepCase } from './keep-case.tsx';
import { type Outcome, paymentOf, type Trial, tryOut } from './trial.ts';
import type { Rules } from './use-rules.ts';

interface DryRunProps {
  readonly rules: Rules;
  /** The document that is tried: the one in force, or a draft. */
  readonly policy: PolicyDocument;
}

function firstTrial({ policy, coins, wallets }: Rules): Trial {
  const [coin] = coins;
  return {
    initiator: policy.members.find((member) => mayInitiate(member, 'transfer'))?.id ?? '',
    wallet: String(wallets[0]?.id ?? '1'),
    coin: coin ? coinKey(coin) : '',
    amount: '1',
    to: 'other',
    entry: '',
    price: '',
    spent: '',
  };
}
const destinations = ['other', 'entry', 'own'] as const;

/** Any transaction against any rules, judged here by the code that the signers run. */
export function DryRun({ rules, policy }: DryRunProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [trial, setTrial] = useState<Trial>(() => firstTrial(rules));
  const mayEdit = usePermission('strategy.edit');
  const outcome = useMemo(() => tryOut(policy, trial, rules.coins), [policy, trial, rules.coins]);
  const payment = paymentOf(trial, rules.coins);
  return (
    <Card title={t('strategyEngine:try.title')}>
      <div className="grid gap-4">
        <p className="text-mut">{t('strategyEngine:try.about')}</p>
        <TrialFields rules={rules} trial={trial} onChange={(change) => setTrial({ ...trial, ...change })} />
        <div aria-live="polite" className="grid gap-3" data-testid="dry-run">
          {outcome ? (
            <Result outcome={outcome} policy={policy} />
          ) : (
            <p className="text-mut">{t('strategyEngine:try.incomplete')}</p>
          )}
        </div>
        {mayEdit && payment && <KeepCase policy={policy} payment={payment} />}
      </div>
    </Card>
  );
}

interface TrialFieldsProps {
  readonly rules: Rules;
  readonly trial: Trial;
  readonly onChange: (change: Partial<Trial>) => void;
}

function TrialFields({ rules, trial, onChange }: TrialFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const clean = (text: string): string => text.replace(/[^\d.]/g, '');
  const number = (label: string, name: 'amount' | 'price' | 'spent', hint?: string): ReactNode => (
    <Field label={label} hint={hint}>
      <TextInput
        inputMode="decimal"
        value={trial[name]}
        onChange={({ target }) => onChange({ [name]: clean(target.value) })}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
      <Choice
        label={t('strategyEngine:try.initiator')}
        value={trial.initiator}
        items={rules.policy.members.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(initiator) => onChange({ initiator })}
      />
      <Choice
        label={t('strategyEngine:try.wallet')}
        value={trial.wallet}
        items={rules.wallets.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(wallet) => onChange({ wallet })}
      />
      <Choice
        label={t('strategyEngine:try.coin')}
        value={trial.coin}
        items={rules.coins.map((coin) => ({ value: coinKey(coin), label: `${coin.symbol} · ${coin.chain}` }))}
        onChange={(coin) => onChange({ coin })}
      />
      {number(t('strategyEngine:try.amount'), 'amount')}
      <Choice
        label={t('strategyEngine:try.to')}
        value={trial.to}
        items={destinations.map((to) => ({ value: to, label: t(`strategyEngine:tryTo.${to}`) }))}
        onChange={(to) => onChange({ to })}
      />
      {trial.to === 'entry' && rules.entries.length > 0 && (
        <Choice
          label={t('strategyEngine:when.entries')}
          value={trial.entry}
          items={[
            { value: '', label: t('strategyEngine:try.anyEntry') },
            ...rules.entries.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={(entry) => onChange({ entry })}
        />
      )}
      {number(t('strategyEngine:try.price'), 'price', t('strategyEngine:try.priceHint'))}
      {number(t('strategyEngine:try.spent'), 'spent', t('strategyEngine:try.spentHint'))}
    </div>
  );
}

function Result({ outcome, policy }: { outcome: Outcome; policy: PolicyDocument }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { evaluation, lines } = outcome;
  const rule = ruleName(t, evaluation.rule ?? null) || t('strategyEngine:try.unnamed');
  const { problem, action } = evaluation;
  const title = problem
    ? t(`strategyEngine:outcome.${problem}`, { rule })
    : t(action === 'pass' ? 'strategyEngine:outcome.pass' : 'strategyEngine:outcome.flow', { rule });
  return (
    <>
      <Banner tone={problem ? 'bad' : 'info'} title={title}>
        {!problem && evaluation.nodes.length > 0 && (
          <ol className="grid gap-1">
            {numbered(evaluation.nodes).map(({ item: node, at }) => (
              <li key={at}>
                {t('strategyEngine:outcome.node', {
                  name: node.name,
                  need: node.threshold,
                  people: node.eligible.map((id) => memberName({ policy }, id)).join(', '),
                })}
              </li>
            ))}
          </ol>
        )}
      </Banner>
      {lines.length > 0 && (
        <ul className="grid gap-1" aria-label={t('strategyEngine:try.lines')}>
          {lines.map((line) => (
            <li key={line.rule.id} className="flex flex-wrap gap-x-2">
              <bdi className="font-medium">{line.rule.name || t('strategyEngine:try.unnamed')}</bdi>
              <span className="text-mut">
                {line.match === 'no' ? t(`strategyEngine:why.${line.why}`) : t(`strategyEngine:match.${line.match}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
