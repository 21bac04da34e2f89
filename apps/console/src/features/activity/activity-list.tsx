import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../lib/time.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { sentenceOf } from './sentences.ts';
import { type Entry, placeOf } from './view.ts';

const wide = 'max-md:hidden';
const shapes = 12;

/** A line each entry: who, what, when; it leads to what it is about. */
export const ActivityList = memo(function ActivityList({ rows }: { rows: readonly Entry[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const head = [
    { text: t('tools:activity.column.time'), className: wide },
    { text: t('tools:activity.column.what') },
    { text: t('tools:activity.column.kind'), className: wide },
  ];
  return (
    <PlainTable head={head} shapes={shapes}>
      {rows?.map((row) => (
        <Line key={row.seq} row={row} />
      ))}
    </PlainTable>
  );
});

function Line({ row }: { row: Entry }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <tr data-seq={row.seq} data-action={row.action}>
      <td className={`${wide} w-36`} title={absoluteTime(row.time)}>
        <RelativeTime when={row.time} />
      </td>
      <td className="whitespace-normal wrap-anywhere">
        <Sentence row={row} />
        <span className="block text-mut text-xs">
          <span className="md:hidden">
            <RelativeTime when={row.time} /> · {t(`tools:activity.kind.${row.kind}`)}
            {row.network !== '' && ' · '}
          </span>
          <bdi className="mono">{row.network}</bdi>
        </span>
      </td>
      <td className={`${wide} w-32 text-mut`}>{t(`tools:activity.kind.${row.kind}`)}</td>
    </tr>
  );
}

/** Who did what, as a way to what it is about where that has a page. */
function Sentence({ row }: { row: Entry }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const place = placeOf(row.about);
  const words = (
    <>
      {row.actor_name !== '' && (
        <>
          <bdi className="font-medium">{row.actor_name}</bdi>{' '}
        </>
      )}
      <bdi>{sentenceOf(t, row)}</bdi>
    </>
  );
  const look = 'text-left underline-offset-2 hover:underline';
  if (place && 'drawer' in place)
    return (
      <button type="button" className={look} onClick={() => push(...place.drawer)}>
        {words}
      </button>
    );
  if (place)
    return (
      <Link to="/mpc/center/todo" search={{ item: `p${place.proposal}` }} className={look}>
        {words}
      </Link>
    );
  return words;
}
