import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useWrite } from './use-write.tsx';
import type { Own } from './view.ts';

interface Removal {
  readonly ask: (entries: readonly Pick<Own, 'id' | 'label'>[]) => Promise<void>;
  readonly busy: boolean;
  readonly panel: ReactNode;
}

/** Asks once more, then takes payees out of one's own book. */
export function useOwnRemoval(done: () => void): Removal {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { write, busy, panel } = useWrite(api.personalBook.remove, ['personalBook'], done);
  const ask: Removal['ask'] = async (entries) => {
    const { result } = await confirm({
      type: 'remove',
      title: t('whiteAddress:removeTitle', { count: entries.length }),
      content: entries.length === 1 ? <bdi>{entries[0]?.label}</bdi> : t('whiteAddress:own.removeText'),
      confirmText: t('whiteAddress:remove'),
    });
    if (result === 'confirm') write({ ids: entries.map(({ id }) => id) });
  };
  return { ask, busy, panel };
}
