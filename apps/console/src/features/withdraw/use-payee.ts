import type { PersonalEntryId } from '@holdfast/contract';
import { useApi } from '../../lib/query.ts';

interface NamedPayee {
  /** '' when nobody is named, or nobody is known by that name. */
  readonly address: string;
  readonly loading: boolean;
}

/**
 * The payee that a link names by its entry: `own-<number>` in one's own book, or the hash of an entry of the workspace's. Never an address: a link
 * that somebody sends can name only whom the user or the team has kept.
 */
export function usePayee(named = ''): NamedPayee {
  const own = Number(/^own-([1-9]\d{0,14})$/.exec(named)?.[1] ?? 0);
  const listed = /^[0-9a-f]{64}$/.test(named) ? named : '';
  const kept = useApi('personalBook', 'list', { id: own as PersonalEntryId }, { enabled: own > 0 });
  const shared = useApi('addressBook', 'list', { ids: [listed] }, { enabled: listed !== '' });
  const { data, isLoading } = own > 0 ? kept : shared;
  return { address: data?.list[0]?.address ?? '', loading: isLoading };
}
