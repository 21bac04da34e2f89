import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowed } from '../../lib/followed.ts';
import { isDecided, keyOf, type TodoItem, wantsOtherPage } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import Decided from './decided.tsx';
import Difference from './difference.tsx';
import { headline } from './title.ts';
import { useWay } from './use-way.ts';

/** A change of the rules or of the address book: what it says, and the way to the approval page here or on another device. */
export default function ChangeApproval({ of }: { of: Pick<TodoItem, 'item_type' | 'item_id'> }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('todo', 'info', of, { quiet: true });
  const { may, pass, refuse } = useWay(data && !isDecided(data) ? data : undefined);
  const url = pass.data?.approval_url ?? data?.approval_url ?? '';
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-44 w-full" />
      </DrawerBody>
    );
  if (isDecided(data)) return <Decided item={data} />;
  const key = keyOf(data);
  const opened = (): void => useFollowed.getState().follow(key, data.state);
  return (
    <DrawerBody>
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{headline(t, data)}</h3>
        <p className="text-mut">{t('tools:todo.signText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ApprovalLink url={url} className="flex-1" otherPage={wantsOtherPage(data)} item={key} onOpen={opened} />
        {may && (
          <Button size="lg" variant="danger" busy={refuse.isPending} onClick={() => refuse.mutate(data)}>
            <Ban aria-hidden />
            {t('tools:todo.refuse')}
          </Button>
        )}
      </div>
      <Difference item={data} />
      <DigestWords words={data.digest_words} hash={data.intent_hash} />
      <section className="grid justify-items-center gap-3 rounded-lg border border-line bg-bg p-4 text-center">
        <p className="text-mut">{t('todo.qr.text')}</p>
        <QrCode text={signerLink(url, { item: key })} label={t('todo.qr.label')} />
      </section>
    </DrawerBody>
  );
}
