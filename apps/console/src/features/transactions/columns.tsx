import type { TransactionRecord } from '@holdfast/contract';
import { formatNumber, shortenHash } from '@holdfast/money';
import { honestText } from '@holdfast/review/format';
import type { TFunction } from 'i18next';
import { ArrowDownLeft, ArrowUpRight, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownMember } from '../../lib/signer-link.ts';
import { absoluteTime, clockTime } from '../../lib/time.ts';
import type { Coin } from '../../lib/wallets.ts';
import { cn } from '../../ui/cn.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { AddressChip, Amount, RelativeTime, Usd } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Pieces } from '../../ui/pieces.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { useNow } from '../../ui/use-now.ts';
import { NftCell } from './nft.tsx';
import { Tags } from './tags.tsx';
import {
  counterparty,
  countsConfirmations,
  nameOf,
  payeesHint,
  paysSeveral,
  statusTold,
  worthNow,
  worthTold,
} from './view.ts';
import { whyOf } from './why.ts';

interface ListShown {
  /** What rows stand in order by: by value no day stands above them, and narrow screens show it too. */
  readonly by?: 'time' | 'value';
  /** What was searched for. */
  readonly words?: string | undefined;
}
/**
 * The list's columns with their headings in the interface's language.
 * @param coins whose prices tell what a row is worth
 */
export const columnsOf = (
  t: TFunction,
  coins: readonly Coin[],
  { by = 'time', words }: ListShown = {},
): readonly Column<TransactionRecord>[] => [
  {
    key: 'what',
    title: t('tx.column.what'),
    share: 26,
    fixed: true,
    sortable: true,
    cell: (row) => <What row={row} dated={by === 'value'} words={words} worth={worthTold(row, coins)} />,
    phone: (row) => <Whole row={row} byValue={by === 'value'} words={words} worth={worthTold(row, coins)} />,
  },
  {
    key: 'coin',
    title: t('common.coin'),
    share: 20,
    from: 'md',
    cell: (row) => (row.nft ? <NftCell nft={row.nft} network={row.coin_net} /> : <CoinCell row={row} />),
  },
  {
    key: 'amount',
    title: t('common.amount'),
    share: 17,
    fixed: true,
    numeric: true,
    cell: (row) => <Sum row={row} worth={by === 'value' ? worthTold(row, coins) : null} />,
    phone: null,
  },
  {
    key: 'value',
    title: t('tx.column.value'),
    share: 13,
    from: 'xl',
    numeric: true,
    sortable: true,
    cell: (row) => <Worth row={row} now={worthNow(row, coins)} />,
  },
  {
    key: 'counterparty',
    title: t('tx.column.counterparty'),
    share: 19,
    from: 'lg',
    own: true,
    cell: (row) => <Counterparty row={row} />,
  },
  {
    key: 'wallet',
    title: t('tx.column.wallet'),
    share: 9,
    from: 'md',
    cell: (row) => <Honest className="text-mut" text={row.sub_wallet_name} />,
  },
  {
    key: 'remark',
    title: t('common.remark'),
    share: 18,
    from: 'xl',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1">
        <Tags tags={row.tags} />
        <Honest
          className="line-clamp-2 whitespace-normal wrap-anywhere text-mut leading-4"
          title={honestText(row.remark || row.note)}
          text={row.remark || row.note}
        />
      </span>
    ),
  },
  { key: 'status', title: t('tx.column.status'), share: 18, from: 'md', cell: (row) => <RowStatus row={row} /> },
];

interface Cell {
  readonly row: TransactionRecord;
}

/** What it was worth when it was final, and below what it would be worth now, where the cents differ. */
function Worth({ row, now }: Cell & { now: string | null }): ReactNode {
  const { t } = useTranslation();
  if (row.worth_usd === null) return <Usd value={now} className="text-mut" />;
  const differs = now !== null && formatNumber(now) !== formatNumber(row.worth_usd);
  return (
    <span className="grid leading-tight">
      <Usd value={row.worth_usd} className="text-mut" />
      {differs && (
        <span className="text-mut text-xs">
          {t('tx.value.now')} <Usd value={now} />
        </span>
      )}
    </span>
  );
}

/** Of the last day by how long ago, before by the clock: the day stands above, or here where it is `dated`. */
function RowTime({ when, dated }: { when: Date; dated: boolean }): ReactNode {
  const isRecent = useNow(60_000) - when.getTime() < 86_400_000;
  if (isRecent) return <RelativeTime when={when} />;
  return <time dateTime={when.toISOString()}>{dated ? absoluteTime(when).slice(0, 16) : clockTime(when)}</time>;
}

