import type { Flow, PolicyDocument } from '@holdfast/policy';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/feedback.tsx';
import { type Meaning, meaningsOf } from './meaning.ts';

interface FlowMeaningProps {
  readonly policy: PolicyDocument;
  readonly flow: Flow;
  /** '*' for the default flow. */
  readonly wallet: string;
}

/** What the flow means to each member, and by name who could ask for payments that nobody can ever approve. */
export function FlowMeaning({ policy, flow, wallet }: FlowMeaningProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const told = useMemo(() => meaningsOf(policy, flow, wallet), [policy, flow, wallet]);
  const stuck = told.filter(({ asks }) => asks === 'never').map(({ name }) => name);
  const join = t('strategyEngine:meaning.join');
  if (flow.nodes.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label={t('strategyEngine:meaning.title')}>
      <h4 className="font-medium">{t('strategyEngine:meaning.title')}</h4>
      {stuck.length > 0 && (
        <Banner tone="bad" title={t('strategyEngine:meaning.stuck', { names: stuck.join(join) })}>
          {t('strategyEngine:meaning.stuckText')}
        </Banner>
      )}
      <ul className="overflow-hidden rounded-lg border border-line">
        {told.map((one) => (
          <li key={one.id} className="grid gap-0.5 border-line2 border-b px-3 py-2 last:border-b-0">
            <bdi className="font-medium">{one.name}</bdi>
            <span className={one.asks === 'never' || one.asks === 'alone' ? 'text-bad' : 'text-mut'}>
              <Asks one={one} />
            </span>
            <span className="text-mut">
              {t(one.decides ? 'strategyEngine:meaning.decides' : 'strategyEngine:meaning.decidesNot')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Asks({ one }: { one: Meaning }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  if (one.asks !== 'others') return t(`strategyEngine:meaning.${one.asks}`);
  const join = t('strategyEngine:meaning.join');
  const needs = one.needs.map(({ count, names }) =>
    t('strategyEngine:meaning.need', { need: count, names: names.join(join) }),
  );
  return t('strategyEngine:meaning.others', { needs: needs.join(t('strategyEngine:meaning.then')) });
}
