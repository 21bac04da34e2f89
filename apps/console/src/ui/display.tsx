import { formatAmount, formatNumber, shortenHash } from '@holdfast/money';
import { addressHead } from '@holdfast/review/format';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../lib/numbered.ts';
import { absoluteTime, relativeTime } from '../lib/time.ts';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { Identicon } from './identicon.tsx';
import { useNow } from './use-now.ts';

/** Copies exactly this text and says so. */
export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string;
  label?: string;
  onCopied?: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    onCopied?.();
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <IconButton
      label={done ? t('common.copied') : (label ?? t('common.copy'))}
      className="size-6 [&_svg]:size-3"
      onClick={() => void copy()}
    >
      {done ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  );
}

/** An amount of a coin: short in lists, exact on hover, tabular. */
export function Amount({
  value,
  symbol,
  sign,
  className,
}: {
  value: string | null;
  symbol?: string;
  sign?: '+' | '−' | '';
  className?: string;
}): ReactNode {
  return (
    <span
      className={cn('tabular-nums', className)}
      title={value === null ? undefined : `${value}${symbol ? ` ${symbol}` : ''}`}
    >
      {sign}
      {formatAmount(value)}
      {symbol && <span className="text-mut"> {symbol}</span>}
    </span>
  );
}

/** US dollars; `--` when there is no price, never 0. */
export function Usd({
  value,
  short = false,
  className,
}: {
  value: string | null;
  short?: boolean;
  className?: string;
}): ReactNode {
  const shown = formatNumber(value, { short });
  return (
    <span className={cn('tabular-nums', className)} title={value ?? undefined}>
      {value === null ? shown : `$${shown}`}
    </span>
  );
}

/** For lists: identicon, label, 6…6, copy. Where somebody signs or deposits, use `AddressBlocks`. */
export function AddressChip({
  address,
  label,
  copy = <CopyButton text={address} />,
}: {
  address: string;
  label?: string;
  /** Another button, for addresses that are not copied without a word. */
  copy?: ReactNode;
}): ReactNode {
  if (address === '') return <span className="text-mut">--</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <Identicon seed={address} />
      {label && <bdi className="max-w-40 truncate">{label}</bdi>}
      <span className="mono" title={address}>
        {shortenHash(address)}
      </span>
      {copy}
    </span>
  );
}

interface AddressBlocksProps {
  readonly address: string;
  /** Up to ten groups in a row where there is room, else up to five: rows of one length are easier to compare. */
  readonly wide?: boolean;
  readonly className?: string;
}

/** The whole address in groups of four, first and last marked: every group is to be compared. */
export function AddressBlocks({ address, wide = false, className }: AddressBlocksProps): ReactNode {
  const head = addressHead(address);
  const groups = numbered(address.slice(head.length).match(/.{1,4}/g) ?? []);
  return (
    <span data-address={address} className={cn('blocks mono flex min-w-0 items-start gap-x-2', className)}>
      {head && <span className="text-mut">{head}</span>}
      <span
        className={cn(
          'grid min-w-0 max-w-[calc(22.5ch+24px)] flex-1 grid-cols-[repeat(auto-fill,4.5ch)] gap-x-1.5 gap-y-0.5',
          wide && 'md:max-w-[calc(45ch+54px)]',
        )}
      >
        {groups.map(({ item: text, at }) => (
          <span
            key={at}
            className={cn(
              (at === 0 || at === groups.length - 1) && 'w-fit rounded bg-accs px-0.5 font-semibold text-acc',
            )}
          >
            {text}
          </span>
        ))}
      </span>
    </span>
  );
}

export function HashText({ hash }: { hash: string }): ReactNode {
  if (hash === '') return <span className="text-mut">--</span>;
  return (
    <span className="inline-flex items-center gap-1">
      <span className="mono" title={hash}>
        {shortenHash(hash)}
      </span>
      <CopyButton text={hash} />
    </span>
  );
}

const tickMs = 10_000;
/** "2 min ago", the exact time with its zone on hover: only then, as the names of zones take a phone 20 ms to load. */
export function RelativeTime({ when }: { when: Date }): ReactNode {
  const now = useNow(tickMs);
  return (
    <time
      dateTime={when.toISOString()}
      onPointerEnter={({ currentTarget }) => currentTarget.setAttribute('title', absoluteTime(when))}
    >
      {/* By the last tick, whenever it was drawn: two of them never say two ages of one thing. */}
      {relativeTime(when, now - (now % tickMs))}
    </time>
  );
}
