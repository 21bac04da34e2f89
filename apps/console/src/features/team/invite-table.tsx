import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { useInviteLinks } from './invite-links.ts';
import { type Invite, inviteTone, roleKey } from './view.ts';

/** Invitations on their way; the whole of each is in its drawer. */
export function InviteTable({ invites, mayEdit }: { invites: readonly Invite[]; mayEdit: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const drawers = useDrawers();
  const links = useInviteLinks();
  if (invites.length === 0) return null;
  return (
    <Card flush title={t('teamMember:invites')}>
      <div className="overflow-x-auto">
        <table className="vt">
          <thead>
            <tr>
              <th>{t('teamMember:column.invited')}</th>
              <th className="max-md:hidden">{t('teamMember:column.role')}</th>
              <th>{t('teamMember:status.label')}</th>
              <th className="max-md:hidden">{t('teamMember:column.expires')}</th>
              <th>
                <span className="sr-only">{t('teamMember:copyLink')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invites.map((invite) => {
              const link = links[invite.invite_id];
              return (
                <tr key={invite.invite_id} data-invite={invite.invite_id}>
                  <td className="max-w-60">
                    <button
                      type="button"
                      className="grid max-w-full text-left leading-tight"
                      onClick={() => drawers.push('invitation', invite.invite_id)}
                    >
                      <bdi className="truncate font-medium underline-offset-2 hover:underline">{invite.name}</bdi>
                      <bdi className="truncate text-mut text-xs">{invite.email}</bdi>
                    </button>
                  </td>
                  <td className="max-md:hidden">{t(roleKey(invite.role))}</td>
                  <td>
                    <StatusPill tone={inviteTone(invite.status)} text={t(`teamMember:inviteStatus.${invite.status}`)} />
                  </td>
                  <td className="text-mut max-md:hidden">
                    <RelativeTime when={invite.expire_at} />
                  </td>
                  <td>{mayEdit && link && <CopyButton text={link} label={t('teamMember:copyLink')} />}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
