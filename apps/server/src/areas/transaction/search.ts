import { type OrderId, shownNumber, transactionType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import { orderKinds } from '../../orders/kinds/index.ts';
import { paysFurther } from '../../orders/receivers.ts';
import {
  anywhere,
  isDigit,
  type Named,
  namedAs,
  namesMax,
  partiesLike,
  partiesMax,
  type Words,
} from '../../parties.ts';
import { type AmountFound, amountsLike } from './amounts.ts';
import { allOf, type Side, type Sql } from './filter.ts';

/** The newest transactions on which the words stand. */
const textsMax = 500;

/** NFTs are looked for by themselves (`nft-arms.ts`). */
type Coins = Exclude<Side['table'], 'nft_moves'>;
export type CoinSide = Side & { readonly table: Coins };

/** What fits the words that are searched for. */
export interface Sought {
  /** Of those who were paid or have paid. */
  readonly addresses: readonly string[];
  /** None of the addresses above. */
  readonly named: readonly Named[];
  readonly amounts: Readonly<Record<Coins, readonly AmountFound[]>>;
  readonly ids: Readonly<Record<Coins, readonly number[]>>;
  /** There are more addresses, or more transactions with the words, than were looked at. */
  readonly part: boolean;
}

const planned = sql.raw(plannedForItsValues);
interface Row {
  readonly type: number;
  readonly id: number;
}
/** An index of parts begins at three characters: two, which in Chinese are a word, are compared with the newest texts one by one. */
const shortMax = 5_000;

/**
 * The part of the words that few texts have, with the blank before it: a number, where one stands among words. The index of parts is asked for it alone, since it goes
 * through all that have any part of what it is asked for: "invoice 4200" takes six times as long as "4200" where every remark is of an invoice.
 */
export function tellingPart(text: string): string {
  const numbers = text.match(/(?<=\S) [^\s\d]*\d\S+/g) ?? [];
  return numbers.reduce((longest, one) => (one.length > longest.length ? one : longest), '') || text;
}

/** The newest transactions on which the words stand; `part`: there may be more. */
async function writtenOn(db: ReadDb, workspaceId: WorkspaceId, text: string): Promise<{ rows: Row[]; part: boolean }> {
  if (isDigit(text)) return { rows: [], part: false };
  const isShort = [...text].length < 3;
  const newest = sql`(select * from transaction_texts where workspace_id = ${workspaceId} order by created_at desc limit ${sql.lit(shortMax)} offset 0)`;
  const { rows } =
    await sql<Row>`${planned}select type, transaction_id as id from ${isShort ? newest : sql`transaction_texts`} t
    where workspace_id = ${workspaceId} and text like ${anywhere(tellingPart(text))} and strpos(text, ${text.toLowerCase()}) > 0 order by created_at desc limit ${sql.lit(textsMax + 1)}`.execute(
      db,
    );
  return {
    rows: rows.slice(0, textsMax),
    part: rows.length > textsMax || (isShort && (await hasOlder(db, workspaceId))),
  };
}
async function hasOlder(db: ReadDb, workspaceId: WorkspaceId): Promise<boolean> {
  const { rows } = await sql`${planned}select from transaction_texts where workspace_id = ${workspaceId}
    order by created_at desc limit 1 offset ${sql.lit(shortMax)}`.execute(db);
  return rows.length > 0;
}

const kinds = Object.keys(orderKinds);
/** By its number as screens show it, and by the id that its request has. */
async function numbered(db: ReadDb, workspaceId: WorkspaceId, text: string): Promise<Row[]> {
  const number = shownNumber(text);
  const types = number?.isPayment ? [transactionType.withdraw] : [transactionType.deposit, transactionType.withdraw];
  // The same plan for any value: a request's id is one of its index.
  const requests = await sql<Row>`select 2 as type, id from orders
    where workspace_id = ${workspaceId} and kind = any(${kinds}::text[]) and request_id = ${text}`.execute(db);
  const numbers = number === undefined ? [] : types.map((type) => ({ type, id: number.id }));
  return [...requests.rows, ...numbers];
}

const unique = (rows: readonly Row[], type: number): number[] => [
  ...new Set(rows.flatMap((row) => (Number(row.type) === type ? [Number(row.id)] : []))),
];

/** What fits: part of an address or remark, a name in the address book, a word of a note, a tag, an amount, a number, a request's id. */
export async function seek(db: ReadDb, workspaceId: WorkspaceId, { text, book }: Words): Promise<Sought> {
  const [parties, names, written, exact, deposits, orders] = await Promise.all([
    partiesLike(db, workspaceId, text),
    book ? namedAs(db, workspaceId, text) : [],
    writtenOn(db, workspaceId, text),
    numbered(db, workspaceId, text),
    amountsLike(db, workspaceId, text, { table: 'deposits' }),
    amountsLike(db, workspaceId, text, { table: 'orders' }),
  ]);
  const addresses = parties.slice(0, partiesMax);
  const rows = [...written.rows, ...exact];
  return {
    addresses,
    named: names.slice(0, namesMax).filter(({ address }) => !addresses.includes(address)),
    amounts: { deposits, orders },
    ids: {
      deposits: unique(rows, transactionType.deposit),
      orders: unique(rows, transactionType.withdraw) as OrderId[],
    },
    part: parties.length > partiesMax || names.length > namesMax || written.part,
  };
}

const anyOf = (parts: readonly Sql[]): Sql => sql`(${sql.join(parts, sql` or `)})`;
const calledSo = ({ ways }: Named, side: Side): Sql[] => {
  // Whoever pays in says no memo of theirs.
  const fitting = side.table === 'orders' ? ways : ways.filter(({ memo }) => memo === '');
  return fitting.map(({ chains, memo }) =>
    allOf([sql`chain = any(${chains}::text[])`, ...(side.table === 'orders' ? [sql`memo = ${memo}`] : [])]),
  );
};

/** Who is on the other side of a row of the table: the column that the index has. */
export const otherSide = ({ table }: Side): 'address_to' | 'address_from' =>
  table === 'orders' ? 'address_to' : 'address_from';
/** What the index of those who paid in leaves out. */
export const notToItself = ({ table }: Side): Sql[] => (table === 'orders' ? [] : [sql`address_from <> address_to`]);
const dealtWith = (address: string, side: Side): Sql =>
  allOf([sql`${sql.ref(otherSide(side))} = ${address}`, ...notToItself(side)]);

/** The columns of `AmountFound`, as an index has them in the order of the list. */
export const amountColumns = { amount: 'numeric', asset_id: 'int' } as const;
const isOf = (amounts: readonly AmountFound[]): Sql[] =>
  amounts.length === 0
    ? []
    : [
        sql`(amount, asset_id) in (select * from unnest(${amounts.map(({ amount }) => String(amount))}::numeric[], ${amounts.map((one) => one.asset_id)}::int[]))`,
      ];

/** What each arm of a search asks of a row; no row fits two of them. */
interface Ways {
  /** Each a stretch of an index, as those of `named` and `amounts` are. */
  readonly addresses: readonly { readonly address_to: string; readonly address_from: string }[];
  readonly named: Sql[];
  readonly amounts: readonly AmountFound[];
  /** What all of the amounts ask. */
  readonly besideAmounts: Sql[];
  /** Those that no index has in the order of the list, of which there are few. */
  readonly whole: Sql[];
}
/** Who is on the other side: by part of an address, by a name, or beside another payee. */
function partiesOf(
  sought: Sought,
  side: Side,
): { readonly others: Sql[]; readonly named: Sql[]; readonly further: Sql[] } {
  const { addresses } = sought;
  const named = sought.named.flatMap((one) => {
    const ways = calledSo(one, side);
    return ways.length === 0 ? [] : [allOf([dealtWith(one.address, side), anyOf(ways)])];
  });
  if (addresses.length === 0) return { others: [], named, further: [] };
  const others = allOf([sql`${sql.ref(otherSide(side))} = any(${addresses}::text[])`, ...notToItself(side)]);
  return { others: [others], named, further: side.table === 'orders' ? [paysFurther(addresses)] : [] };
}

export function waysOf(sought: Sought, side: Side): Ways {
  const { addresses, ids } = sought;
  const { others, named, further } = partiesOf(sought, side);
  const ordered = [...others, ...named];
  const none = (parts: readonly Sql[]): Sql[] => (parts.length === 0 ? [] : [sql`not ${anyOf(parts)}`]);
  const [own, amounts] = side.table === 'nft_moves' ? [[], []] : [ids[side.table], sought.amounts[side.table]];
  const inOrder = [...ordered, ...isOf(amounts)];
  return {
    addresses: addresses.map((address) => ({ address_to: address, address_from: address })),
    named,
    amounts,
    besideAmounts: none(ordered),
    whole: [
      ...further.map((part) => allOf([part, ...none(inOrder)])),
      ...(own.length === 0 ? [] : [allOf([sql`id = any(${own}::bigint[])`, ...none([...inOrder, ...further])])]),
    ],
  };
}

/** Whether a row of the table is found by a word, or is in one of the assets that are called so. */
export function fits(text: string, sought: Sought, assets: readonly number[], side: CoinSide): Sql {
  const { others, named, further } = partiesOf(sought, side);
  const written = sql`exists (select from transaction_texts t where t.type = ${side.type} and t.transaction_id = ${sql.ref(`${side.table}.id`)}
    and strpos(t.text, ${text.toLowerCase()}) > 0)`;
  return anyOf([
    sql`asset_id = any(${assets}::int[])`,
    sql`id = any(${sought.ids[side.table]}::bigint[])`,
    ...isOf(sought.amounts[side.table]),
    ...others,
    ...named,
    ...further,
    ...(isDigit(text) ? [] : [written]),
  ]);
}
