import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { signerText } from '../../lib/signer-name.ts';
import { notify } from '../../lib/toasts.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, StatusPill } from '../../ui/feedback.tsx';

type Info = Output<typeof contract.token.info>;

const tones = { same: 'done', none: 'idle', other: 'bad', silent: 'wait' } as const;

function stateText({ verified, approved }: Info) {
  if (approved) return verified ? 'coins.approvedText' : 'coins.takenOver';
  return verified ? 'coins.verifiedText' : 'coins.unverifiedText';
}

/** Of a token that members added: what is to be minded, whether it can be paid with, and asking that. Of any other there is nothing to say. */
export function Admission({ coin }: { coin: CoinName }): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('coin.open');
  const { data } = useApi('token', 'info', coin, { quiet: true });
  if (!data) return null;
  const byOperators = !data.verified && !data.approved;
  return (
    <section className="grid gap-2" aria-label={t('coins.admission')}>
      <h3 className="font-semibold">{t('coins.admission')}</h3>
      {data.warnings.map((warning) => (
        <Banner key={warning} tone="warn">
          {t(`coins.warn.${warning}`, { symbol: coin.symbol })}
        </Banner>
      ))}
      <p className="text-mut">{t(stateText(data))}</p>
      {data.item_id !== null && <Waiting id={data.item_id} />}
      {data.item_id === null && may && (byOperators || data.approved) && <Ask coin={coin} paid={byOperators} />}
      <ul className="grid gap-1">
        {data.signers.map(({ name, state }) => (
          <li key={name} className="flex items-center justify-between gap-2">
            <bdi>{signerText(name)}</bdi>
            <StatusPill tone={tones[state]} text={t(`coins.signer.${state}`)} />
          </li>
        ))}
      </ul>
      {byOperators && (
        <>
          <p className="text-mut">{t('coins.operatorText')}</p>
          <div className="flex items-start gap-2 rounded-lg border border-line bg-bg p-3">
            <code className="mono min-w-0 flex-1 break-all text-xs">{data.setting}</code>
            <CopyButton text={data.setting} />
          </div>
        </>
      )}
    </section>
  );
}

function Waiting({ id }: { id: number }): ReactNode {
  const { t } = useTranslation();
  const { push } = useDrawers();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <StatusPill tone="wait" text={t('coins.waits')} />
      <Button size="sm" onClick={() => push('bookChange', String(id))}>
        {t('coins.see')}
      </Button>
    </div>
  );
}

/** Proposes that it is paid with, or no more; members sign that on the signer's page. */
function Ask({ coin, paid }: { coin: CoinName; paid: boolean }): ReactNode {
  const { t } = useTranslation();
  const { push } = useDrawers();
  const { symbol } = coin;
  const apply = useMutation({
    mutationFn: (remark: string) => api.token.apply({ ...coin, paid, remark }),
    onSuccess: ({ item_id }) => {
      notify(t('coins.applied', { symbol }));
      push('bookChange', String(item_id));
    },
    onSettled: () =>
      Promise.all(['token', 'todo', 'addressBook'].map((area) => queryClient.invalidateQueries({ queryKey: [area] }))),
  });
  const ask = async (): Promise<void> => {
    const { result, remark } = await confirm({
      type: paid ? 'warning' : 'remove',
      title: t(paid ? 'coins.applyTitle' : 'coins.dropTitle', { symbol }),
      content: t(paid ? 'coins.applyText' : 'coins.dropText'),
      ...(paid ? { acknowledge: t('coins.checked') } : {}),
      remark: t('common.remark'),
      confirmText: t(paid ? 'coins.apply' : 'coins.drop'),
    });
    if (result === 'confirm') apply.mutate(remark);
  };
  return (
    <Button
      variant={paid ? 'primary' : 'outline'}
      className="justify-self-start"
      busy={apply.isPending}
      onClick={() => void ask()}
    >
      {t(paid ? 'coins.apply' : 'coins.drop')}
    </Button>
  );
}
