import type { PersonalEntryId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Coin } from '../../catalog.ts';
import { addPersonal, editPersonal, type Kept, removePersonal } from './personal-changes.ts';
import type { PersonalDeps } from './personal-deps.ts';
import { checkPersonal, listPersonal } from './personal-entries.ts';
import type { Owner } from './personal-queries.ts';

export type PersonalBookService = ReturnType<typeof createPersonalBook>;

/** Payees that members keep for themselves. Nothing of it reaches a signer: a payment to one is a payment to any other address. */
export function createPersonalBook(deps: PersonalDeps) {
  return {
    /** Those that one of the coins can be sent to, where some are given. */
    entries: (owner: Owner, coins?: readonly Coin[]) => listPersonal(deps, owner, coins),
    add: (owner: Owner, items: readonly Kept[], record: Recorder) => addPersonal(deps, owner, items, record),
    edit: (owner: Owner, id: PersonalEntryId, item: Kept, record: Recorder) =>
      editPersonal(deps, owner, id, item, record),
    remove: (owner: Owner, ids: readonly PersonalEntryId[], record: Recorder) =>
      removePersonal(deps, owner, ids, record),
    check: (owner: Owner, items: readonly { readonly address: string }[], except: number | undefined) =>
      checkPersonal(deps, owner, items, except),
  };
}
