import { todoType } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../lib/list-join.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { ApprovalNodes } from '../../ui/approval-nodes.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Decisions } from '../../ui/decisions.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { Expiry, Maker } from './api-client-table.tsx';
import { KeyWords } from './key-words.tsx';
import { Networks } from './networks.tsx';
import { OneApiClient } from './one-api-client.tsx';
import { readAppId } from './search.ts';
import { ApiClientStatus } from './status-pill.tsx';
import { useCommands } from './use-commands.ts';
import { useSwitch } from './use-switch.tsx';
import { type ApiClient, isHalfOff, statusOf } from './view.ts';

const everyMs = 5_000;

/** `apiClient:<app_id>`: one API client in whole, and what can be done with it. */
export default function ApiClientDrawer({ args: [id] }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  return (
    <OneApiClient id={readAppId(id)} gone={<EmptyState title={t('apiPage:gone')} />}>
      {(apiClient) => <Whole apiClient={apiClient} />}
    </OneApiClient>
  );
}

function Whole({ apiClient }: { apiClient: ApiClient }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const mayEdit = usePermission('apiClient.edit');
  const { ask, busy, panel } = useSwitch(apiClient);
  const { pay } = useCommands(apiClient.app_id);
  const status = statusOf(apiClient.status);
  return (
    <DrawerBody footer={mayEdit && <Footer apiClient={apiClient} busy={busy} onSwitch={ask} />}>
      <div className="flex items-center justify-between gap-3">
        <bdi className="min-w-0 break-words font-semibold text-lg">{apiClient.name}</bdi>
        <ApiClientStatus apiClient={apiClient} />
      </div>
      {apiClient.item_id !== null && <Open item={apiClient.item_id} />}
      {isHalfOff(apiClient) && <Banner tone="warn">{t('apiPage:halfOff')}</Banner>}
      {panel}
      <KeyWords words={apiClient.words} />
      <Facts apiClient={apiClient} />
      {status === 'on' && (
        <section>
          <h3 className="font-medium">{t('apiPage:how.itPays')}</h3>
          <CommandLine command={pay} />
        </section>
      )}
    </DrawerBody>
  );
}

function Footer({
  apiClient,
  busy,
  onSwitch,
}: {
  apiClient: ApiClient;
  busy: boolean;
  onSwitch: (on: boolean) => void;
}) {
  const { t } = useTranslation(['translation', 'apiPage']);
  const status = statusOf(apiClient.status);
  return (
    <>
      {(status === 'on' || status === 'inApproval' || isHalfOff(apiClient)) && (
        <Button variant="danger" busy={busy} onClick={() => onSwitch(false)}>
          {t('apiPage:turnOff')}
        </Button>
      )}
      {status === 'off' && apiClient.item_id === null && !apiClient.in_rules && (
        <Button busy={busy} onClick={() => onSwitch(true)}>
          {t('apiPage:turnOn')}
        </Button>
      )}
      {status !== 'revoked' && (
        <Link
          to="/mpc/center/api/editApi"
          search={{ app: apiClient.app_id }}
          className={buttonStyle({ variant: 'primary' })}
        >
          {t('apiPage:change')}
        </Link>
      )}
    </>
  );
}

const texts = {
  programOff: ['apiPage:open.off', 'apiPage:open.offText'],
  programOn: ['apiPage:open.on', 'apiPage:open.onText'],
} as const;
const isKnown = (action: string): action is keyof typeof texts => Object.hasOwn(texts, action);

/** The open proposal about it: where to decide, who has, who is left. */
function Open({ item }: { item: number }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const ask = { item_type: todoType.apiClient, item_id: item };
  const { data, error, refetch } = useApi('todo', 'info', ask, { quiet: true, refetchInterval: everyMs });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-44 w-full" />;
  const { action = '' } = data.change?.subject ?? {};
  const [title, text] = isKnown(action) ? texts[action] : (['apiPage:open.title', 'apiPage:open.text'] as const);
  return (
    <>
      <Banner tone="warn" title={t(title)}>
        {t(text)}
      </Banner>
      <ApprovalLink url={data.approval_url} className="w-full" />
      <DigestWords words={data.digest_words} hash={data.intent_hash} />
      {data.nodes.length > 0 && <ApprovalNodes nodes={data.nodes} />}
      <Decisions decisions={data.decisions} />
    </>
  );
}

function Wallets({ ids }: { ids: readonly number[] }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const nameOf = useWalletNames();
  if (ids.length === 0) return t('apiPage:everyWallet');
  return <bdi>{ids.map((id) => nameOf(id) ?? `#${id}`).join(listJoin())}</bdi>;
}

function Facts({ apiClient }: { apiClient: ApiClient }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  return (
    <dl>
      <Detail name={t('apiPage:appId')}>
        <span className="mono">{apiClient.app_id}</span>
      </Detail>
      <Detail name={t('apiPage:scopes')}>
        {apiClient.scopes.map((scope) => t(`apiPage:scope.${scope}`)).join(' · ')}
      </Detail>
      <Detail name={t('apiPage:wallets')}>
        <Wallets ids={apiClient.sub_wallet_ids} />
      </Detail>
      <Detail name={t('apiPage:rate')}>{apiClient.per_minute ?? t('apiPage:rateUsual')}</Detail>
      <Detail name={t('apiPage:networks')}>
        <Networks list={apiClient.ip_list} />
      </Detail>
      <Detail name={t('apiPage:expires')}>
        <Expiry apiClient={apiClient} />
      </Detail>
      <Detail name={t('apiPage:column.lastUsed')}>
        {apiClient.last_used_at ? (
          <>
            <RelativeTime when={apiClient.last_used_at} /> · <span className="mono">{apiClient.last_ip}</span>
          </>
        ) : (
          t('apiPage:never')
        )}{' '}
        ·{' '}
        <Link
          to="/mpc/center/api/log"
          search={{ app: apiClient.app_id }}
          className="text-acc underline underline-offset-2"
        >
          {t('apiPage:log.of')}
        </Link>
      </Detail>
      <Detail name={t('apiPage:added')}>
        <RelativeTime when={apiClient.created_at} />
      </Detail>
      <Detail name={t('apiPage:madeBy')}>
        <Maker apiClient={apiClient} />
      </Detail>
      <Detail name={t('apiPage:key')}>
        <span className="mono break-all text-[13px]">{apiClient.public_key}</span>
      </Detail>
    </dl>
  );
}
