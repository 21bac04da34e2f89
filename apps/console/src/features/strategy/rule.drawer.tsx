import {
  basicFor,
  type Flow,
  type IntentKind,
  isSolo,
  kindAbout,
  type PolicyDocument,
  type WorkspaceOp,
  workspaceOps,
} from '@holdfast/policy';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { Scope } from '../../lib/flow-meaning.ts';
import { useFlowText } from '../../lib/rule-words.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { FlowMeaning } from '../../ui/flow-meaning.tsx';
import { Propose } from '../../ui/propose.tsx';
import { BackTest } from './back-test.tsx';
import { asking, nextOf, problemsOf, withSteps } from './draft.ts';
import { nodesFault } from './faults.ts';
import { NodeEditor } from './node-editor.tsx';
import { PresetButtons, presetOf, usePresets } from './presets.tsx';
import { ProtectionForm } from './protection.tsx';
import { useSubjectText } from './subject.ts';
import { TemplateForm } from './template-form.tsx';
import { templateKeys } from './templates.ts';
import { type Rules, useRules } from './use-rules.ts';

/** `rule:basic:WALLET`, `rule:workspace:OP`: the flow of one, `rule:template:KEY`: rules to begin with; `rule:protect:on`, `off`: whether who asks is left out; `rule:dropSenior:ID`, `dropBasic`, `dropWorkspace`: taking one out. */
export default function RuleDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [kind = '', key = '', preset] = args;
  const { rules, error, retry } = useRules();
  if (error && !rules) return <ErrorState error={error} onRetry={retry} />;
  if (!rules)
    return (
      <DrawerBody>
        <Skeleton className="h-72 w-full" />
      </DrawerBody>
    );
  const op = workspaceOps.find((one) => one === key);
  const template = templateKeys.find((one) => one === key);
  if (kind === 'template' && template) return <TemplateForm rules={rules} template={template} />;
  if (kind === 'basic' && /^(\*|[1-9]\d{0,8})$/.test(key))
    return <FlowForm rules={rules} target={{ wallet: key }} preset={preset} />;
  if (kind === 'workspace' && op) return <FlowForm rules={rules} target={{ op }} />;
  if (kind === 'protect' && (key === 'on' || key === 'off')) return <ProtectionForm rules={rules} on={key === 'on'} />;
  const drop = dropOf(rules.policy, kind, key);
  return drop ? <Drop rules={rules} drop={drop} /> : <EmptyState title={t('strategyEngine:ruleGone')} />;
}

type Op = WorkspaceOp;
type Target = { readonly wallet: string } | { readonly op: Op };

function flowNow({ policy }: Rules, target: Target): Flow | undefined {
  const own = 'op' in target ? policy.workspace.find(({ op }) => op === target.op) : basicFor(policy, target.wallet);
  return own ?? basicFor(policy, '*');
}

/** Of what members are told that it goes by the flow. */
function scopeOf(target: Target): Scope {
  if ('op' in target) return { kind: kindAbout[target.op] };
  return target.wallet === '*' ? {} : { wallets: [target.wallet] };
}

/** What goes by the flow. */
function kindsOf(target: Target): readonly IntentKind[] {
  if ('op' in target) return [kindAbout[target.op]];
  return target.wallet === '*' ? ['policy', 'transfer'] : ['transfer'];
}

/** The document with this flow in its place. */
function withFlow(policy: PolicyDocument, target: Target, flow: Flow): PolicyDocument {
  const part = asking({ signProtection: flow.signProtection, nodes: [...flow.nodes] }, flow.pages === 'different');
  if ('op' in target) {
    const others = policy.workspace.filter(({ op }) => op !== target.op);
    return nextOf(policy, { workspace: [...others, { op: target.op, ...part }] });
  }
  const others = policy.strategies.filter(({ wallet }) => wallet !== target.wallet);
  return nextOf(policy, { strategies: [...others, { wallet: target.wallet, ...part }] });
}

/** What a change of this flow is called. */
const subjectOf = (target: Target): Readonly<Record<string, string>> =>
  'op' in target ? { action: 'workspaceSave', op: target.op } : { action: 'basicSave', wallet: target.wallet };

