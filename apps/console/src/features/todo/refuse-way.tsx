import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { DigestWords } from '../../ui/digest-words.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import Decided from './decided.tsx';
import Difference from './difference.tsx';
import { RefusalLink } from './refusal-link.tsx';
import { headline } from './title.ts';

/** The way to refuse, and no other: what it is, and the signer's page that takes refusals and asks why. */
export default function RefuseWay({ of }: { of: Pick<TodoItem, 'item_type' | 'item_id'> }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('todo', 'info', of, { quiet: true });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  if (data.status !== 0) return <Decided item={data} />;
  return (
    <DrawerBody>
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t('tools:todo.refuseTitle')}</h3>
        <p className="font-medium">{headline(t, data)}</p>
        <p className="text-mut">{t('tools:todo.refuseText')}</p>
      </div>
      <RefusalLink item={data} text={t('tools:todo.refuseThere')} />
      {!data.payment && <Difference item={data} />}
      <DigestWords words={data.digest_words} hash={data.intent_hash} />
    </DrawerBody>
  );
}
