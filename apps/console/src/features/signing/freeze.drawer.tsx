import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { Snowflake } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isRefusal } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { signerText } from '../../lib/signer-name.ts';
import { notify } from '../../lib/toasts.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { ApprovalNodes, nodesOf } from '../../ui/approval-nodes.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Decisions } from '../../ui/decisions.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { ErrorState, type PillTone, Skeleton, StatusPill, useErrorText } from '../../ui/feedback.tsx';
import { Field, Textarea } from '../../ui/form.tsx';
import { Detail } from '../../ui/layout.tsx';
import { AskedBeside } from '../../ui/propose.tsx';
import { StepUp } from '../../ui/step-up.tsx';

type Status = Output<typeof contract.signing.status>;

const reasonMax = 200;
const everyMs = 3_000;
const stateViews = {
  signing: { tone: 'done', text: 'tools:freeze.state.signing' },
  frozen: { tone: 'bad', text: 'tools:freeze.state.frozen' },
  unknown: { tone: 'idle', text: 'tools:freeze.state.unknown' },
} as const satisfies Record<string, { tone: PillTone; text: string }>;

const look = (): Promise<unknown> =>
  Promise.all(['signing', 'todo', 'strategy'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })));

/** `freeze`: stops all signing at once, and lets the members lift it again. */
export default function FreezeDrawer(): ReactNode {
  const status = useApi('signing', 'status', {}, { quiet: true, refetchInterval: everyMs });
  const mayFreeze = usePermission('signing.freeze');
  const mayLift = usePermission('signing.unfreeze');
  const { answeredAt, failedAt } = useLive();
  if (status.error && !status.data) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />;
  if (!status.data)
    return (
      <DrawerBody>
        <Skeleton className="h-24 w-full" />
      </DrawerBody>
    );
  if (failedAt > answeredAt) return <Unknown status={status.data} />;
  return status.data.frozen ? (
    <Frozen status={status.data} may={mayLift} />
  ) : (
    <Running status={status.data} may={mayFreeze} />
  );
}

/** While the server does not answer, what the signers did a moment ago is not what they do: they may have been stopped at their own pages. */
function Unknown({ status }: { status: Status }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <DrawerBody>
      <p role="alert" className="font-medium text-bad">
        {t('tools:freeze.serverDown')}
      </p>
      <AtSigners status={status} />
    </DrawerBody>
  );
}

function Signers({ status }: { status: Status }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1">
      {status.signers.map(({ id, name, state, freeze }) => (
        <Detail key={id} name={signerText(name)}>
          <StatusPill tone={stateViews[state].tone} text={t(stateViews[state].text)} />
          {freeze && (
            <span className="ml-2 text-mut">
              <RelativeTime when={freeze.at} /> · <bdi>{freeze.by_name}</bdi> · <Standing proven={freeze.proven} />
            </span>
          )}
        </Detail>
      ))}
    </dl>
  );
}

/** Whose word it is: the member's key, which the signer has checked, or a server's. */
function Standing({ proven }: { proven: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return proven ? t('tools:freeze.proven') : t('tools:freeze.said');
}

/** The way that needs no server: each signer's own page. Only web addresses: the text comes from the server. */
function AtSigners({ status }: { status: Status }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const pages = status.signers.filter(({ freeze_url }) => /^https?:\/\//.test(freeze_url));
  return (
    <section className="flex flex-col gap-2">
      <p className="text-mut">{t('tools:freeze.atSigners')}</p>
      <p className="flex flex-wrap gap-2">
        {pages.map(({ id, name, freeze_url }) => (
          <a
            key={id}
            href={signerLink(freeze_url)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle({ size: 'sm' })}
          >
            <Snowflake aria-hidden />
            <bdi>{signerText(name)}</bdi>
          </a>
        ))}
      </p>
    </section>
  );
}

interface StateProps {
  readonly status: Status;
  readonly may: boolean;
}

function Running({ status, may }: StateProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const formId = useId();
  const [reason, setReason] = useState('');
  const freeze = useMutation({
    mutationFn: () => api.signing.freeze({ reason: reason.trim() }),
    onSuccess: async () => {
      await look();
      notify(t('tools:freeze.done'));
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    freeze.mutate();
  };
  return (
    <DrawerBody
      footer={
        may && (
          <Button type="submit" form={formId} variant="danger" busy={freeze.isPending}>
            <Snowflake aria-hidden />
            {t('tools:freeze.now')}
          </Button>
        )
      }
    >
      <p className="text-mut">{t('tools:freeze.about')}</p>
      <Signers status={status} />
      {may ? (
        <form id={formId} onSubmit={send}>
          <Field label={t('tools:freeze.reasonOptional')} aside={`${reason.length}/${reasonMax}`}>
            <Textarea maxLength={reasonMax} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
        </form>
      ) : (
        <p className="text-mut">{t('tools:freeze.notYou')}</p>
      )}
      <AtSigners status={status} />
    </DrawerBody>
  );
}

function Frozen({ status, may }: StateProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { freeze, unfreeze_item: item } = status;
  const textOf = useErrorText();
  const lift = useMutation({
    mutationFn: () => api.signing.unfreeze({}),
    meta: { quiet: true },
    onSuccess: look,
  });
  const needsCode = isRefusal(lift.error) && lift.error.refusal === 'stepUpRequired';
  return (
    <DrawerBody
      footer={
        may &&
        item === null &&
        !needsCode && (
          <Button variant="primary" busy={lift.isPending} onClick={() => lift.mutate()}>
            {t('tools:freeze.lift')}
          </Button>
        )
      }
    >
      <p className="font-medium text-bad text-lg">{t('tools:freeze.bar')}</p>
      {freeze && (
        <dl>
          <Detail name={t('tools:freeze.by')}>
            <bdi>{freeze.by_name}</bdi> · <RelativeTime when={freeze.at} /> · <Standing proven={freeze.proven} />
          </Detail>
          {freeze.reason !== '' && (
            <Detail name={t('tools:freeze.reason')}>
              <bdi>{freeze.reason}</bdi>
            </Detail>
          )}
        </dl>
      )}
      <Signers status={status} />
      {status.signers.some(({ state }) => state !== 'frozen') && <AtSigners status={status} />}
      <p className="text-mut">{t('tools:freeze.liftText')}</p>
      {may && item === null && <AskedBeside kind="policy" />}
      {item !== null && <Unfreezing item={item} />}
      {needsCode ? (
        <StepUp onDone={() => lift.mutate()} />
      ) : (
        lift.error && (
          <p role="alert" className="text-bad">
            {textOf(lift.error)}
          </p>
        )
      )}
    </DrawerBody>
  );
}

/** The open proposal to lift the freeze: where to decide, who has, who is left. */
function Unfreezing({ item }: { item: number }): ReactNode {
  const { data } = useApi('strategy', 'auditInfo', { item_id: item }, { quiet: true, refetchInterval: everyMs });
  if (!data) return <Skeleton className="h-24 w-full" />;
  return (
    <>
      <ApprovalLink url={data.approval_url} className="w-full" />
      <ApprovalNodes nodes={nodesOf(data.nodes)} />
      <Decisions decisions={data.decisions} />
    </>
  );
}
