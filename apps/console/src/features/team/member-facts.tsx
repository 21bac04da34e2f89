import { Link } from '@tanstack/react-router';
import { Fingerprint, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { absoluteTime } from '../../lib/time.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { MakeKey, MissingKey } from './further-key.tsx';
import { useFlowName } from './use-flow-name.ts';
import { type KeyPage, type Member, type NamedFlow, roleKey } from './view.ts';

interface MemberFactsProps {
  readonly member: Member;
  readonly flows: readonly NamedFlow[];
  /** Where this member makes a further key; none for anybody else. */
  readonly keyPages: readonly KeyPage[];
  /** Where a key may be taken away: its last one is not. */
  readonly onRemoveKey?: (credential: string) => void;
}

/** Everything that is known of a member. */
export function MemberFacts({ member, flows, keyPages, onRemoveKey }: MemberFactsProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const active = member.status === 'active';
  const mayAudit = usePermission('audit.read');
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={member.name} large />
        <div className="grid min-w-0 flex-1">
          <h3 className="truncate font-semibold text-xl">
            <bdi>{member.name}</bdi>
          </h3>
          <bdi className="truncate text-mut">{member.email_masked}</bdi>
        </div>
        <StatusPill
          tone={active ? 'done' : 'idle'}
          text={t(active ? 'teamMember:status.active' : 'teamMember:status.removed')}
        />
      </div>
      <Facts member={member} />
      <ResetLogin member={member} />
      <Keys member={member} keyPages={keyPages} {...(onRemoveKey ? { onRemoveKey } : {})} />
      <section className="grid gap-2">
        <h4 className="font-semibold">{t('teamMember:flows')}</h4>
        {flows.length === 0 ? <p className="text-mut">{t('teamMember:noFlows')}</p> : <FlowList flows={flows} />}
      </section>
      {mayAudit && (
        <Link
          to="/mpc/center/loginHistory"
          search={{ person: member.member_id }}
          className="justify-self-start text-acc underline-offset-2 hover:underline"
        >
          {t('teamMember:history')}
        </Link>
      )}
    </>
  );
}

/** For an owner, when somebody else has lost their password or authenticator. */
function ResetLogin({ member: { member_id, me, status, twofa } }: { member: Member }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const { push } = useDrawers();
  const mayReset = usePermission('team.reset');
  if (!mayReset || me || status !== 'active' || !twofa) return null;
  return (
    <Button size="sm" className="justify-self-start" onClick={() => push('resetLogin', member_id)}>
      {t('teamMember:resetLogin')}
    </Button>
  );
}

function Facts({ member }: { member: Member }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const walletName = useWalletNames();
  const nameOf = (wallet: string): string => walletName(wallet) ?? `#${wallet}`;
  return (
    <dl className="rounded-lg border border-line bg-panel px-3.5 py-1.5">
      <Detail name={t('teamMember:workspaceRole')}>{t(roleKey(member.workspace_role))}</Detail>
      {member.sub_wallet_roles.map(({ wallet, role }) => (
        <Detail key={wallet} name={nameOf(wallet)}>
          {t(roleKey(role))}
        </Detail>
      ))}
      <Detail name={t('teamMember:key.title')}>
        {t(member.key_holder ? 'teamMember:key.holderText' : 'teamMember:key.notHolder')}
      </Detail>
      <Detail name={t('teamMember:column.twofa')}>
        {t(member.twofa ? 'teamMember:twofa.on' : 'teamMember:twofa.off')}
      </Detail>
      <Detail name={t('teamMember:column.lastLogin')}>
        {member.last_login_at ? absoluteTime(member.last_login_at) : t('teamMember:never')}
      </Detail>
    </dl>
  );
}

function Keys({ member, keyPages, onRemoveKey }: Omit<MemberFactsProps, 'flows'>): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <section className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <h4 className="font-semibold">{t('teamMember:keys')}</h4>
        <MakeKey url={keyPages[0]?.url ?? ''} />
      </div>
      {member.credentials.some(({ type }) => type === 'passkey') &&
        keyPages.filter(({ has_key }) => !has_key).map((page) => <MissingKey key={page.host} page={page} />)}
      {member.credentials.length === 0 && <p className="text-mut">{t('teamMember:key.none')}</p>}
      <ul className="grid gap-2">
        {member.credentials.map(({ id, type, words }) => (
          <li key={id} className="grid gap-1.5 rounded-lg border border-line bg-panel px-3.5 py-2.5">
            <span className="flex items-center gap-2">
              {type === 'passkey' ? <Fingerprint size={14} aria-hidden /> : <KeyRound size={14} aria-hidden />}
              <span className="flex-1 font-medium">{t(`teamMember:key.${type}`)}</span>
              {onRemoveKey && (
                <Button size="sm" variant="ghost" onClick={() => onRemoveKey(id)}>
                  {t('teamMember:removeKey')}
                </Button>
              )}
            </span>
            <span className="mono break-words text-[13px]">{words.join(' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Flows by what they are about. */
export function FlowList({ flows }: { flows: readonly NamedFlow[] }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const nameOf = useFlowName();
  return (
    <ul className="overflow-hidden rounded-lg border border-line bg-panel">
      {flows.map(({ level, id, name, breaks }) => (
        <li
          key={`${level}:${id}`}
          className="flex items-center gap-2 border-line2 border-b px-3.5 py-2 last:border-b-0"
        >
          <span className="text-mut">{t(`teamMember:flow.${level}`)}</span>
          <bdi className="min-w-0 flex-1 truncate">{nameOf({ level, id, name })}</bdi>
          {breaks && <StatusPill tone="bad" text={t('teamMember:flow.breaks')} />}
        </li>
      ))}
    </ul>
  );
}
