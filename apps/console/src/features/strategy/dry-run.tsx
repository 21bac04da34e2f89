import { mayInitiate, type PolicyDocument, type RuleType } from '@holdfast/policy';
import { memberName } from '@holdfast/review/sentences';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../lib/list-join.ts';
import { useListedOnly } from '../../lib/listed-only.ts';
import { numbered } from '../../lib/numbered.ts';
import { usePermission } from '../../lib/permission.ts';
import { ruleName } from '../../lib/rule.ts';
import { useAddress } from '../../lib/search.ts';
import { useSession } from '../../lib/session.ts';
import { nodeName } from '../../ui/approval-nodes.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { languageOf } from './conditions/condition-form.ts';
import { conditionForms } from './conditions/index.ts';
import { coinKey } from './draft.ts';
import { KeepCase } from './keep-case.tsx';
import { nodeWords } from './outcome-text.ts';
import { trialSearch } from './search.ts';
import { imaginedOf, type Line, tryOut, typed, type Verdict } from './trial.ts';
import { TrialFields } from './trial-fields.tsx';
import type { Trial } from './trial-input.ts';
import { TypeSwitch } from './type-switch.tsx';
import type { Rules } from './use-rules.ts';

interface DryRunProps {
  readonly rules: Rules;
  /** The document that is tried: the one in force, or a draft. */
  readonly policy: PolicyDocument;
  /** What is tried at first: whatever the screen is about. */
  readonly type?: RuleType;
}

function firstTrial({ policy, coins }: Rules, wallet: number | null): Trial {
  const [coin] = coins;
  return {
    type: 'transfer',
    calls: [],
    callsKnown: true,
    initiator: policy.members.find((member) => mayInitiate(member, 'transfer'))?.id ?? '',
    wallet: String(wallet ?? 1),
    coin: coin ? coinKey(coin) : '',
    amount: '1',
    value: '',
    to: 'other',
    entry: '',
    price: '',
    spent: '',
  };
}

/** `?try=` keeps the type, so that a link leads to the same form. */
function useTrialType(first: RuleType): readonly [RuleType, (type: RuleType) => void] {
  const [search, write] = useAddress(trialSearch);
  return [search.try ?? first, (type) => write({ try: type }, true)];
}

/** Any transaction against any rules, judged here by the code that the signers run. */
export function DryRun({ rules, policy, type: first = 'transfer' }: DryRunProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [type, setType] = useTrialType(first);
  const wallet = useSession((state) => state.subWalletId);
  const [given, setTrial] = useState<Trial>(() => firstTrial(rules, wallet));
  const trial = useMemo(() => typed(given, type, rules.coins), [given, type, rules.coins]);
  const mayEdit = usePermission('strategy.edit');
  const listedOnly = useListedOnly();
  const verdict = useMemo(
    () => tryOut(policy, trial, rules.coins, listedOnly),
    [policy, trial, rules.coins, listedOnly],
  );
  const transaction = imaginedOf(trial, rules.coins);
  return (
    <Card title={t('strategyEngine:try.title')}>
      <div className="grid gap-4">
        <p className="text-mut">{t('strategyEngine:try.about')}</p>
        <TypeSwitch label={t('strategyEngine:try.type')} value={type} onChange={setType} />
        <TrialFields rules={rules} trial={trial} onChange={(change) => setTrial({ ...trial, ...change })} />
        <div aria-live="polite" className="grid gap-3" data-testid="dry-run">
          {verdict ? (
            <Result verdict={verdict} policy={policy} type={type} />
          ) : (
            <p className="text-mut">{t(`strategyEngine:tryIncomplete.${type}`)}</p>
          )}
        </div>
        {mayEdit && transaction && <KeepCase policy={policy} transaction={transaction} />}
      </div>
    </Card>
  );
}

interface ResultProps {
  readonly verdict: Verdict;
  readonly policy: PolicyDocument;
  readonly type: RuleType;
}

function Result({ verdict, policy, type }: ResultProps): ReactNode {
  const { t, i18n } = useTranslation(['translation', 'strategyEngine']);
  const { outcome, steps, lines, most } = verdict;
  const rule = ruleName(t, outcome.rule) || t('strategyEngine:try.unnamed');
  const { problem, action } = outcome;
  const unlisted = problem === 'destinationNotListed' && type !== 'transfer';
  const title = problem
    ? t(unlisted ? 'strategyEngine:outcome.contractNotListed' : `strategyEngine:outcome.${problem}`, { rule })
    : t(
        steps.length > 1
          ? 'strategyEngine:outcome.several'
          : `strategyEngine:outcome.${action === 'pass' ? 'pass' : 'flow'}`,
        { rule },
      );
  const lineText = (line: Line): string => {
    if (line.match !== 'no') return t(`strategyEngine:match.${line.match}`);
    if (line.why === 'type') return t(`strategyEngine:whyType.${type}`);
    return line.why === 'off' ? t('strategyEngine:why.off') : conditionForms[line.why].texts[languageOf(i18n)].why;
  };
  return (
    <>
      <Banner tone={problem ? 'bad' : 'info'} title={title}>
        {!problem && steps.length > 0 && <Asked steps={steps} policy={policy} />}
        {most && t('strategyEngine:outcome.most', { most })}
      </Banner>
      {lines.length > 0 && (
        <ul className="grid gap-1" aria-label={t('strategyEngine:try.lines')}>
          {lines.map((line) => (
            <li key={line.rule.id} className="flex flex-wrap gap-x-2">
              <bdi className="font-medium">{line.rule.name || t('strategyEngine:try.unnamed')}</bdi>
              <span className="text-mut">{lineText(line)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Node = Verdict['outcome']['nodes'][number];
interface NodeProps extends Pick<ResultProps, 'policy'> {
  readonly node: Node;
}

function PeopleNode({ node, policy }: NodeProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const people = node.eligible.map((id) => memberName({ policy }, id)).join(listJoin());
  return (
    <li>{t(`strategyEngine:outcome.${nodeWords(node)}`, { name: nodeName(t, node), need: node.threshold, people })}</li>
  );
}

/** It is one of the approvals above: nobody is asked for another. */
function PageNode({ node }: NodeProps): ReactNode {
  const { t } = useTranslation();
  return <li>{nodeName(t, node)}</li>;
}

const drawn: Readonly<Record<Node['kind'], (props: NodeProps) => ReactNode>> = {
  approve: PeopleNode,
  sign: PeopleNode,
  accept: PeopleNode,
  page: PageNode,
};

/** Who would be asked, step by step; by which rule, where there are several. */
export function Asked({ steps, policy }: Pick<Verdict, 'steps'> & Pick<ResultProps, 'policy'>): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <ul className="grid gap-2">
      {numbered(steps).map(({ item: { rule, nodes }, at: place }) => (
        <li key={place}>
          {steps.length > 1 && (
            <bdi className="font-medium">{ruleName(t, rule) || t('strategyEngine:try.unnamed')}</bdi>
          )}
          <ol className="grid gap-1">
            {numbered(nodes).map(({ item: node, at }) => {
              const Drawn = drawn[node.kind];
              return <Drawn key={at} node={node} policy={policy} />;
            })}
          </ol>
        </li>
      ))}
    </ul>
  );
}
