import { type Role, roles } from '@holdfast/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isRefusal } from '../../lib/api.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Propose } from '../../ui/propose.tsx';
import { FlowList } from './member-facts.tsx';
import { RemovalApiClients } from './removal-api-clients.tsx';
import { RoleFields, type Roles } from './role-fields.tsx';
import { useFlowName } from './use-flow-name.ts';
import { brokenFlows, type Member, type NamedFlow, readWalletRoles } from './view.ts';

export type MemberChange =
  | { readonly kind: 'role' | 'key' | 'remove' }
  | { readonly kind: 'credential'; readonly credential: string };

interface ChangeMemberProps {
  readonly member: Member;
  readonly flows: readonly NamedFlow[];
  /** Of the rules that were looked at. */
  readonly version: string;
  readonly change: MemberChange;
  readonly onBack: () => void;
}

/** One change of a member, up to the signers' page. */
export function ChangeMember({ member, flows, version, change, onBack }: ChangeMemberProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const [first] = useState<Roles>({
    role: roles.find((role): role is Role => role === member.workspace_role) ?? 'viewer',
    wallets: readWalletRoles(member.sub_wallet_roles),
  });
  const [value, setValue] = useState(first);
  const { name, member_id } = member;
  const grant = !member.key_holder;
  const kind = change.kind === 'key' ? (grant ? 'grant' : 'withdraw') : change.kind;
  const run = (remark: string) => {
    const at = { member_id, version, remark };
    if (change.kind === 'credential') return api.team.removeCredential({ ...at, credential_id: change.credential });
    if (change.kind === 'role') return api.team.saveRole({ ...at, role: value.role, wallets: [...value.wallets] });
    if (change.kind === 'key') return api.team.grantKey({ ...at, holder: grant ? 'yes' : 'no' });
    return api.team.remove(at);
  };
  return (
    <Propose
      written={value !== first}
      submit={t(`teamMember:propose.${kind}`)}
      danger={kind === 'remove' || kind === 'credential'}
      backText={t('common.back')}
      onBack={onBack}
      run={run}
      told={({ instant }) => ({
        title: t(`teamMember:proposed.${kind}`, { name }),
        text: t(instant ? 'teamMember:proposedInstant' : 'teamMember:proposedText'),
      })}
      fault={(error) => <Broken error={error} />}
    >
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t(`teamMember:change.${kind}`, { name })}</h3>
        <p className="text-mut">{t(`teamMember:changeText.${kind}`)}</p>
      </div>
      {change.kind === 'role' && <RoleFields value={value} onChange={setValue} />}
      {change.kind === 'remove' && <RemovalFlows flows={flows} />}
      {change.kind === 'remove' && <RemovalApiClients member={member_id} />}
    </Propose>
  );
}

function RemovalFlows({ flows }: { flows: readonly NamedFlow[] }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const breaking = flows.filter(({ breaks }) => breaks);
  if (flows.length === 0) return null;
  return (
    <section className="grid gap-2">
      {breaking.length > 0 && <Banner tone="bad">{t('teamMember:breaksText')}</Banner>}
      <h4 className="font-semibold">{t('teamMember:flows')}</h4>
      <FlowList flows={flows} />
    </section>
  );
}

/** The flows that a refusal names: nobody could approve by them any more. */
function Broken({ error }: { error: Error }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const nameOf = useFlowName();
  if (!isRefusal(error) || error.refusal !== 'strategyPersonnel') return null;
  return (
    <ul className="mt-1 list-disc pl-4">
      {brokenFlows(error.data).map(({ level, id, name }) => (
        <li key={`${level}:${id}`}>
          {t(`teamMember:flow.${level}`)} <bdi>{nameOf({ level, id, name })}</bdi>
        </li>
      ))}
    </ul>
  );
}
