import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortDate } from '../../lib/time.ts';
import { linearScale, ticks } from '../../ui/scale.ts';
import { useWidth } from '../../ui/use-width.ts';
import type { Day } from './view.ts';

const [height, bottom, top, right] = [150, 22, 8, 60];
const colors = { paid: 'var(--mut)', received: 'var(--acc)' } as const;

/** Two bars a day: what was paid, and what was received for it. Display only. */
export function PaidChart({ days }: { days: readonly Day[] }): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const [frame, width] = useWidth<HTMLDivElement>();
  if (days.length === 0) return null;
  const most = Math.max(1, ...days.flatMap(({ paid, received }) => [paid, received]));
  const y = linearScale([0, most], [height - bottom, top]);
  const step = Math.max(1, width - right) / days.length;
  const bar = Math.max(2, Math.min(step / 3, 22));
  return (
    <figure className="grid gap-2 px-4 py-3">
      <figcaption className="flex flex-wrap gap-x-4 text-mut text-xs">
        {t('trade:plot')}
        <Key color={colors.paid} name={t('trade:plotPaid')} />
        <Key color={colors.received} name={t('trade:plotReceived')} />
      </figcaption>
      <div ref={frame} className="h-[150px] min-w-0 overflow-hidden">
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={t('trade:plot')}>
            {ticks([0, most], 3).map((tick) => (
              <g key={tick}>
                <line x1="0" x2={width - right} y1={y(tick)} y2={y(tick)} stroke="var(--line2)" />
                <text x={width} y={y(tick) + 4} fontSize="11" textAnchor="end" fill="var(--mut)">
                  {tick}
                </text>
              </g>
            ))}
            {days.map(({ day, paid, received }, at) => (
              <g key={day}>
                <title>
                  {`${shortDate(new Date(day))} · ${t('trade:plotPaid')} ${paid.toFixed(2)} · ${t('trade:plotReceived')} ${received.toFixed(2)}`}
                </title>
                {[paid, received].map((value, which) => (
                  <rect
                    key={colors[which === 0 ? 'paid' : 'received']}
                    x={at * step + step / 2 + (which === 0 ? -bar - 1 : 1)}
                    y={y(value)}
                    width={bar}
                    height={height - bottom - y(value)}
                    fill={colors[which === 0 ? 'paid' : 'received']}
                  />
                ))}
                <text x={at * step + step / 2} y={height - 5} fontSize="11" textAnchor="middle" fill="var(--mut)">
                  {shortDate(new Date(day))}
                </text>
              </g>
            ))}
          </svg>
        )}
      </div>
    </figure>
  );
}

const Key = ({ color, name }: { color: string; name: string }): ReactNode => (
  <span className="inline-flex items-center gap-1.5">
    <svg width="8" height="8" aria-hidden="true">
      <rect width="8" height="8" fill={color} />
    </svg>
    {name}
  </span>
);
