import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, Send } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Pager } from '../../ui/pager.tsx';
import { placeOf, type Told } from './view.ts';

const size = 20;

/** Whoever sees them has read them; what was new when they came stays marked while they look. */
function useRead(list: readonly Told[] | undefined): ReadonlySet<number> {
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const queries = useQueryClient();
  useEffect(() => {
    const unread = (list ?? []).filter(({ read }) => !read).map(({ notice_id }) => notice_id);
    if (unread.length === 0) return;
    setFresh((old) => new Set([...old, ...unread]));
    // Not reached, they are new again the next time.
    void api.notice
      .read({ up_to: Math.max(...unread) })
      .then(() => queries.invalidateQueries({ queryKey: ['notice'] }))
      .catch(() => undefined);
  }, [list, queries]);
  return fresh;
}

const rowStyle = 'flex w-full items-start gap-2.5 rounded-md px-2 py-2.5 text-left';

function Row({ told, isNew }: { told: Told; isNew: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { replace } = useDrawers();
  const place = placeOf(told);
  const content = (
    <>
      <span className="mt-1.5 size-2 shrink-0">
        {isNew && <span role="img" aria-label={t('tools:notice.new')} className="block size-2 rounded-full bg-acc" />}
      </span>
      <span className="grid min-w-0 gap-0.5">
        <bdi className="break-words">{told.text}</bdi>
        <span className="text-mut text-xs">
          <RelativeTime when={told.time} />
        </span>
      </span>
    </>
  );
  if (!place) return <div className={rowStyle}>{content}</div>;
  const style = cn(rowStyle, 'hover:bg-hov');
  if (place.kind === 'transaction' || place.kind === 'outputs')
    return (
      <button
        type="button"
        className={style}
        onClick={() =>
          place.kind === 'outputs' ? replace('outputs', 'any', place.id) : replace('transaction', place.type, place.id)
        }
      >
        {content}
      </button>
    );
  if (place.kind === 'logins' || place.kind === 'account')
    return (
      <Link to={place.kind === 'logins' ? '/mpc/center/loginHistory' : '/mpc/center/account'} className={style}>
        {content}
      </Link>
    );
  return (
    <Link to="/mpc/center/todo" search={{ item: place.item }} className={style}>
      {content}
    </Link>
  );
}

/** What one was told in this workspace, newest first; each leads to what it is about. */
export default function NoticesDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useApi(
    'notice',
    'list',
    { page_no: page, page_size: size },
    { quiet: true, keep: true },
  );
  const fresh = useRead(data?.list);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return (
    <DrawerBody
      footer={
        <Button onClick={() => push('channels')}>
          <Send aria-hidden />
          {t('tools:notice.outside')}
        </Button>
      }
    >
      {data.total === 0 && (
        <EmptyState icon={<BellOff aria-hidden />} title={t('tools:notice.none')} text={t('tools:notice.noneText')} />
      )}
      <ul className="-mx-2 grid">
        {data.list.map((told) => (
          <li key={told.notice_id}>
            <Row told={told} isNew={fresh.has(told.notice_id)} />
          </li>
        ))}
      </ul>
      {data.pageTotal > 1 && (
        <Pager page={page} pages={data.pageTotal} total={data.total} bounded={data.total >= 1_000} onPage={setPage} />
      )}
    </DrawerBody>
  );
}

const Waiting = (): ReactNode => (
  <DrawerBody>
    <Skeleton className="h-10 w-full" />
    <Skeleton className="h-10 w-full" />
    <Skeleton className="h-10 w-full" />
  </DrawerBody>
);