/** Who it is, where the address book knows them; the address stands below, and is what counts. */
function Counterparty({ row }: Cell): ReactNode {
  // Of ours the deposit screen copies, which says where deposits have stopped.
  const chip = (
    // A column that is narrower than the address with its button has room for the address.
    <span className="max-xl:[&_button]:hidden">
      <AddressChip address={counterparty(row)} copy={row.counterparty_own ? null : undefined} />
    </span>
  );
  if (paysSeveral(row))
    return (
      <span className="grid min-w-0 leading-tight" title={payeesHint(row)}>
        <span className="truncate font-medium">
          <OtherSide row={row} />
        </span>
        <span className="truncate text-mut text-xs">
          <FirstPayee row={row} />
        </span>
      </span>
    );
  if (row.counterparty_label === '') return chip;
  return (
    <span className="grid min-w-0 leading-tight">
      <Honest className="truncate font-medium" text={row.counterparty_label} />
      {/* As high as a line of text, so that both lines stand beside those of the other columns: the button is higher. */}
      <span className="flex h-4 items-center text-mut text-xs">{chip}</span>
    </span>
  );
}

/** Of several who are paid the first, by name or by the ends of the address, and how many more there are; below the name of their batch how many they are. */
function FirstPayee({ row }: Cell): ReactNode {
  const { t } = useTranslation();
  if (row.batch_name !== '') return t('tx.payees', { count: row.outputs.length });
  const name = honestText(row.counterparty_label) || shortenHash(counterparty(row));
  return <bdi>{t('tx.payeesFirst', { name, more: row.outputs.length - 1 })}</bdi>;
}

/** Who it is, by name or by the ends of the address; of several what their batch is called, or how many they are. */
function OtherSide({ row }: Cell): ReactNode {
  const { t } = useTranslation();
  if (paysSeveral(row))
    return row.batch_name === '' ? t('tx.payees', { count: row.outputs.length }) : <Honest text={row.batch_name} />;
  if (row.counterparty_label !== '') return <Honest text={row.counterparty_label} />;
  return <span className="mono font-semibold">{shortenHash(counterparty(row))}</span>;
}

interface WhatProps extends Cell {
  readonly dated: boolean;
  readonly words: string | undefined;
  readonly worth: string | null;
}
/** What it is and when. Where the other side has no column of its own that stands first, and what it is becomes the quiet word. */
function What({ row, dated, words, worth }: WhatProps): ReactNode {
  const { t } = useTranslation();
  const hasOther = namesOther(row);
  return (
    <span className="flex items-center gap-2.5 has-[[data-why]]:py-1.5">
      <Direction row={row} />
      <span className="grid min-w-0 leading-tight">
        {hasOther && (
          <bdi className="truncate font-medium lg:hidden">
            <OtherSide row={row} />
          </bdi>
        )}
        <span className={hasOther ? 'truncate max-lg:text-mut max-lg:text-xs lg:font-medium' : 'truncate font-medium'}>
          {t(nameOf(row))}
          {paysSeveral(row) && (
            <span className="lg:hidden">
              {' · '}
              <FirstPayee row={row} />
            </span>
          )}
        </span>
        <span className="line-clamp-2 whitespace-normal wrap-anywhere text-mut text-xs leading-4">
          <Asked row={row} dated={dated} />
        </span>
        {words !== undefined && <WhyFound row={row} words={words} worth={worth} />}
      </span>
    </span>
  );
}

const namesOther = (row: TransactionRecord): boolean => row.counterparty_label !== '' || counterparty(row) !== '';

function Direction({ row: { direction } }: Cell): ReactNode {
  const Arrow = direction === 'in' ? ArrowDownLeft : direction === 'out' ? ArrowUpRight : Snowflake;
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-hov text-mut">
      <Arrow size={13} aria-hidden />
    </span>
  );
}

/** When, and who asked for it. */
const askedPieces = ({ row, dated }: Cell & { dated: boolean }): readonly ReactNode[] => [
  <RowTime key="at" when={row.created_at} dated={dated} />,
  ...(row.initiator_name === '' ? [] : [<Honest key="by" text={row.initiator_name} />]),
];
/** The same in one line, which is cut where it has no room. */
function Asked(props: Cell & { dated: boolean }): ReactNode {
  const [at, by] = askedPieces(props);
  return (
    <>
      <span className="whitespace-nowrap">{at}</span>
      {by && (
        <>
          {'\u00a0· '}
          {by}
        </>
      )}
    </>
  );
}

