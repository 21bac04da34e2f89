import { useApi } from '../../lib/query.ts';
import type { ImportItem } from './import-rows.ts';

/** Which book payees are written into; one of the caller's own that is being written anew does not stand in its own way. */
export type Into = { readonly book: 'workspace' } | { readonly book: 'own'; readonly except?: number };

/** What the server thinks of payees that nobody has proposed or kept yet. */
export function useChecks(items: readonly ImportItem[], into: Into, enabled: boolean) {
  const own = into.book === 'own';
  const list = [...items];
  const shared = useApi('addressBook', 'check', { items: list }, { quiet: true, enabled: enabled && !own });
  const except = own && into.except !== undefined ? { except: into.except } : {};
  const kept = useApi('personalBook', 'check', { items: list, ...except }, { quiet: true, enabled: enabled && own });
  return own ? kept : shared;
}
