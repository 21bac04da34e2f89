import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useRuleText } from '../../lib/rule-words.ts';
import { useAddress } from '../../lib/search.ts';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { FlowMeaning } from '../../ui/flow-meaning.tsx';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Propose } from '../../ui/propose.tsx';
import { BackTest } from './back-test.tsx';
import { CasesCard } from './cases-card.tsx';
import { Choice } from './choice.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { asking, type Draft, draftOf, emptyDraft, problemsOf, ruleOf, withRule, withSteps } from './draft.ts';
import { DryRun } from './dry-run.tsx';
import { faultsOf } from './faults.ts';
import { NodeEditor } from './node-editor.tsx';
import { ruleSearch } from './search.ts';
import { TypeSwitch } from './type-switch.tsx';
import { type Rules, useRules, useRulesFor } from './use-rules.ts';

/** A new senior rule, or another text of one: `?type=` and `?id=` name which. */
export default function AddRulePage(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [{ id = '', type = 'transfer' }] = useAddress(ruleSearch);
  const { rules, error, retry } = useRules();
  if (error && !rules) return <ErrorState error={error} onRetry={retry} />;
  const known = rules?.policy.senior.find((rule) => rule.id === id);
  return (
    <Page>
      <PageHeader
        title={t(id ? 'strategyEngine:add.editTitle' : 'strategyEngine:add.title')}
        text={t('strategyEngine:add.about')}
      />
      {!rules && <Skeleton className="h-96 w-full" />}
      {rules && id !== '' && !known && <EmptyState title={t('strategyEngine:ruleGone')} />}
      {rules && (id === '' || known) && (
        <Builder
          key={`${id} ${type}`}
          rules={rules}
          first={known ? draftOf(known, rules.coins) : emptyDraft(type, `r-${crypto.randomUUID()}`)}
        />
      )}
    </Page>
  );
}

function Builder({ rules: known, first }: { rules: Rules; first: Draft }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const say = useRuleText();
  const navigate = useNavigate();
  const [begun] = useState(first);
  const [draft, setDraft] = useState(begun);
  const [asked, setAsked] = useState(false);
  const rule = useMemo(() => ruleOf(draft, known.coins), [draft, known.coins]);
  const rules = useRulesFor(
    known,
    useMemo(() => ({ senior: [rule] }), [rule]),
  );
  const next = useMemo(() => withRule(rules.policy, rule), [rules.policy, rule]);
  const faults = faultsOf(draft, rules.coins);
  const faulty = Object.keys(faults).length > 0;
  const problems = faulty ? [] : problemsOf(rules.policy, next);
  const ready = (): boolean => {
    setAsked(true);
    return !faulty && problems.length === 0;
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3 max-lg:grid-cols-1">
      <Card flush>
        <Propose
          written={draft !== begun}
          submit={t('strategyEngine:propose')}
          backText={t('common.cancel')}
          onBack={() => void navigate({ to: '/mpc/center/strategyEngine' })}
          ready={ready}
          run={(remark) =>
            api.strategy.higherSave({
              rule: { ...rule },
              pages: rule.pages ?? 'any',
              version: rules.policy.version,
              remark,
            })
          }
          told={({ instant }) => ({
            title: t('strategyEngine:proposed', { name: rule.name }),
            text: t(instant ? 'strategyEngine:proposedInstant' : 'strategyEngine:proposedText'),
          })}
        >
          <HeadFields draft={draft} onChange={setDraft} nameFault={asked ? faults.name : undefined} />
          <ConditionFields rules={rules} draft={draft} faults={asked ? faults : {}} onChange={setDraft} />
          <ActionFields rules={rules} draft={draft} nodesFault={asked ? faults.nodes : undefined} onChange={setDraft} />
          {asked && problems.length > 0 && (
            <div role="alert">
              <Banner tone="bad" title={t('strategyEngine:unsound')}>
                <ul>
                  {problems.map((problem) => (
                    <li key={problem}>{t(`strategyEngine:problem.${problem}`)}</li>
                  ))}
                </ul>
              </Banner>
            </div>
          )}
        </Propose>
      </Card>
      <div className="grid grid-cols-1 gap-3">
        <Card title={t('strategyEngine:preview')}>
          <p data-testid="sentence" className="break-words">
            {say(rules.naming, rule)}
          </p>
        </Card>
        <DryRun rules={rules} policy={next} type={rule.type} />
        <BackTest rules={rules} draft={next} />
        <CasesCard policy={next} />
      </div>
    </div>
  );
}

interface HeadProps {
  readonly draft: Draft;
  readonly nameFault: ReturnType<typeof faultsOf>['name'];
  readonly onChange: (draft: Draft) => void;
}

function HeadFields({ draft, nameFault, onChange }: HeadProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { rule } = draft;
  return (
    <>
      <Field label={t('strategyEngine:add.name')} error={nameFault && t('strategyEngine:fault.name')}>
        <TextInput
          value={rule.name}
          maxLength={100}
          onChange={({ target }) => onChange({ ...draft, rule: { ...rule, name: target.value } })}
        />
      </Field>
      <TypeSwitch
        label={t('strategyEngine:add.type')}
        value={rule.type}
        onChange={(type) => onChange({ ...draft, rule: { ...rule, type } })}
      />
      {rule.type === 'web3' && <p className="text-mut">{t('strategyEngine:senior.stakeToo')}</p>}
      <Checkbox
        checked={rule.enabled === 'on'}
        onChange={({ target }) => onChange({ ...draft, rule: { ...rule, enabled: target.checked ? 'on' : 'off' } })}
        label={t('strategyEngine:add.enabled')}
      />
    </>
  );
}

/** Is it a rule for whoever asks, in every wallet? Of another it would be said what it means to people whom it never meets. */
const actions = ['refuse', 'flow', 'pass'] as const;

interface ActionProps {
  readonly rules: Rules;
  readonly draft: Draft;
  readonly nodesFault: ReturnType<typeof faultsOf>['nodes'];
  readonly onChange: (draft: Draft) => void;
}

function ActionFields({ rules, draft, nodesFault, onChange }: ActionProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { rule } = draft;
  const change = (part: Partial<Draft['rule']>): void => onChange({ ...draft, rule: { ...rule, ...part } });
  const release = {
    name: t('strategyEngine:node.release'),
    kind: 'sign' as const,
    approvers: [],
    threshold: '1',
  };
  return (
    <>
      <Choice
        label={t('strategyEngine:add.action')}
        value={rule.action}
        items={actions.map((action) => ({ value: action, label: t(`strategyEngine:action.${action}`) }))}
        onChange={(action) =>
          change({
            action,
            nodes: action === 'flow' && rule.nodes.length === 0 ? [release] : rule.nodes,
          })
        }
      />
      {rule.action === 'flow' && (
        <>
          <NodeEditor
            policy={rules.policy}
            nodes={rule.nodes}
            signProtection={rule.signProtection}
            error={nodesFault && t(`strategyEngine:fault.${nodesFault}`)}
            different={rule.pages === 'different'}
            onNodes={(nodes) => onChange({ ...draft, rule: withSteps(rules.policy, rule, nodes) })}
            onProtection={(signProtection) => change({ signProtection })}
            onDifferent={(different) => onChange({ ...draft, rule: asking(rule, different) })}
          />
          <FlowMeaning
            policy={rules.policy}
            flow={rule}
            wallets={rule.when.wallets}
            initiators={rule.when.initiators}
            kind={rule.type === 'transfer' ? undefined : 'call'}
          />
        </>
      )}
    </>
  );
}