function FlowForm({ rules, target, preset }: { rules: Rules; target: Target; preset?: string | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const nameOf = useSubjectText();
  const say = useFlowText();
  const drawers = useDrawers();
  const presets = usePresets(rules.policy);
  const [flow, setFlow] = useState<Flow>(
    () => presetOf(presets, preset)?.flow ?? flowNow(rules, target) ?? { signProtection: 'on', nodes: [] },
  );
  const [first] = useState(flow);
  const [asked, setAsked] = useState(false);
  const fault = nodesFault([...flow.nodes]);
  const scope = useMemo(() => scopeOf(target), [target]);
  const before = useMemo(() => {
    const was = flowNow(rules, target);
    return was && { policy: rules.policy, flow: was };
  }, [rules, target]);
  const next = useMemo(() => withFlow(rules.policy, target, flow), [rules.policy, target, flow]);
  const problems = fault ? [] : problemsOf(rules.policy, next);
  const run = (remark: string) => {
    const { version } = rules.policy;
    const nodes = flow.nodes.map((node) => ({ ...node }));
    const common = { sign_protect: flow.signProtection, pages: flow.pages ?? ('any' as const), nodes, version, remark };
    return 'op' in target
      ? api.strategy.workspaceSave({ ...common, op: target.op })
      : api.strategy.basicSave({ ...common, wallet: target.wallet });
  };
  return (
    <Propose
      written={flow !== first}
      submit={t('strategyEngine:propose')}
      backText={t('common.cancel')}
      onBack={() => drawers.pop()}
      ready={() => {
        setAsked(true);
        return !fault && problems.length === 0;
      }}
      run={run}
      told={({ instant }) => ({
        title: t('strategyEngine:flow.proposed'),
        text: t(instant ? 'strategyEngine:proposedInstant' : 'strategyEngine:proposedText'),
      })}
    >
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{nameOf(subjectOf(target))}</h3>
        {'op' in target && <p className="text-mut">{t(`strategyEngine:opText.${target.op}`)}</p>}
      </div>
      {isSolo(rules.policy) && <AloneYet />}
      <PresetButtons presets={presets} onChoose={(chosen) => setFlow(chosen)} />
      <p className="break-words rounded-lg border border-line p-3">{say(rules.naming, flow)}</p>
      <NodeEditor
        policy={rules.policy}
        nodes={flow.nodes}
        signProtection={flow.signProtection}
        error={asked && fault ? t(`strategyEngine:fault.${fault}`) : undefined}
        different={flow.pages === 'different'}
        onNodes={(nodes) => setFlow(withSteps(rules.policy, flow, nodes, kindsOf(target)))}
        onProtection={(signProtection) => setFlow({ ...flow, signProtection })}
        onDifferent={(different) => setFlow(asking(flow, different))}
      />
      <FlowMeaning
        before={before}
        policy={rules.policy}
        flow={flow}
        isDefault={'wallet' in target && target.wallet === '*'}
        {...scope}
      />
      {asked && problems.length > 0 && (
        <Banner tone="bad" title={t('strategyEngine:unsound')}>
          {problems.map((problem) => t(`strategyEngine:problem.${problem}`)).join(' ')}
        </Banner>
      )}
      {'wallet' in target && <BackTest rules={rules} draft={next} />}
    </Propose>
  );
}

/** A flow names members, so nobody can be asked for beside the only one: what comes first. */
function AloneYet(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const drawers = useDrawers();
  return (
    <Banner title={t('strategyEngine:aloneYet.title')}>
      <p>{t('strategyEngine:aloneYet.text')}</p>
      <Button size="sm" className="mt-2" onClick={() => drawers.push('invite')}>
        {t('steps.invite.act')}
      </Button>
    </Banner>
  );
}

interface Dropping {
  /** As a rule is called that people have named; else what a change of it is. */
  readonly of: string | Target;
  readonly run: (at: { version: string; remark: string }) => ReturnType<typeof api.strategy.higherDelete>;
}

function dropOf(policy: PolicyDocument, kind: string, key: string): Dropping | undefined {
  const senior = policy.senior.find(({ id }) => id === key);
  if (kind === 'dropSenior' && senior)
    return { of: senior.name, run: (at) => api.strategy.higherDelete({ ...at, id: key }) };
  if (kind === 'dropBasic' && key !== '*' && policy.strategies.some(({ wallet }) => wallet === key))
    return {
      of: { wallet: key },
      run: (at) => api.strategy.basicDelete({ ...at, sub_wallet_id: subWalletIdOf(Number(key)) }),
    };
  const op = workspaceOps.find((one) => one === key);
  if (kind === 'dropWorkspace' && op && policy.workspace.some((rule) => rule.op === op))
    return { of: { op }, run: (at) => api.strategy.workspaceDelete({ ...at, op }) };
  return undefined;
}

function Drop({ rules, drop }: { rules: Rules; drop: Dropping }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const drawers = useDrawers();
  const nameOf = useSubjectText();
  const name = typeof drop.of === 'string' ? drop.of : nameOf(subjectOf(drop.of));
  return (
    <Propose
      danger
      submit={t('strategyEngine:drop')}
      backText={t('common.cancel')}
      onBack={() => drawers.pop()}
      run={(remark) => drop.run({ version: rules.policy.version, remark })}
      told={({ instant }) => ({
        title: t('strategyEngine:proposed', { name }),
        text: t(instant ? 'strategyEngine:proposedInstant' : 'strategyEngine:proposedText'),
      })}
    >
      <h3 className="font-semibold text-xl">{t('strategyEngine:dropTitle', { name })}</h3>
      <p className="text-mut">{t('strategyEngine:dropText')}</p>
    </Propose>
  );
}
