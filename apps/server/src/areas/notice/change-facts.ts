import type { SubWalletId } from '@holdfast/contract';
import { readAttached } from '@holdfast/policy';
import type { Db } from '../../db/database.ts';
import { kindsWith } from '../../proposals/service.ts';
import type { Turn } from '../todo/service.ts';
import * as queries from './queries.ts';
import type { Facts } from './telling.ts';

type Change = Extract<Turn['thing'], { source: 'proposal' }>;
const ofBook: ReadonlySet<string> = new Set(kindsWith('book'));

/** Of more payees, those are named that stand first. */
const namedMax = 3;
/** One to a line: a line end is in no label. */
const listed = (labels: readonly string[]): string => labels.slice(0, namedMax).join('\n');

/** What the payees of a change are called: those to be removed by what the address book has or had of them. */
async function payeeFacts(db: Db, { kind, document, workspace_id }: Change['row']): Promise<Facts> {
  const { add = [], remove = [] } = readAttached(kind, document).book ?? {};
  const gone = await queries.labelsOfEntries(db, workspace_id, remove.slice(0, namedMax));
  return { addedNames: listed(add.map(({ label }) => label)), removedNames: listed(gone) };
}

/** What a change changes, with the names that people know it by. */
export async function changeFacts(db: Db, { row }: Change): Promise<Facts> {
  const { wallet: walletId = '', ...said } = row.subject;
  const wallet = /^[1-9]\d{0,9}$/.test(walletId) ? await queries.walletName(db, Number(walletId) as SubWalletId) : '';
  return {
    ...said,
    ...(walletId === '' ? {} : { walletId, wallet }),
    ...(ofBook.has(row.kind) ? await payeeFacts(db, row) : {}),
  };
}
