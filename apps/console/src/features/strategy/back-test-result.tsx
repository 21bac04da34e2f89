import { transactionType } from '@holdfast/contract';
import { byteOrderMark, csvLine } from '@holdfast/contract/csv';
import { fromUnits } from '@holdfast/money';
import { type Kind, kinds, type PolicyDocument, unitsOfPayment, worthOfPayment } from '@holdfast/policy';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/export/save.ts';
import { useAddress } from '../../lib/search.ts';
import { shortDate } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { DayBars } from '../../ui/day-bars.tsx';
import { Amount, RelativeTime, Usd } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, type PillTone, StatusPill } from '../../ui/feedback.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { type Differing, differencesOf, differing, perDay, type Result } from './back-test.ts';
import { useOutcomeText } from './outcome-text.ts';
import { trialSearch } from './search.ts';
import type { Rules } from './use-rules.ts';

const colors = { looser: 'var(--bad)', stricter: 'var(--c3)', other: 'var(--c5)', same: 'var(--c6)' } as const;
const tones: Readonly<Record<Kind, PillTone>> = { looser: 'bad', stricter: 'done', other: 'wait', same: 'idle' };
const keyOf = ({ past }: Differing): string => past.id;
const nameOf = ({ past }: Differing): string => `${past.orderId}`;
const amountOf = ({ past }: Differing): string => fromUnits(unitsOfPayment(past), past.decimals);
const usd = (cents: bigint): string => fromUnits(cents, 2);

const speaksOfValues = ({ senior }: PolicyDocument): boolean =>
  senior.some(({ enabled, when }) => enabled === 'on' && when.amount.unit === 'usd');

interface ResultProps {
  readonly rules: Rules;
  readonly result: Result;
  /** The draft was changed after it was tried. */
  readonly stale: boolean;
}

/** How many payments a draft judges differently, when, and each of them before and after. The kind that is looked at is in the address. */
export function BackTestResult({ rules, result, stale }: ResultProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { push } = useDrawers();
  const [{ differs: kind }, write] = useAddress(trialSearch);
  const rows = useMemo(() => differencesOf(result, kind), [result, kind]);
  const columns = useColumns(rules, result);
  const show = (next: Kind | undefined): void => write({ differs: next === 'same' ? undefined : next }, true);
  const unpriced = kinds.reduce((sum, one) => sum + result.test.sums[one].unpriced, 0);
  const title = t('strategyEngine:backTest.table');
  return (
    <div className="grid grid-cols-1 gap-4">
      {stale && <Banner tone="warn" title={t('strategyEngine:backTest.stale')} />}
      {result.truncated && (
        <Banner tone="warn" title={t('strategyEngine:backTest.truncated', { count: result.past.length })} />
      )}
      {unpriced > 0 && [rules.policy, result.draft].some(speaksOfValues) && (
        <Banner tone="warn" title={t('strategyEngine:backTest.noPrices', { count: unpriced })} />
      )}
      <Tallies result={result} kind={kind} onKind={show} />
      {result.test.differences.length === 0 ? (
        <p>{t('strategyEngine:backTest.none', { count: result.past.length })}</p>
      ) : (
        <>
          <Days result={result} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-semibold">{title}</h3>
            <SaveRows rules={rules} result={result} rows={rows} />
          </div>
          <div data-scrolls className="max-h-96 overflow-auto rounded-lg border border-line">
            <Table
              label={title}
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              nameOf={nameOf}
              onOpen={({ past }) => push('transaction', String(transactionType.withdraw), String(past.orderId))}
            />
          </div>
        </>
      )}
    </div>
  );
}

interface TalliesProps {
  readonly result: Result;
  readonly kind: Kind | undefined;
  readonly onKind: (kind: Kind | undefined) => void;
}

