import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../../../lib/numbered.ts';
import { usePermission } from '../../../lib/permission.ts';
import { useApi } from '../../../lib/query.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { Button } from '../../../ui/button.tsx';
import { AddressBlocks, AddressChip, HashText, RelativeTime } from '../../../ui/display.tsx';
import { DrawerBody } from '../../../ui/drawers.tsx';
import { ErrorState, Skeleton, StatusPill } from '../../../ui/feedback.tsx';
import { Detail } from '../../../ui/layout.tsx';
import { Drawn } from '../../../ui/nft-picture.tsx';
import { type Info, isNobody, type Place } from './rules.ts';
import { SendForm } from './send-form.tsx';

/** One thing, all that is known of it, and the way to send it. */
export function Thing({ place, id }: { place: Place; id: string }): ReactNode {
  const [isSending, setSending] = useState(false);
  return isSending ? (
    <SendForm place={place} ids={[id]} />
  ) : (
    <Told place={place} id={id} onSend={() => setSending(true)} />
  );
}

interface ToldProps {
  readonly place: Place;
  readonly id: string;
  readonly onSend: () => void;
}

function Told({ place: { subWalletId, chain, contract }, id, onSend }: ToldProps): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('withdraw.create', subWalletId);
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), chain_id: chain, contract_address: contract, token_id: id };
  const { data, error, refetch } = useApi('nft', 'info', ask, { quiet: true, keep: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="aspect-square w-full" />
      </DrawerBody>
    );
  const name = data.nft_name || t('nft.noName', { id });
  return (
    <DrawerBody
      footer={
        may &&
        data.amount !== '0' && (
          <Button variant="primary" onClick={onSend}>
            {t('nft.send', { count: 1 })}
          </Button>
        )
      }
    >
      <div className="mx-auto w-full max-w-80">
        <Drawn image={data.image} problem={data.problem} name={name} />
      </div>
      <h3 className="font-semibold text-lg">
        <bdi>{name}</bdi>
      </h3>
      {data.amount === '0' && data.incoming === '0' && <p className="text-mut">{t('nft.gone')}</p>}
      <Facts info={data} />
      {data.description !== '' && <p className="whitespace-pre-line break-words">{data.description}</p>}
      {data.is_video && <p className="text-mut">{t('nft.video')}</p>}
      <Traits traits={data.traits} />
      <p className="text-mut text-xs">{t('nft.drawnAnew')}</p>
      <History history={data.history} />
    </DrawerBody>
  );
}

function Facts({ info }: { info: Info }): ReactNode {
  const { t } = useTranslation();
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5">
      <Detail name={t('nft.collection')}>
        <bdi>{info.collection || t('nft.unnamed')}</bdi>
      </Detail>
      <Detail name={t('nft.number')}>
        <span className="mono break-all">{info.token_id}</span>
      </Detail>
      <Detail name={t('nft.amount')}>
        {info.amount}
        {info.incoming !== '0' && ` · ${t('nft.incoming', { count: Number(info.incoming) })}`}
      </Detail>
      <Detail name={t('nft.network')}>{t('nft.onNetwork', { network: info.coin_net, standard: info.standard })}</Detail>
      <Detail name={t('nft.contract')}>
        <AddressBlocks address={info.contract_address} />
      </Detail>
      {info.since && (
        <Detail name={t('nft.since')}>
          <RelativeTime when={info.since} />
        </Detail>
      )}
      {info.link !== '' && (
        <Detail name={t('nft.link')}>
          <a className="break-all underline" href={info.link} target="_blank" rel="noreferrer noopener nofollow">
            {info.link}
          </a>
        </Detail>
      )}
    </dl>
  );
}

function Traits({ traits }: Pick<Info, 'traits'>): ReactNode {
  const { t } = useTranslation();
  if (traits.length === 0) return null;
  return (
    <section className="grid gap-1.5">
      <h4 className="font-medium">{t('nft.traits')}</h4>
      <ul className="flex flex-wrap gap-1.5">
        {numbered(traits).map(({ item: { name, value }, at }) => (
          <li key={at} className="rounded-md bg-bg px-2 py-1 text-xs">
            {name !== '' && <bdi className="text-mut">{name}: </bdi>}
            <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

const tones = { confirming: 'wait', credited: 'done', unbacked: 'bad', reorged: 'bad' } as const;

function History({ history }: Pick<Info, 'history'>): ReactNode {
  const { t } = useTranslation();
  return (
    <section className="grid gap-1.5">
      <h4 className="font-medium">{t('nft.history')}</h4>
      <ul className="divide-y divide-line">
        {history.map((one) => (
          <li key={`${one.txid} ${one.direction} ${one.height} ${one.status}`} className="grid gap-1 py-2">
            <span className="flex flex-wrap items-center gap-x-2">
              {t(`nft.${one.direction}`, { address: isNobody(one.address) ? t('nft.maker') : '' })}
              {/* It may be ours: it is copied from the transaction. */}
              {!isNobody(one.address) && <AddressChip address={one.address} copy={null} />}
              {one.amount !== '1' && <span>× {one.amount}</span>}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-mut text-xs">
              <StatusPill
                tone={tones[one.status]}
                text={t(`nft.status.${one.status}`, { now: one.confirmations, need: one.confirm_need })}
              />
              <RelativeTime when={one.time} />
              <HashText hash={one.txid} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
