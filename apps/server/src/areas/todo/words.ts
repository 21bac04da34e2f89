import { shownNumber, type WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import { paysFurther, paysLike, paysPart, paysWorth } from '../../orders/receivers.ts';
import { isDigit, type Named } from '../../parties.ts';
import { kindsWith } from '../../proposals/service.ts';
import { writtenAmounts } from '../../written-amounts.ts';
import { spansOf, type WrittenValue } from '../../written-values.ts';

/** When something was asked for: from the one moment on, and before the other. */
export interface Span {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
}
/** Of the rows of one table. */
export const inSpan = ({ start, end }: Span): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [
      sql`true`,
      ...(start === undefined ? [] : [sql`created_at >= ${start}`]),
      ...(end === undefined ? [] : [sql`created_at < ${end}`]),
    ],
    sql` and `,
  )})`;

/** Of more than these, words are looked for in those that run out first or, of what has ended, in the newest. */
export const searchMax = 5_000;

/** What is looked for: in what an item says, as its number, amount or value, as whom it pays, or as who asked. */
export interface Word {
  readonly text: string;
  /** Members that are called so. */
  readonly members: readonly string[];
  /** Whom the address book calls so. */
  readonly named: readonly Named[];
  /** The payees of payments whose address holds it; undefined where these were not listed, and each payment is looked at. */
  readonly addresses: readonly string[] | undefined;
  /** US dollars, where it is some. */
  readonly value: WrittenValue | undefined;
}
/** A whole text. */
export interface Words extends Word {
  /** Its words, where it has several: an item that each of them fits, somewhere, is found too. */
  readonly each: readonly Word[];
}
type Sql = RawBuilder<unknown>;
const anyOf = (parts: readonly Sql[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`false`, ...parts], sql` or `)})`;

/** Letters small, as the texts beside it: made once for a statement, where `ilike` makes it anew for each row. */
const pattern = ({ text }: Word): RawBuilder<string> =>
  sql<string>`(select lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}::text))`;
/** A single digit stands in nearly every text: it is looked for as a number and as an amount alone. */
const inTexts = ({ text }: Word, parts: readonly Sql[]): readonly Sql[] => (isDigit(text) ? [] : parts);

/** Of which order, or of which proposal, it is the number: a change has none of a payment. */
function numberOf(text: string, of: 'o' | 'p'): number | undefined {
  const number = shownNumber(text);
  return number?.isPayment && of === 'p' ? undefined : number?.id;
}

/** What a number or a name is compared with, where it is one; nothing else can be equal. */
function equals({ text, members }: Word, of: 'o' | 'p'): Sql[] {
  const number = numberOf(text, of);
  return [
    ...(number === undefined ? [] : [sql`${sql.ref(`${of}.id`)} = ${number}::bigint`]),
    ...(members.length === 0 ? [] : [sql`${sql.ref(`${of}.initiator`)} = any(${members})`]),
  ];
}

/** A row of the batch that it pays remarks it (migration 0386). `offset 0` keeps it a look at each order's own batch, which most have none of: it stands behind all that needs no look. */
const rowRemarks = (word: Word): RawBuilder<boolean> =>
  sql<boolean>`exists (select from batch_orders x join batches b on b.id = x.batch_id
    where x.order_id = o.id and b.row_remarks like ${pattern(word)} offset 0)`;

/** Looked up in a list that is made once for a statement. */
function paysNamed({ named }: Word): Sql[] {
  const ways = named.flatMap(({ address, ways }) =>
    ways.flatMap(({ chains, memo }) => chains.map((chain) => ({ chain, address, memo }))),
  );
  const column = (name: 'chain' | 'address' | 'memo'): Sql => sql`${ways.map((way) => way[name])}::text[]`;
  const list = sql`select * from unnest(${column('chain')}, ${column('address')}, ${column('memo')})`;
  // Behind one address of an exchange stand many.
  return ways.length === 0 ? [] : [sql`(o.chain, o.address_to, o.memo) in (${list})`];
}
/** As a whole, or where it pays several to one of them. */
function isOfAmount({ text }: Word): Sql[] {
  const amounts = writtenAmounts(text);
  if (amounts.length === 0) return [];
  const units = amounts.map((one) => String(one.units));
  const decimals = sql`${amounts.map((one) => one.decimals)}::int[]`;
  return [
    sql`(o.amount, o.asset_id) in (select w.units, a.id from unnest(${units}::numeric[], ${decimals}) as w (units, decimals) join assets a on a.decimals = w.decimals)`,
    sql`(${paysPart(units, 'o')} and exists (select from unnest(${units}::text[], ${decimals}) as w (units, decimals)
      join assets a on a.decimals = w.decimals where a.id = o.asset_id and paid_amounts(o.outputs) ? w.units))`,
  ];
}

