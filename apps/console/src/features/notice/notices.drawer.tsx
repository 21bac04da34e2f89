import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, Send } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useFollowed } from '../../lib/followed.ts';
import { keyOf, type TodoItem, wantsOtherPage } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
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

/** No line ends within a shortened address. */
const whole = (text: string): string => text.replaceAll('…', '…\u2060');

const rowStyle = 'flex w-full items-start gap-2.5 rounded-md px-2 py-2.5 text-left';

/** What the reader can decide now, by its key in the inbox: from here it is one press to the signer's page. */
function useMine(): { readonly items: ReadonlyMap<string, TodoItem>; readonly all: boolean } {
  const ask = { scope: 'mine', status: 0, page_no: 1, page_size: size } as const;
  const { data } = useApi('todo', 'list', ask, { quiet: true });
  const items = new Map(data?.list.map((item) => [keyOf(item), item]));
  return { items, all: data !== undefined && data.my_count <= size };
}

/** The way to decide, under the notice that asked for it. */
function Way({ item }: { item: TodoItem }): ReactNode {
  const key = keyOf(item);
  const follow = (): void => useFollowed.getState().follow(key, item.state);
  return (
    <div className="pb-2.5 pl-6.5">
      <ApprovalLink
        url={item.approval_url}
        otherPage={wantsOtherPage(item)}
        item={key}
        onOpen={follow}
        className="max-md:w-full"
      />
    </div>
  );
}

/** Of each thing that waits, the newest notice has the way to it. */
function waysOf(list: readonly Told[], mine: ReadonlyMap<string, TodoItem>): ReadonlyMap<number, TodoItem> {
  const ways = new Map<number, TodoItem>();
  const seen = new Set<string>();
  for (const told of list) {
    const place = placeOf(told);
    const item = place?.kind === 'item' ? mine.get(String(place.item)) : undefined;
    if (!item || seen.has(keyOf(item))) continue;
    seen.add(keyOf(item));
    ways.set(told.notice_id, item);
  }
  return ways;
}

/** Asked for a decision that is not the reader's any more: they decided, or it ended. */
function isOver(told: Told, { items, all }: ReturnType<typeof useMine>): boolean {
  const place = placeOf(told);
  const asked = told.kind === 'decide' || told.kind === 'remind';
  return asked && all && place?.kind === 'item' && !items.has(String(place.item));
}

function Row({ told, isNew, over }: { told: Told; isNew: boolean; over: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { replace } = useDrawers();
  const place = placeOf(told);
  const content = (
    <>
      <span className="mt-1.5 size-2 shrink-0">
        {isNew && <span role="img" aria-label={t('tools:notice.new')} className="block size-2 rounded-full bg-acc" />}
      </span>
      <span className="grid min-w-0 gap-0.5">
        <bdi className={cn('break-words', over && 'text-mut')}>{whole(told.text)}</bdi>
        <span className="text-mut text-xs">
          <RelativeTime when={told.time} />
          {over && ` · ${t('tools:notice.over')}`}
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
  const mine = useMine();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  const ways = waysOf(data.list, mine.items);
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
        {data.list.map((told) => {
          const item = ways.get(told.notice_id);
          return (
            <li key={told.notice_id}>
              <Row told={told} isNew={fresh.has(told.notice_id)} over={isOver(told, mine)} />
              {item && <Way item={item} />}
            </li>
          );
        })}
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
