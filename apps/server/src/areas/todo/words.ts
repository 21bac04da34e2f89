import { shownNumber, type WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import { paysLike } from '../../orders/receivers.ts';
import { kindsWith } from '../../proposals/service.ts';

/** Of more than these, words are looked for in those that run out first or, of what has ended, in the newest. */
export const searchMax = 5_000;

/** What is looked for: in what an item says, as its number, or as who asked. */
export interface Words {
  readonly text: string;
  /** Members that are called so. */
  readonly members: readonly string[];
}

/** Letters small, as the texts beside it: made once for a statement, where `ilike` makes it anew for each row. */
const pattern = ({ text }: Words): RawBuilder<string> =>
  sql<string>`(select lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}::text))`;

/** Of which order, or of which proposal, it is the number: a change has none of a payment. */
function numberOf(text: string, of: 'o' | 'p'): number | undefined {
  const number = shownNumber(text);
  return number?.isPayment && of === 'p' ? undefined : number?.id;
}

/** What a number or a name is compared with, where it is one; nothing else can be equal. */
function equals({ text, members }: Words, of: 'o' | 'p'): RawBuilder<unknown> {
  const number = numberOf(text, of);
  const numbered = number === undefined ? sql`` : sql`or ${sql.ref(`${of}.id`)} = ${number}::bigint`;
  const asked = members.length > 0 ? sql`or ${sql.ref(`${of}.initiator`)} = any(${members})` : sql``;
  return sql`${numbered} ${asked}`;
}

/** Of an order `o`, row by row. */
export const fitsOrder = (words: Words): RawBuilder<boolean> =>
  sql<boolean>`(${paysLike(pattern(words), 'o')} or (o.remark <> '' and lower(o.remark) like ${pattern(words)}) ${equals(words, 'o')}
    or o.asset_id = any(array(select a.id from assets a where lower(a.symbol) like ${pattern(words)} or lower(a.contract) like ${pattern(words)})))`;

/** Of a proposal `p`. Of a change of the address book its document too: it holds the addresses. */
export const fitsProposal = (words: Words): RawBuilder<boolean> =>
  sql<boolean>`(lower(p.subject::text) like ${pattern(words)} or lower(p.remark) like ${pattern(words)} ${equals(words, 'p')}
    or (p.kind = any(${kindsWith('book')}::text[]) and lower(p.document) like ${pattern(words)}))`;

/** The orders that have the words as their number, or as the whole address that they pay: by index, wherever they stand. */
export function namedOrders(workspaceId: WorkspaceId, { text }: Words): RawBuilder<unknown> {
  const number = numberOf(text, 'o') ?? 0;
  return sql`(select id, status, created_at from orders where workspace_id = ${workspaceId} and id = ${number}::bigint
    union select id, status, created_at from (select id, status, created_at from orders where workspace_id = ${workspaceId} and address_to = ${text}
      order by created_at desc, id desc limit ${sql.lit(searchMax)}) paying)`;
}
