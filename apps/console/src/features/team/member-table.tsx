import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { type Member, roleKey } from './view.ts';

/** The members, or their shapes while they load. */
export const MemberTable = memo(function MemberTable({
  members,
}: {
  members: readonly Member[] | undefined;
}): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const head = [
    { text: t('teamMember:column.member') },
    { text: t('teamMember:column.role') },
    { text: t('teamMember:column.key'), className: 'max-md:hidden' },
    { text: t('teamMember:column.twofa'), className: 'max-md:hidden' },
    { text: t('teamMember:column.flows'), className: 'max-md:hidden' },
    { text: t('teamMember:column.lastLogin'), className: 'max-md:hidden' },
  ];
  return (
    <PlainTable head={head} shapes={4}>
      {members?.map((member) => (
        <MemberRow key={member.member_id} member={member} />
      ))}
    </PlainTable>
  );
});

function MemberRow({ member }: { member: Member }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const drawers = useDrawers();
  const more = member.sub_wallet_roles.length;
  return (
    <tr data-member={member.member_id}>
      <td className="max-w-72">
        <button
          type="button"
          className="flex max-w-full items-center gap-2.5 text-left"
          onClick={() => drawers.push('member', member.member_id)}
        >
          <Avatar name={member.name} />
          <span className="grid min-w-0 leading-tight">
            <span className="flex items-center gap-1.5">
              <bdi className="truncate font-medium underline-offset-2 hover:underline">{member.name}</bdi>
              {member.me && <span className="rounded bg-hov px-1 text-mut text-xs">{t('teamMember:me')}</span>}
            </span>
            <bdi className="truncate text-mut text-xs">{member.email_masked}</bdi>
          </span>
        </button>
      </td>
      <td>
        <span className="block font-medium">{t(roleKey(member.workspace_role))}</span>
        {more > 0 && <span className="block text-mut text-xs">{t('teamMember:otherInWallets', { count: more })}</span>}
      </td>
      <td className="max-md:hidden">
        <KeyState member={member} />
      </td>
      <td className="max-md:hidden">
        <span
          className={member.twofa ? 'inline-flex items-center gap-1.5' : 'inline-flex items-center gap-1.5 text-warn'}
        >
          {member.twofa ? <ShieldCheck size={14} aria-hidden /> : <ShieldOff size={14} aria-hidden />}
          {t(member.twofa ? 'teamMember:twofa.on' : 'teamMember:twofa.off')}
        </span>
      </td>
      <td className="tabular-nums max-md:hidden">{member.flows_in}</td>
      <td className="text-mut max-md:hidden">
        {member.last_login_at ? <RelativeTime when={member.last_login_at} /> : t('teamMember:never')}
      </td>
    </tr>
  );
}

function KeyState({ member }: { member: Member }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  if (member.credentials.length === 0) return <StatusPill tone="idle" text={t('teamMember:key.none')} />;
  return (
    <span className="inline-flex items-center gap-1.5" title={member.credentials[0]?.words.join(' ')}>
      <KeyRound size={14} aria-hidden className={member.key_holder ? 'text-acc' : 'text-mut'} />
      {t(member.key_holder ? 'teamMember:key.holder' : 'teamMember:key.own', { count: member.credentials.length })}
    </span>
  );
}
