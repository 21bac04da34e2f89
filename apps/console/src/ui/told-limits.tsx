import type { contract, Output } from '@holdfast/contract';
import { compare, formatAmount } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../lib/numbered.ts';

type Limit = Output<typeof contract.withdraw.limitCheck>['limits'][number];

/** Which words say what is left; nobody pays out of what single payments leave. */
function leftKey({ left, hours }: Limit) {
  if (hours === 0) return 'withdraw.limit.single';
  if (left === null) return 'withdraw.limit.unknown';
  return compare(left, '0') > 0 ? 'withdraw.limit.left' : 'withdraw.limit.used';
}

function ToldLimit({ limit }: { readonly limit: Limit }): ReactNode {
  const { t } = useTranslation();
  const { rule, action, unit, hours, scope } = limit;
  const amount = (value: string | null): string => `${formatAmount(value)} ${unit}`;
  const window = t(`withdraw.limit.window.${scope}`, { hours });
  return (
    <li>
      <span className="tabular-nums">
        {t(leftKey(limit), { left: amount(limit.left), limit: amount(limit.limit), window })}
      </span>{' '}
      <span className="text-mut">{t(`withdraw.limit.${action}`, { rule })}</span>
    </li>
  );
}

/** How far whoever asks can go: what limits of the rules leave, and what becomes of more. */
export function ToldLimits({ limits }: { readonly limits: readonly Limit[] }): ReactNode {
  return (
    <ul className="grid gap-1">
      {numbered(limits).map(({ item, at }) => (
        <ToldLimit key={at} limit={item} />
      ))}
    </ul>
  );
}
