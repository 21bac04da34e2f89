import { basicFor, type PolicyDocument } from '@holdfast/policy';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { aloneUpTo } from '../../lib/flow-meaning.ts';
import { useFlowText, useRuleText } from '../../lib/rule-words.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { FlowMeaning } from '../../ui/flow-meaning.tsx';
import { Propose } from '../../ui/propose.tsx';
import { problemsOf } from './draft.ts';
import { imaginedOf, type TemplateKey, templateOf } from './templates.ts';
import type { Rules } from './use-rules.ts';

type Names = Parameters<typeof templateOf>[2];

function useNames(): Names {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return useMemo(
    () => ({
      approval: t('strategyEngine:node.approval', { place: 1 }),
      release: t('strategyEngine:node.release'),
      rule: (key: string) => t(`strategyEngine:template.rule.${key as 'small'}`),
    }),
    [t],
  );
}

const newId = (): string => `r-${crypto.randomUUID()}`;

/** A whole set of rules to begin with: its sentences, and what it means to each member, before it is proposed. */
export function TemplateForm({ rules, template }: { rules: Rules; template: TemplateKey }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const drawers = useDrawers();
  const { policy } = rules;
  const names = useNames();
  const next = useMemo(() => templateOf(template, policy, names, newId), [template, policy, names]);
  if (!next) return <TooFew rules={rules} template={template} />;
  const problems = problemsOf(policy, next);
  const { senior, strategies } = next;
  return (
    <Propose
      submit={t('strategyEngine:propose')}
      remark={t('strategyEngine:template.remark', { name: t(`strategyEngine:template.${template}`) })}
      backText={t('common.cancel')}
      onBack={() => drawers.pop()}
      ready={() => problems.length === 0}
      run={(remark) =>
        api.strategy.save({ senior: [...senior], strategies: [...strategies], version: policy.version, remark })
      }
      told={({ instant }) => ({
        title: t('strategyEngine:template.proposed'),
        text: t(instant ? 'strategyEngine:proposedInstant' : 'strategyEngine:proposedText'),
      })}
    >
      <Heading template={template} />
      <Banner tone="warn">{t('strategyEngine:template.replaces')}</Banner>
      {template === 'exchange' && !policy.members.some(({ role }) => role === 'api') && (
        <Banner>{t('strategyEngine:template.noApi')}</Banner>
      )}
      <Sentences rules={rules} next={next} from={policy} />
      {problems.length > 0 && (
        <Banner tone="bad" title={t('strategyEngine:unsound')}>
          {problems.map((problem) => t(`strategyEngine:problem.${problem}`)).join(' ')}
        </Banner>
      )}
    </Propose>
  );
}

/** Before there are people enough: whose keys are missing, and how it would read with them. */
function TooFew({ rules, template }: { rules: Rules; template: TemplateKey }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const names = useNames();
  const { policy } = rules;
  const next = useMemo(
    () => imaginedOf(template, policy, names, newId, (place) => t('strategyEngine:template.someone', { place })),
    [template, policy, names, t],
  );
  return (
    <DrawerBody
      toRead
      footer={
        <Link to="/mpc/center/teamMember" className={buttonStyle({ variant: 'primary' })}>
          {t('nav.team')}
        </Link>
      }
    >
      <Heading template={template} />
      <Banner tone="warn" title={t('strategyEngine:template.few')}>
        {t('strategyEngine:template.fewText')}
      </Banner>
      {next && (
        <>
          <p className="text-mut">{t('strategyEngine:template.imagined')}</p>
          <Sentences rules={rules} next={next} />
        </>
      )}
    </DrawerBody>
  );
}

/** The rules in words, and what they mean to each member. @param from those until now */
function Sentences({ rules, next, from }: { rules: Rules; next: PolicyDocument; from?: PolicyDocument }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const say = useRuleText();
  const sayFlow = useFlowText();
  const naming = { ...rules.naming, policy: next };
  const flow = basicFor(next, '*');
  const before = useMemo(() => {
    const was = from && basicFor(from, '*');
    return from && was && { policy: from, flow: was };
  }, [from]);
  return (
    <>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {next.senior.map((rule) => (
          <li key={rule.id} className="break-words">
            <bdi className="font-medium">{rule.name}</bdi> <span className="text-mut">{say(naming, rule)}</span>
          </li>
        ))}
        {flow && (
          <li className="break-words">
            <span className="font-medium">{t('strategyEngine:basic.default')}</span>{' '}
            <span className="text-mut">{sayFlow(naming, flow)}</span>
          </li>
        )}
      </ol>
      {flow && <FlowMeaning policy={next} flow={flow} before={before} isDefault aloneUpTo={aloneUpTo(next)} />}
      {next.senior
        .filter(({ type, action }) => action === 'flow' && type !== 'transfer')
        .map((rule) => (
          <FlowMeaning
            key={rule.id}
            policy={next}
            flow={rule}
            kind="call"
            title={t('strategyEngine:meaning.ofRule', { rule: rule.name })}
          />
        ))}
    </>
  );
}

function Heading({ template }: { template: TemplateKey }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold text-xl">{t(`strategyEngine:template.${template}`)}</h3>
      <p className="text-mut">{t(`strategyEngine:template.${template}Text`)}</p>
    </div>
  );
}