/** By what it was worth when it was final, else by the prices of now: as a whole, or what one of several gets of it. */
const isWorth = ({ value }: Word): Sql[] =>
  value === undefined
    ? []
    : [
        sql`(o.worth_cents between ${String(value.cents.least)}::bigint and ${String(value.cents.most)}::bigint or o.worth_cents is null
          and exists (select from ${spansOf(value)} where v.asset_id = o.asset_id and o.amount between v.least and v.most))`,
        paysWorth(value, 'o'),
      ];

/** Attempts and rows of a batch are in no list of transactions, and their payees nowhere but in themselves. */
const isPart = sql`(o.raises is not null or o.batch_of is not null)`;
function paysSo(word: Word): Sql[] {
  const like = paysLike(pattern(word), 'o');
  const { addresses } = word;
  if (addresses === undefined) return [like];
  const part = sql`(${isPart} and ${like})`;
  if (addresses.length === 0) return [part];
  return [part, sql`o.address_to in (select unnest(${addresses}::text[]))`, paysFurther(addresses, 'o')];
}

const orderFits = (word: Word): RawBuilder<boolean> =>
  anyOf([
    ...inTexts(word, [
      ...paysSo(word),
      sql`(o.remark <> '' and lower(o.remark) like ${pattern(word)})`,
      sql`(o.batch_name <> '' and lower(o.batch_name) like ${pattern(word)})`,
      sql`o.asset_id = any(array(select a.id from assets a where lower(a.symbol) like ${pattern(word)} or lower(a.contract) like ${pattern(word)}))`,
    ]),
    ...equals(word, 'o'),
    ...paysNamed(word),
    ...isOfAmount(word),
    ...isWorth(word),
    ...inTexts(word, [rowRemarks(word)]),
  ]);

/** Of a change of the address book its document too: it holds the addresses. */
const proposalFits = (word: Word): RawBuilder<boolean> =>
  anyOf([
    ...inTexts(word, [
      sql`lower(p.subject::text) like ${pattern(word)}`,
      sql`lower(p.remark) like ${pattern(word)}`,
      sql`(p.kind = any(${kindsWith('book')}::text[]) and lower(p.document) like ${pattern(word)})`,
    ]),
    ...equals(word, 'p'),
  ]);

/** The whole text fits, or each of its words. */
const wholeOrEach = (words: Words, fits: (word: Word) => Sql): RawBuilder<boolean> =>
  anyOf([fits(words), ...(words.each.length === 0 ? [] : [sql`(${sql.join(words.each.map(fits), sql` and `)})`])]);

/** Of an order `o`, row by row. */
export const fitsOrder = (words: Words): RawBuilder<boolean> => wholeOrEach(words, orderFits);
/** Of a proposal `p`, row by row. */
export const fitsProposal = (words: Words): RawBuilder<boolean> => wholeOrEach(words, proposalFits);

/** The orders that have the text, or a word of it, as their number or as the whole address that they pay: by index, wherever they stand. */
export function namedOrders(workspaceId: WorkspaceId, words: Words): RawBuilder<unknown> {
  const texts = [words, ...words.each].map(({ text }) => text);
  const numbers = texts.flatMap((text) => numberOf(text, 'o') ?? []);
  const paying = texts.map(
    (
      text,
    ) => sql`select id, status from (select id, status from orders where workspace_id = ${workspaceId} and address_to = ${text}
      order by created_at desc, id desc limit ${sql.lit(searchMax)}) paying`,
  );
  return sql`(select id, status from orders where workspace_id = ${workspaceId} and id = any(${numbers}::bigint[])
    union ${sql.join(paying, sql` union `)})`;
}
