import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Decisions } from '../../ui/decisions.tsx';
import { CopyButton } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useInviteLinks } from './invite-links.ts';
import { type Invite, inviteTone, mayCancel, roleKey } from './view.ts';

const everyMs = 10_000;

/** `invitation:<id>`: how far it is, its link as long as this page has it, and the decision once the members are asked. */
export default function InvitationDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const mayEdit = usePermission('team.edit');
  const { data, error, refetch } = useApi('team', 'list', {}, { quiet: true, refetchInterval: everyMs });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-32 w-full" />
      </DrawerBody>
    );
  const invite = data.invites.find(({ invite_id }) => invite_id === args[0]);
  if (!invite)
    return (
      <EmptyState
        title={t('teamMember:noInvite')}
        action={
          <Link to="/mpc/center/teamMember" className={buttonStyle({})}>
            {t('nav.team')}
          </Link>
        }
      />
    );
  return (
    <DrawerBody footer={mayEdit && mayCancel(invite) ? <CancelInvite invite={invite} /> : undefined}>
      <div className="grid justify-items-start gap-1.5">
        <StatusPill tone={inviteTone(invite.status)} text={t(`teamMember:inviteStatus.${invite.status}`)} />
        <h3 className="font-semibold text-xl">
          <bdi>{invite.name}</bdi>
        </h3>
        <p className="text-mut">{t(`teamMember:inviteNext.${invite.status}`)}</p>
      </div>
      <dl className="rounded-lg border border-line bg-panel px-3.5 py-1.5">
        <Detail name={t('login.email')}>
          <bdi>{invite.email}</bdi>
        </Detail>
        <Detail name={t('teamMember:column.role')}>{t(roleKey(invite.role))}</Detail>
        <Detail name={t('teamMember:column.expires')}>{absoluteTime(invite.expire_at)}</Detail>
      </dl>
      {invite.status === 'proposed' && invite.item_id !== null && <Decision itemId={invite.item_id} />}
      {mayCancel(invite) && <InviteLink id={invite.invite_id} />}
    </DrawerBody>
  );
}

function InviteLink({ id }: { id: string }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const link = useInviteLinks((links) => links[id]);
  if (!link) return <Banner>{t('teamMember:linkGone')}</Banner>;
  return (
    <div className="flex items-start gap-2 rounded-lg border border-line bg-bg p-3.5">
      <code className="mono min-w-0 flex-1 break-all">{link}</code>
      <CopyButton text={link} label={t('teamMember:copyLink')} />
    </div>
  );
}

/** The way to the signers, where the key's words are compared. */
function Decision({ itemId }: { itemId: number }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const { data, error, refetch } = useApi('strategy', 'auditInfo', { item_id: itemId }, { quiet: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      <Banner tone="warn">{t('teamMember:compareWords')}</Banner>
      <ApprovalLink url={data.approval_url} className="w-full" />
      <section className="grid justify-items-center gap-3 rounded-lg border border-line bg-bg p-4 text-center">
        <p className="text-mut">{t('todo.qr.text')}</p>
        <QrCode text={data.approval_url} label={t('todo.qr.label')} />
      </section>
      <Decisions decisions={data.decisions} />
    </>
  );
}

function CancelInvite({ invite }: { invite: Invite }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const drawers = useDrawers();
  const cancel = useMutation({
    mutationFn: () => api.team.cancelInvite({ invite_id: invite.invite_id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['team'] });
      drawers.pop();
    },
  });
  const ask = async (): Promise<void> => {
    const options = {
      type: 'remove',
      title: t('teamMember:cancelInviteTitle', { name: invite.name }),
      content: t('teamMember:cancelInviteText'),
      confirmText: t('teamMember:cancelInvite'),
    } as const;
    if ((await confirm(options)).result === 'confirm') cancel.mutate();
  };
  return (
    <Button variant="danger" busy={cancel.isPending} onClick={() => void ask()}>
      {t('teamMember:cancelInvite')}
    </Button>
  );
}
