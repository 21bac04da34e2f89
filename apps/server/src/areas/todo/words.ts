import type { WorkspaceId } from '@holdfast/contract';
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

const pattern = ({ text }: Words): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Of an order `o`, row by row. */
export const fitsOrder = (words: Words): RawBuilder<boolean> =>
  sql<boolean>`(${paysLike(pattern(words), 'o')} or o.remark ilike ${pattern(words)}
    or o.id::text = ${words.text} or o.initiator = any(${words.members})
    or o.asset_id = any(array(select a.id from assets a where a.symbol ilike ${pattern(words)} or a.contract ilike ${pattern(words)})))`;

/** Of a proposal `p`. Of a change of the address book its document too: it holds the addresses. */
export const fitsProposal = (words: Words): RawBuilder<boolean> =>
  sql<boolean>`(p.subject::text ilike ${pattern(words)} or p.remark ilike ${pattern(words)} or p.id::text = ${words.text}
    or p.initiator = any(${words.members}) or (p.kind = any(${kindsWith('book')}::text[]) and p.document ilike ${pattern(words)}))`;

const mostDigits = 15;

/** The orders that have the words as their number, or as the whole address that they pay: by index, wherever they stand. */
export function namedOrders(workspaceId: WorkspaceId, { text }: Words): RawBuilder<unknown> {
  const number = /^\d+$/.test(text) && text.length <= mostDigits ? Number(text) : 0;
  return sql`(select id, status, created_at from orders where workspace_id = ${workspaceId} and id = ${number}::bigint
    union select id, status, created_at from (select id, status, created_at from orders where workspace_id = ${workspaceId} and address_to = ${text}
      order by created_at desc, id desc limit ${sql.lit(searchMax)}) paying)`;
}
