import { todoType } from '@holdfast/contract';
import { Ban } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field, Textarea } from '../../ui/form.tsx';
import Decided from './decided.tsx';
import Difference from './difference.tsx';
import { RefusalLink } from './refusal-link.tsx';
import { headline } from './title.ts';
import { useRefusal } from './use-way.ts';

const remarkMax = 200;

/** The way to refuse, and no other: what it is, why, and the signer's page that takes refusals. */
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
      {data.item_type === todoType.withdraw ? (
        <RefusalLink item={data} text={t('tools:todo.refuseThere')} />
      ) : (
        <RefuseChange item={data} />
      )}
      <DigestWords words={data.digest_words} hash={data.intent_hash} />
    </DrawerBody>
  );
}

function RefuseChange({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [remark, setRemark] = useState('');
  const { may, refuse } = useRefusal(item);
  if (!may) return <p className="text-mut">{t('tools:todo.refuseNotYou')}</p>;
  return (
    <>
      <Field label={t('tools:todo.why')} hint={t('tools:todo.whyHint')} aside={`${remark.length}/${remarkMax}`}>
        <Textarea maxLength={remarkMax} value={remark} onChange={({ target }) => setRemark(target.value)} />
      </Field>
      <Button size="lg" variant="danger" busy={refuse.isPending} onClick={() => refuse.mutate({ of: item, remark })}>
        <Ban aria-hidden />
        {t('tools:todo.refuseThere')}
      </Button>
      <Difference item={item} />
    </>
  );
}
