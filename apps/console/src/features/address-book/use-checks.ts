import { useApi } from '../../lib/query.ts';
import type { ImportItem } from './import-rows.ts';

/** Which book payees are written into; one that is being written anew does not stand in its own way. */
export type Into =
  | { readonly book: 'workspace'; readonly except?: string }
  | { readonly book: 'own'; readonly except?: number };

/** What the server thinks of payees that nobody has proposed or kept yet. */
export function useChecks(items: readonly ImportItem[], into: Into, enabled: boolean) {
  const own = into.book === 'own';
  const list = [...items];
  const inShared = { items: list, ...(!own && into.except !== undefined ? { except: into.except } : {}) };
  const inOwn = { items: list, ...(own && into.except !== undefined ? { except: into.except } : {}) };
  const shared = useApi('addressBook', 'check', inShared, { quiet: true, enabled: enabled && !own });
  const kept = useApi('personalBook', 'check', inOwn, { quiet: true, enabled: enabled && own });
  return own ? kept : shared;
}
