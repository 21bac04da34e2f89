import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import type { Choice } from '../../ui/choice-list.tsx';
import { ManySelect } from '../../ui/many-select.tsx';

/** Who may have asked: the members, and the API clients for whoever reads of those. Looked up when somebody wants to choose, or one is chosen. */
export function useInitiators(isWanted: boolean): readonly Choice<string>[] {
  const { t } = useTranslation();
  const readsClients = usePermission('apiClient.read');
  const members = useApi('team', 'list', {}, { quiet: true, enabled: isWanted }).data?.list ?? [];
  const clients =
    useApi('apiClient', 'detail', {}, { quiet: true, enabled: isWanted && readsClients }).data?.list ?? [];
  return [
    ...members.map(({ member_id, name }) => ({ id: member_id, name })),
    ...clients.map(({ app_id, name }) => ({ id: app_id, name: `${name} · ${t('api.apiClient')}` })),
  ];
}

interface InitiatorSelectProps {
  readonly chosen: string | undefined;
  readonly onChange: (initiator: string | undefined) => void;
  readonly className: string;
}

/** One of those who asked, searched by name where they are many. */
export function InitiatorSelect({ chosen, onChange, className }: InitiatorSelectProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const choices = useInitiators(isOpen || chosen !== undefined);
  return (
    <ManySelect
      aria-label={t('tx.initiator')}
      className={className}
      any={t('tx.anyInitiator')}
      choices={choices}
      chosen={chosen === undefined ? [] : [chosen]}
      onChange={([one]) => onChange(one)}
      most={1}
      onOpenChange={setOpen}
    />
  );
}
