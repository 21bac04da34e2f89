import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemId } from '../../lib/item-id.ts';
import { useApi } from '../../lib/query.ts';
import { CopyButton } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { readForm } from './message-form.ts';
import { MessageTable } from './message-table.tsx';

type Told = Output<typeof contract.web3.message>;

/** `signature:<order>`: a message that was asked for, and its signature once there is one. */
export default function SignatureDrawer({ args: [order] }: DrawerProps): ReactNode {
  const trans_id = itemId(order) as Told['trans_id'];
  const { data, error, refetch } = useApi('web3', 'message', { trans_id }, { quiet: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <DrawerBody>{data ? <Content told={data} /> : <Skeleton className="h-40 w-full" />}</DrawerBody>;
}

function Content({ told }: { told: Told }): ReactNode {
  const { t } = useTranslation();
  const { form, message, chain_id: chain, address_from: from, signature, digest } = told;
  const read = readForm({ by: form, text: message }, { chain, from });
  return (
    <>
      {read && 'told' in read ? (
        <MessageTable told={read.told} chain={chain} />
      ) : (
        <Banner tone="bad">{t('message.fault', { reason: read?.fault ?? '' })}</Banner>
      )}
      <dl className="rounded-lg border border-line px-3.5 py-1.5">
        <Copied name={t('message.digest')} text={digest} />
        {signature !== '' && <Copied name={t('message.signed')} text={signature} />}
      </dl>
      {signature === '' && <p className="text-mut">{t('message.unsigned')}</p>}
    </>
  );
}

function Copied({ name, text }: { name: string; text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <Detail name={name}>
      <span className="mono break-all">{text}</span> <CopyButton text={text} label={`${t('common.copy')}: ${name}`} />
    </Detail>
  );
}