/** Sums of each kind; a click shows only those payments, another all. */
function Tallies({ result, kind, onKind }: TalliesProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <ul className="grid grid-cols-2 gap-2">
      {kinds.map((one) => {
        const { count, cents, unpriced } = result.test.sums[one];
        const alarming = one === 'looser' && count > 0;
        return (
          <li key={one} className="grid">
            <button
              type="button"
              aria-pressed={kind === one}
              disabled={one === 'same' || count === 0}
              onClick={() => onKind(kind === one ? undefined : one)}
              className={cn(
                'grid content-start gap-0.5 rounded-lg border border-line px-3 py-2 text-left enabled:hover:bg-hov aria-pressed:border-acc',
                alarming && 'border-bad bg-bads enabled:hover:bg-bads',
              )}
            >
              <span className="flex items-center gap-1.5">
                <svg width="8" height="8" aria-hidden="true">
                  <rect width="8" height="8" rx="2" fill={colors[one]} />
                </svg>
                {t(`strategyEngine:backTest.kind.${one}`)}
              </span>
              <strong className={cn('font-semibold text-xl tabular-nums', alarming && 'text-bad')}>{count}</strong>
              <span className={alarming ? 'text-fg' : 'text-mut'}>
                {(cents > 0n || unpriced === 0) && <Usd value={usd(cents)} />}
                {cents > 0n && unpriced > 0 && ' · '}
                {unpriced > 0 && t('strategyEngine:backTest.unpriced', { count: unpriced })}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Days({ result }: { result: Result }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const days = useMemo(() => perDay(result, Date.now()), [result]);
  const names = differing.map((kind) => ({ name: t(`strategyEngine:backTest.kind.${kind}`), color: colors[kind] }));
  const sums = differing.map((kind, at) => `${names[at]?.name} ${result.test.sums[kind].count}`).join(', ');
  return (
    <DayBars
      days={days}
      kinds={names}
      label={t('strategyEngine:backTest.plot', { days: result.days, sums })}
      formatDay={shortDate}
    />
  );
}

function useColumns(rules: Rules, { draft }: Result): readonly Column<Differing>[] {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const textOf = useOutcomeText();
  return useMemo(
    () => [
      {
        key: 'payment',
        title: t('strategyEngine:backTest.payment'),
        share: 32,
        fixed: true,
        cell: (row) => (
          <span className="grid">
            <Amount value={amountOf(row)} symbol={row.past.symbol} />
            <span className="text-mut">
              <RelativeTime when={new Date(row.past.at)} />
            </span>
            <StatusPill tone={tones[row.kind]} text={t(`strategyEngine:backTest.kind.${row.kind}`)} />
          </span>
        ),
      },
      {
        key: 'change',
        title: t('strategyEngine:backTest.change'),
        share: 68,
        cell: ({ before, after }) => (
          <span className="grid whitespace-normal break-words py-1">
            <bdi className="text-mut">{textOf(rules.policy, before)}</bdi>
            <bdi>→ {textOf(draft, after)}</bdi>
          </span>
        ),
      },
    ],
    [t, textOf, rules.policy, draft],
  );
}

const headings = ['time', 'order', 'wallet', 'asked_by', 'amount', 'asset', 'chain', 'usd', 'kind', 'before', 'after'];

/** The rows that are shown, as CSV. */
function SaveRows({ rules, result, rows }: Omit<ResultProps, 'stale'> & { rows: readonly Differing[] }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const textOf = useOutcomeText();
  const [busy, setBusy] = useState(false);
  const lineOf = (row: Differing): string[] => {
    const { past, kind, before, after } = row;
    const worth = worthOfPayment(past);
    return [
      new Date(past.at).toISOString(),
      String(past.orderId),
      past.wallet,
      past.initiator,
      amountOf(row),
      past.symbol,
      past.chain,
      worth === undefined ? '' : usd(worth),
      kind,
      textOf(rules.policy, before),
      textOf(result.draft, after),
    ];
  };
  const save = (): void => {
    setBusy(true);
    const lines = [headings, ...rows.map(lineOf)].map(csvLine);
    saveFile(new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' }), 'back-test.csv');
    setBusy(false);
  };
  return (
    <Button size="sm" busy={busy} onClick={save}>
      <Download aria-hidden />
      {t('strategyEngine:backTest.csv')}
    </Button>
  );
}
