import { UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { InviteTable } from './invite-table.tsx';
import { MemberTable } from './member-table.tsx';
import { TeamFilters } from './team-filters.tsx';
import { openInvites, readFilter, shownMembers } from './view.ts';

const everyMs = 15_000;

/** Who belongs to the workspace, as the signers have it, and who is invited (spec route center/teamMember). */
export default function TeamPage(): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const drawers = useDrawers();
  const mayEdit = usePermission('team.edit');
  const [filter, change] = useAddress(readFilter);
  const { data, error, refetch } = useApi('team', 'list', {}, { quiet: true, refetchInterval: everyMs });
  const clear = (): void => change({ role: undefined, status: undefined, q: undefined });
  const members = data && shownMembers(data.list, filter);
  const alone = data?.list.filter(({ status }) => status === 'active').length === 1;
  const invite = mayEdit && (
    <Button variant="primary" onClick={() => drawers.push('invite')}>
      <UserPlus aria-hidden />
      {t('teamMember:invite')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('teamMember:title')} text={t('teamMember:about')} actions={invite} />
      {alone && <Banner>{t('teamMember:alone')}</Banner>}
      <Card flush>
        <TeamFilters filter={filter} onChange={change} onClear={clear} />
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : members?.length === 0 ? (
          <EmptyState
            icon={<Users size={18} aria-hidden />}
            title={t('teamMember:empty')}
            text={t('teamMember:emptyText')}
            action={<Button onClick={clear}>{t('common.clear')}</Button>}
          />
        ) : (
          <MemberTable members={members} />
        )}
      </Card>
      {data && <InviteTable invites={openInvites(data.invites)} mayEdit={mayEdit} />}
    </Page>
  );
}
