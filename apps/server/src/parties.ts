import type { WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';

/** What people search for, and who was paid or has paid, by part of an address or of the name that members gave them (migration 0290). */

/** What is searched for. */
export interface Words {
  readonly text: string;
  /** Whoever searches reads the address book too. */
  readonly book: boolean;
}
/**
 * Each address that fits is an arm of the list: more of them than this are not merged, and whoever searches is told so. To plan an arm takes 0.2 ms, and what more
 * addresses have in common says little.
 */
export const partiesMax = 12;
/** Of whom members gave a name to, more are wanted: an exchange has an address a chain and customer. */
export const namesMax = 24;
/** What members call an address in their book, by network and memo. */
export interface Named {
  readonly address: string;
  readonly ways: readonly { readonly chains: readonly string[]; readonly memo: string }[];
}
/** A `like` for any place of a text. */
export const anywhere = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
/** A hexadecimal beginning alone fits everybody: it says nothing. */
export const saysNothing = (text: string): boolean => [...text].length < 3 || text.toLowerCase() === '0x';
/** Addresses are of letters and digits, and of what base64 and TON's raw form have: a blank, a comma or a point is part of none. */
const isOfAddresses = (text: string): boolean => /^[\w:+/=-]*$/.test(text);

/** It stands in nearly every text: whoever looks for it means a number, or an amount. */
export const isDigit = (text: string): boolean => /^\d$/.test(text);

/** A text of more words is looked for as a whole alone: each word is looked for by itself, and compared with all that a row says. */
const wordsMax = 4;
/** The words of a text that are looked for by themselves too: none, where it is one word, or more than `wordsMax`. */
export function eachWord(text: string): readonly string[] {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))];
  return words.length > 1 && words.length <= wordsMax ? words : [];
}

/** Addresses that the text is a part of, one more than `most` where there are more. A text that says nothing is part of none: undefined. */
export function partiesLike(workspaceId: WorkspaceId, text: string, most: number = partiesMax) {
  if (saysNothing(text) || !isOfAddresses(text)) return undefined;
  return sql<{ readonly address: string }>`select distinct address from (select address from transaction_parties
    where workspace_id = ${workspaceId} and lower(address) like ${anywhere(text)} limit ${sql.lit(2 * most)}) p
    order by address limit ${sql.lit(most + 1)}`;
}

/** Those whom the address book calls so, one more than `most` where there are more; undefined where that says nothing. */
export function namedAs(workspaceId: WorkspaceId, text: string, most: number = namesMax) {
  if (isDigit(text)) return undefined;
  return sql<Named>`select address, jsonb_agg(jsonb_build_object('chains', chains, 'memo', memo)) as ways
    from book_entries where workspace_id = ${workspaceId} and removed_at is null and lower(label) like ${anywhere(text)}
    group by address order by address limit ${sql.lit(most + 1)}`;
}
