import { type Flow, inheritedOps, type PolicyDocument } from '@holdfast/policy';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Meaning, meaningsOf, type Scope } from '../lib/flow-meaning.ts';
import { Banner } from './feedback.tsx';

interface FlowMeaningProps extends Scope {
  readonly policy: PolicyDocument;
  readonly flow: Flow;
  /** Whose meaning it is, where that is not plain. */
  readonly title?: string;
  /** Those to whom it is told alone; everybody where nobody is named. */
  readonly members?: ReadonlySet<string>;
  /** What went by it until now: each is told what is no longer so. */
  readonly before?: { readonly policy: PolicyDocument; readonly flow: Flow } | undefined;
  /** It is the default one: members decide about the workspace by it too, where no rule of its own speaks of that. */
  readonly isDefault?: boolean;
  /** Up to which sum a rule lets payments pass without the flow, as text with its unit. */
  readonly aloneUpTo?: string | undefined;
}

/** What the flow means to each member, and by name who could ask for what nobody can ever approve. */
export function FlowMeaning({
  policy,
  flow,
  kind,
  wallets,
  initiators,
  title,
  members,
  before,
  isDefault = false,
  aloneUpTo,
}: FlowMeaningProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [told, was] = useMemo(() => {
    const scope = { kind, ...(wallets && { wallets }), ...(initiators && { initiators }) };
    const all = meaningsOf(policy, flow, scope);
    return [
      members ? all.filter(({ id }) => members.has(id)) : all,
      new Map((before ? meaningsOf(before.policy, before.flow, scope) : []).map((one) => [one.id, one])),
    ];
  }, [policy, flow, kind, wallets, initiators, members, before]);
  const heading = title ?? t('strategyEngine:meaning.title');
  const stuck = told.filter(({ asks }) => asks === 'never').map(({ name }) => name);
  const join = t('strategyEngine:meaning.join');
  const ops = isDefault ? inheritedOps(policy).map((op) => t(`strategyEngine:op.${op}`)) : [];
  const of = kind === undefined ? 'payments' : 'other';
  if (flow.nodes.length === 0 || told.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label={heading}>
      <h4 className="font-medium">{heading}</h4>
      {stuck.length > 0 && (
        <Banner tone="bad" title={t(`strategyEngine:meaning.stuck.${of}`, { names: stuck.join(join) })}>
          {t('strategyEngine:meaning.stuckText')}
        </Banner>
      )}
      <ul className="overflow-hidden rounded-lg border border-line">
        {told.map((one) => (
          <li key={one.id} className="grid gap-0.5 border-line2 border-b px-3 py-2 last:border-b-0">
            <bdi className="font-medium">{one.name}</bdi>
            <Asks one={one} was={was.get(one.id)} of={of} />
            {aloneUpTo && (one.asks === 'others' || one.asks === 'never') && (
              <span className="text-mut">{t('strategyEngine:meaning.aloneUpTo', { amount: aloneUpTo })}</span>
            )}
            <span className="text-mut">{t(`strategyEngine:meaning.${decidesWord(one, was.get(one.id))}`)}</span>
          </li>
        ))}
      </ul>
      {ops.length > 0 && <p className="text-mut">{t('strategyEngine:meaning.inherited', { ops: ops.join(join) })}</p>}
    </section>
  );
}

const decidesWord = ({ decides }: Meaning, was: Meaning | undefined) => {
  if (was === undefined || was.decides === decides) return decides ? 'decides' : 'decidesNot';
  return decides ? 'decidesNow' : 'decidesNoMore';
};

interface AsksProps {
  readonly one: Meaning;
  readonly was: Meaning | undefined;
  readonly of: 'payments' | 'other';
}
/** What becomes of what a member asks for, and what became of it until now, where that is another thing. */
function Asks({ one, was, of }: AsksProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const textOf = useAsksText(of);
  const [now, before] = [textOf(one), was && textOf(was)];
  return (
    <>
      <span className={one.asks === 'never' || one.asks === 'alone' ? 'text-bad' : 'text-mut'}>{now}</span>
      {before !== undefined && before !== now && (
        <span className="text-mut text-xs">{t('strategyEngine:meaning.until', { text: before })}</span>
      )}
    </>
  );
}

function useAsksText(of: AsksProps['of']): (one: Meaning) => string {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (one) => {
    if (one.asks === 'never' || one.asks === 'elsewhere') return t(`strategyEngine:meaning.${one.asks}`);
    if (one.asks !== 'others') return t(`strategyEngine:meaning.${one.asks}.${of}`);
    const join = t('strategyEngine:meaning.join');
    const needs = one.needs.map(({ count, names }) =>
      count === 1
        ? t('strategyEngine:meaning.needOne', { name: names.join(t('strategyEngine:meaning.or')) })
        : t('strategyEngine:meaning.need', { need: count, names: names.join(join) }),
    );
    const then = t('strategyEngine:meaning.then');
    return one.ownFirst
      ? t('strategyEngine:meaning.ownFirst', { needs: needs.slice(1).join(then) })
      : t('strategyEngine:meaning.others', { needs: needs.join(then) });
  };
}
