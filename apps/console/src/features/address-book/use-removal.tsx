import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useProposal } from './use-proposal.tsx';
import type { Entry } from './view.ts';

interface Removal {
  readonly ask: (entries: readonly Pick<Entry, 'id' | 'label'>[]) => Promise<void>;
  readonly busy: boolean;
  readonly panel: ReactNode;
}

/** Asks once more, with a remark for the approvers, then proposes to take these payees out. */
export function useRemoval(): Removal {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { propose, busy, panel } = useProposal(api.addressBook.remove);
  const ask: Removal['ask'] = async (entries) => {
    const [first] = entries;
    const { result, remark } = await confirm({
      type: 'remove',
      title: t('whiteAddress:removeTitle', { count: entries.length }),
      content: entries.length === 1 ? <bdi>{first?.label}</bdi> : t('whiteAddress:removeText'),
      tip: t('whiteAddress:removeTip'),
      remark: t('common.remark'),
      confirmText: t('whiteAddress:propose'),
    });
    if (result === 'confirm') propose({ ids: entries.map(({ id }) => id), remark });
  };
  return { ask, busy, panel };
}