interface WholeProps extends Cell {
  readonly byValue: boolean;
  readonly words: string | undefined;
  readonly worth: string | null;
}
/**
 * All of a row, as a phone has it: words on the left; amount, value and state at the other end, each beside the words where there is room, else a line below them. So
 * neither is cut for the other.
 */
function Whole({ row, byValue, words, worth }: WholeProps): ReactNode {
  const { t } = useTranslation();
  const hasOther = namesOther(row);
  // Of several there is no room for both: the arrow says which way it goes.
  const what = paysSeveral(row) ? <FirstPayee row={row} /> : t(nameOf(row));
  return (
    <span className="flex items-center gap-2.5">
      <Direction row={row} />
      <span className="min-w-0 grow whitespace-normal wrap-anywhere text-mut text-xs leading-4">
        <span className="block text-base text-fg leading-4">
          <bdi className="font-medium">{hasOther ? <OtherSide row={row} /> : t(nameOf(row))}</bdi>
          <End>
            <Sum row={row} worth={null} />
          </End>
        </span>
        <span className="block">
          {hasOther ? what : <Asked row={row} dated={byValue} />}
          {worth !== null && (
            <End>
              <Usd value={worth} />
            </End>
          )}
          <End>
            <RowStatus row={row} />
          </End>
        </span>
        {hasOther && <Pieces of={askedPieces({ row, dated: byValue })} />}
        <Honest className="block truncate" text={row.remark || row.note} />
        {words !== undefined && <WhyFound row={row} words={words} worth={worth} />}
      </span>
    </span>
  );
}

/** At a line's other end; below it where it has no room there. */
const End = ({ children }: { children: ReactNode }): ReactNode => (
  <span className="float-right clear-right ml-3 flex max-w-full justify-end text-right">{children}</span>
);

/** Where a row does not show by itself why it fits the words: what else of it has them. */
function WhyFound({ row, words, worth }: Cell & { words: string; worth: string | null }): ReactNode {
  const { t } = useTranslation();
  const why = whyOf(row, words, worth);
  if (!why) return null;
  const text = t(`tx.why.${why.field}`, {
    text: why.field === 'value' ? formatNumber(why.text) : honestText(why.text),
  });
  return (
    <span data-why className={cn('block truncate text-mut text-xs', shownAt[why.shown])} title={text}>
      {text}
    </span>
  );
}
/** Screens on which nothing else of the row says it. */
const shownAt = { always: '', notWide: 'xl:hidden', between: 'max-md:hidden xl:hidden' };

const CoinCell = ({ row }: Cell): ReactNode => (
  <span className="flex min-w-0 items-center gap-2">
    <CoinIcon symbol={row.symbol} size={18} />
    <span className="grid min-w-0 leading-tight">
      <span className="font-medium">{row.symbol_alias}</span>
      <span className="truncate text-mut text-xs" title={row.coin_net}>
        {row.coin_net}
      </span>
    </span>
  </span>
);

const Sum = ({ row, worth }: Cell & { worth: string | null }): ReactNode => (
  <>
    <Amount
      value={row.nft?.count ?? row.amount}
      symbol={row.nft ? 'NFT' : row.symbol_alias}
      {...(row.direction === 'none' ? {} : { sign: row.direction === 'in' ? ('+' as const) : ('−' as const) })}
      className="font-medium"
    />
    {worth !== null && <Usd value={worth} className="block text-mut text-xs xl:hidden" />}
  </>
);

function RowStatus({ row }: Cell): ReactNode {
  const { t } = useTranslation();
  const { tone, text } = statusTold(t, row, ownMember());
  return (
    <>
      {/* A name may take two lines. */}
      <span
        className="inline-block max-w-full overflow-hidden align-bottom [&_.truncate]:line-clamp-2 [&_.truncate]:whitespace-normal [&_.truncate]:leading-4"
        title={text}
      >
        <StatusPill tone={tone} text={text} />
      </span>
      {countsConfirmations(row) && (
        <span className="ml-1.5 text-mut text-xs tabular-nums">
          {Math.min(row.confirmations, row.confirmations_needed)}/{row.confirmations_needed}
        </span>
      )}
    </>
  );
}
