import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGivenKey } from '../../lib/given-key.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { ChangeMember, type MemberChange } from './change-member.tsx';
import { FurtherKey } from './further-key.tsx';
import { MemberFacts } from './member-facts.tsx';

/** `member:<id>`: one member in whole; each change of theirs is a proposal to the signers. */
export default function MemberDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const id = /^[A-Za-z0-9._-]{1,64}$/.test(args[0] ?? '') ? (args[0] ?? '') : '';
  const [change, setChange] = useState<MemberChange>();
  const mayEdit = usePermission('team.edit');
  const given = useGivenKey();
  const [left, leave] = useState(false);
  const list = useApi('team', 'list', {}, { quiet: true });
  const { data, error, refetch } = useApi('team', 'detail', { member_id: id }, { quiet: true, enabled: id !== '' });
  if (id === '') return <EmptyState title={t('teamMember:noMember')} />;
  const failed = error ?? list.error;
  if (failed && !data)
    return <ErrorState error={failed} onRetry={() => void Promise.all([refetch(), list.refetch()])} />;
  if (!data || !list.data)
    return (
      <DrawerBody>
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-24 w-full" />
      </DrawerBody>
    );
  const active = data.status === 'active';
  if (given.key && active && !left)
    return (
      <FurtherKey
        member={data}
        given={given.key}
        version={list.data.version}
        mayEdit={mayEdit}
        onBack={() => leave(true)}
      />
    );
  if (change)
    return (
      <ChangeMember
        member={data}
        flows={data.flows}
        version={list.data.version}
        change={change}
        onBack={() => setChange(undefined)}
      />
    );
  const actions = mayEdit && active && (
    <>
      <Button variant="danger" onClick={() => setChange({ kind: 'remove' })}>
        {t('teamMember:remove')}
      </Button>
      <Button onClick={() => setChange({ kind: 'key' })}>
        {t(data.key_holder ? 'teamMember:withdrawKey' : 'teamMember:grantKey')}
      </Button>
      <Button variant="primary" onClick={() => setChange({ kind: 'role' })}>
        {t('teamMember:changeRoles')}
      </Button>
    </>
  );
  return (
    <DrawerBody footer={actions || undefined}>
      {given.failed && <Banner tone="bad">{t('teamMember:join.keyLost')}</Banner>}
      <MemberFacts
        member={data}
        flows={data.flows}
        keyPages={data.key_pages}
        {...(mayEdit && active && data.credentials.length > 1
          ? { onRemoveKey: (credential: string) => setChange({ kind: 'credential', credential }) }
          : {})}
      />
    </DrawerBody>
  );
}
