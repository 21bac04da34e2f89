import type { PolicyDocument } from '@holdfast/policy';
import { Rewind } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { type Progress, type Result, runBackTest } from './back-test.ts';
import { BackTestResult } from './back-test-result.tsx';
import { Choice } from './choice.tsx';
import { problemsOf } from './draft.ts';
import type { Rules } from './use-rules.ts';

const spans = ['7', '30', '90'] as const;

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly progress: Progress }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'done'; readonly result: Result };

/** One run at a time; leaving the page ends it. */
function useRun(inForce: PolicyDocument, draft: PolicyDocument) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const run = async (days: number): Promise<void> => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    const tell = (next: State): void => {
      if (!own.signal.aborted) setState(next);
    };
    tell({ is: 'running', progress: { phase: 'reading', done: 0, total: 0 } });
    const onProgress = (progress: Progress): void => tell({ is: 'running', progress });
    try {
      tell({ is: 'done', result: await runBackTest(inForce, draft, days, { signal: own.signal, onProgress }) });
    } catch (error) {
      tell({ is: 'failed', error });
    }
  };
  const cancel = (): void => {
    control.current?.abort();
    setState({ is: 'idle' });
  };
  return { state, run, cancel };
}

interface BackTestProps {
  readonly rules: Rules;
  /** The document that would be in force. */
  readonly draft: PolicyDocument;
}

/** What a draft would have said of the last days' payments, beside what the rules in force say. */
export function BackTest({ rules, draft }: BackTestProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [days, setDays] = useState<(typeof spans)[number]>('30');
  const { state, run, cancel } = useRun(rules.policy, draft);
  const unreadable = useMemo(() => problemsOf(rules.policy, draft).includes('unreadable'), [rules.policy, draft]);
  return (
    <Card title={t('strategyEngine:backTest.title')}>
      <div className="grid grid-cols-1 gap-4" data-testid="back-test">
        <p className="text-mut">{t('strategyEngine:backTest.about')}</p>
        <div className="flex flex-wrap items-end gap-3">
          <Choice
            label={t('strategyEngine:backTest.days')}
            value={days}
            items={spans.map((span) => ({ value: span, label: t('strategyEngine:backTest.lastDays', { days: span }) }))}
            onChange={setDays}
          />
          {state.is === 'running' ? (
            <Button onClick={cancel}>{t('common.cancel')}</Button>
          ) : (
            <Button disabled={unreadable} onClick={() => void run(Number(days))}>
              <Rewind aria-hidden />
              {t(state.is === 'done' ? 'strategyEngine:backTest.again' : 'strategyEngine:backTest.run')}
            </Button>
          )}
        </div>
        {unreadable && <p className="text-mut">{t('strategyEngine:backTest.incomplete')}</p>}
        <div aria-live="polite">
          {state.is === 'running' && <Running progress={state.progress} />}
          {state.is === 'failed' && <ErrorState error={state.error} onRetry={() => void run(Number(days))} />}
          {state.is === 'done' && state.result.past.length === 0 && (
            <EmptyState
              title={t('strategyEngine:backTest.empty', { days: state.result.days })}
              text={t('strategyEngine:backTest.emptyText')}
            />
          )}
          {state.is === 'done' && state.result.past.length > 0 && (
            <BackTestResult rules={rules} result={state.result} stale={state.result.draft !== draft} />
          )}
        </div>
      </div>
    </Card>
  );
}

function Running({ progress: { phase, done, total } }: { progress: Progress }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const label = t(`strategyEngine:backTest.${phase}`, { done, total });
  return (
    <div className="grid gap-1.5">
      <progress aria-label={label} max={Math.max(total, 1)} value={done} />
      <span className="text-mut tabular-nums">{label}</span>
    </div>
  );
}
