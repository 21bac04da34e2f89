import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemId } from '../../lib/item-id.ts';
import { useApi } from '../../lib/query.ts';
import { signerText } from '../../lib/signer-name.ts';
import { absoluteTime } from '../../lib/time.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { ApprovalNodes, nodesOf } from '../../ui/approval-nodes.tsx';
import { AddressBlocks, RelativeTime } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { TakeFile } from './take-file.tsx';
import { stateViews } from './view.ts';

type Item = Output<typeof contract.keyMaterial.detail>;
const everyMs = 2_000;

/** `keyMaterial:ID`: one request for key material, where it stands, and who was told. */
export default function DetailDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const item_id = itemId(args[0]);
  const { data, error, refetch } = useApi(
    'keyMaterial',
    'detail',
    { item_id },
    { quiet: true, enabled: item_id > 0, refetchInterval: everyMs },
  );
  if (item_id === 0) return <EmptyState title={t('tx.notFound')} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <DrawerBody>{data ? <Facts item={data} /> : <Skeleton className="h-40 w-full" />}</DrawerBody>;
}

function Facts({ item }: { item: Item }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const view = stateViews[item.state];
  const alive = ['open', 'granting', 'waiting', 'ready', 'taken'].includes(item.state);
  const takeable = item.mine && (item.state === 'ready' || item.state === 'taken');
  return (
    <>
      <div className="grid gap-2">
        <h3 className="text-balance font-semibold text-xl">
          {t('privateKeyRecovery:sentence', { signer: signerText(item.signer_name), name: item.applicant.name })}
        </h3>
        <p>
          <StatusPill tone={view.tone} text={t(view.text)} />
        </p>
      </div>
      <Banner tone="warn">{t('privateKeyRecovery:warning')}</Banner>
      <Details item={item} />
      {item.nodes.length > 0 && (
        <section className="grid gap-2">
          <h4 className="font-semibold">{t('privateKeyRecovery:decided')}</h4>
          <ApprovalNodes nodes={stepsOf(item.nodes)} />
        </section>
      )}
      {item.refused_by !== '' && (
        <Banner>
          {t('privateKeyRecovery:refusedBy', { name: item.refused_by })}
          {item.refused_why !== '' && <bdi className="block break-words">{item.refused_why}</bdi>}
        </Banner>
      )}
      {takeable && <TakeFile item={item.item_id} />}
      {alive && <WaysToRefuse item={item} />}
    </>
  );
}

function Details({ item }: { item: Item }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  return (
    <dl>
      <Detail name={t('privateKeyRecovery:recipient')}>
        <AddressBlocks address={item.recipient} />
      </Detail>
      <Detail name={t('privateKeyRecovery:reason')}>
        <bdi>{item.reason || '–'}</bdi>
      </Detail>
      <Detail name={t('privateKeyRecovery:applicant')}>
        <bdi>{item.applicant.name}</bdi>
      </Detail>
      <Detail name={t('privateKeyRecovery:created')}>
        <RelativeTime when={item.created_at} />
      </Detail>
      {item.ready_at && <Detail name={t('privateKeyRecovery:ready')}>{absoluteTime(item.ready_at)}</Detail>}
      {item.until && <Detail name={t('privateKeyRecovery:ends')}>{absoluteTime(item.until)}</Detail>}
      {item.taken > 0 && <Detail name={t('privateKeyRecovery:taken')}>{item.taken}</Detail>}
      <Detail name={t('privateKeyRecovery:group')}>
        <code className="mono break-all">{item.key_group}</code>
      </Detail>
      <Detail name={t('privateKeyRecovery:epoch')}>{item.epoch}</Detail>
      {item.told.length > 0 && (
        <Detail name={t('privateKeyRecovery:told')}>
          <Told told={item.told} />
        </Detail>
      )}
    </dl>
  );
}

/** Where a member with a key refuses it: until it is granted at the signer that asks, then at any. */
function WaysToRefuse({ item }: { item: Item }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  return (
    <section className="grid gap-2">
      <p className="text-mut">
        {item.ready_at ? t('privateKeyRecovery:refuseEither') : t('privateKeyRecovery:refuse')}
      </p>
      {item.ready_at ? (
        item.refuse_at.map(({ name, url }) => (
          <ApprovalLink key={url} url={url} className="w-full" named>
            <bdi>{t('privateKeyRecovery:refuseAt', { signer: signerText(name) })}</bdi>
          </ApprovalLink>
        ))
      ) : (
        <ApprovalLink url={item.approval_url} className="w-full" otherPage={asksOtherPage(item.nodes)} />
      )}
    </section>
  );
}

/** Has somebody approved, and the rule asks for another signer's page than theirs? */
const asksOtherPage = (nodes: Item['nodes']): boolean => {
  const given = ({ members }: Item['nodes'][number]): number => members.filter(({ approved }) => approved).length;
  return (
    nodes.some((node) => node.kind === 'page' && given(node) < node.threshold) && nodes.some((node) => given(node) > 0)
  );
};

/** The steps as they are drawn for every other item. */
const stepsOf = (nodes: Item['nodes']) =>
  nodesOf(
    nodes.map(({ name, kind, threshold, members }) => ({
      name,
      kind,
      threshold,
      members: members.map((one) => ({ member_id: one.id, name: one.name })),
      approved: members.filter(({ approved }) => approved).map(({ id }) => id),
    })),
  );

function Told({ told }: { told: Item['told'] }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  return (
    <ul className="grid gap-1">
      {told.map(({ id, name, acknowledged_at: at }) => (
        <li key={id}>
          <bdi>{name}</bdi>{' '}
          <span className="text-mut">
            {at ? t('privateKeyRecovery:toldSeen', { when: absoluteTime(at) }) : t('privateKeyRecovery:toldNot')}
          </span>
        </li>
      ))}
    </ul>
  );
}
