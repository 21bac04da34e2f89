import { shownNumber, transactionType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { together } from '../../db/together.ts';
import { orderKinds } from '../../orders/kinds/index.ts';
import { paysFurther } from '../../orders/receivers.ts';
import { anywhere, isDigit, type Named, namedAs, namesMax, partiesLike, partiesMax } from '../../parties.ts';
import { writtenValue } from '../../written-values.ts';
import { type AmountFound, amountsLike, beyondParts, withPartLike } from './amounts.ts';
import { allOf, type Side, type Sql, type Words } from './filter.ts';
import { olderBatches, partsWorth, worthIt } from './values.ts';

/** The newest transactions on which the words stand. */
const textsMax = 500;

/** NFTs are looked for by themselves (`nft-arms.ts`). */
type Coins = Exclude<Side['table'], 'nft_moves'>;
type CoinSide = Side & { readonly table: Coins };
const isOfCoins = (side: Side): side is CoinSide => side.table !== 'nft_moves';

/** What fits the words that are searched for. */
export interface Sought {
  /** Of those who were paid or have paid. */
  readonly addresses: readonly string[];
  /** None of the addresses above. */
  readonly named: readonly Named[];
  readonly amounts: Readonly<Record<Coins, readonly AmountFound[]>>;
  readonly ids: Readonly<Record<Coins, readonly number[]>>;
  /** More transactions have the words than `ids` names. */
  readonly moreWritten: boolean;
  /** Other words, each of which fits those of `ids` that are meant. */
  readonly others: readonly Found[];
  /** There are more addresses, or more transactions with the words, than were looked at. */
  readonly part: boolean;
}

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

/**
 * Whether a text holds the words. Where the index is asked for a part of them, the rest is compared by a sign: of a mere `strpos() > 0` the planner takes it that a
 * third of the texts has them, so that it would sooner read the newest texts one by one, which takes twice as long.
 */
function standsIn(text: string): Sql {
  const part = tellingPart(text);
  const all = [
    sql`text like ${anywhere(part)}`,
    ...(part === text ? [] : [sql`sign(strpos(text, ${text.toLowerCase()})) = 1`]),
  ];
  return allOf(all);
}

const isShort = (text: string): boolean => [...text].length < 3;
const byTime = (workspaceId: WorkspaceId): Sql =>
  sql`from transaction_texts where workspace_id = ${workspaceId} order by created_at desc`;

/** The newest transactions on which the words stand, one more than `textsMax` where there are more. */
function writtenOn(workspaceId: WorkspaceId, text: string) {
  if (isDigit(text)) return undefined;
  const newest = sql`(select * ${byTime(workspaceId)} limit ${sql.lit(shortMax)} offset 0)`;
  return sql<Row>`select type, transaction_id as id from ${isShort(text) ? newest : sql`transaction_texts`} t
    where workspace_id = ${workspaceId} and ${standsIn(text)} order by created_at desc limit ${sql.lit(textsMax + 1)}`;
}
/** Something behind those with which a short text is compared. */
const olderThanCompared = (workspaceId: WorkspaceId) =>
  sql<object>`select true as is ${byTime(workspaceId)} limit 1 offset ${sql.lit(shortMax)}`;

const kinds = Object.keys(orderKinds);
const requested = (workspaceId: WorkspaceId, text: string) =>
  sql<Row>`select ${sql.lit(transactionType.withdraw)} as type, id from orders
    where workspace_id = ${workspaceId} and kind = any(${kinds}::text[]) and request_id = ${text}`;

/** By its number as screens show it. */
function numbered(text: string): Row[] {
  const number = shownNumber(text);
  if (number === undefined) return [];
  const types = number.isPayment ? [transactionType.withdraw] : [transactionType.deposit, transactionType.withdraw];
  return types.map((type) => ({ type, id: number.id }));
}

const unique = (rows: readonly Row[], type: number): number[] => [
  ...new Set(rows.flatMap((row) => (Number(row.type) === type ? [Number(row.id)] : []))),
];
const inUnits = (found: readonly { readonly amount: string; readonly asset_id: number }[]): AmountFound[] =>
  found.map(({ amount, asset_id }) => ({ amount: BigInt(amount), asset_id }));

/** A text, and what it finds by itself. */
export interface Found {
  readonly text: string;
  readonly sought: Sought;
  /** The coins that are called so: whoever looks for them alone has a filter for it. */
  readonly assets: readonly number[];
}

/** What fits: part of an address or remark, a name in the address book, a word of a note, a tag, an amount or a value in dollars or a payee's part of one, a number, a request's id. */
export async function seek(
  db: ReadDb,
  workspaceId: WorkspaceId,
  { text, book, prices = () => [] }: Words,
): Promise<Found> {
  const value = writtenValue(text, prices);
  const {
    parties,
    names,
    written,
    older,
    requests,
    deposits,
    orders,
    parts,
    moreParts,
    worth,
    partly,
    olderParts,
    assets,
  } = await together(db, {
    parties: partiesLike(workspaceId, text),
    names: book ? namedAs(workspaceId, text) : undefined,
    written: writtenOn(workspaceId, text),
    older: isShort(text) && !isDigit(text) ? olderThanCompared(workspaceId) : undefined,
    requests: requested(workspaceId, text),
    deposits: amountsLike(workspaceId, text, { table: 'deposits' }),
    orders: amountsLike(workspaceId, text, { table: 'orders' }),
    parts: withPartLike(workspaceId, text, textsMax),
    moreParts: beyondParts(workspaceId, text),
    worth: value && worthIt(workspaceId, value, textsMax),
    partly: value && partsWorth(workspaceId, value),
    olderParts: value && olderBatches(workspaceId),
    assets: sql<{ readonly id: number }>`select id from assets where upper(symbol) = ${text.toUpperCase()}`,
  });
  const addresses = parties.slice(0, partiesMax).map(({ address }) => address);
  const moreWritten = written.length > textsMax || older.length > 0;
  const payments = [...parts.slice(0, textsMax), ...partly].map(({ id }) => ({ type: transactionType.withdraw, id }));
  const rows = [
    ...written.slice(0, textsMax),
    ...requests,
    ...numbered(text),
    ...payments,
    ...worth.slice(0, textsMax),
  ];
  const sought: Sought = {
    addresses,
    named: names.slice(0, namesMax).filter(({ address }) => !addresses.includes(address)),
    amounts: { deposits: inUnits(deposits), orders: inUnits(orders) },
    ids: {
      deposits: unique(rows, transactionType.deposit),
      orders: unique(rows, transactionType.withdraw),
    },
    ...{ moreWritten, others: [] },
    part:
      parties.length > partiesMax ||
      names.length > namesMax ||
      moreWritten ||
      parts.length > textsMax ||
      moreParts.length > 0 ||
      worth.length > textsMax ||
      olderParts.length > 0,
  };
  return { text, sought, assets: assets.map(({ id }) => id) };
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
  const others = allOf([sql`${sql.ref(otherSide(side))} = any(${addresses}::text[])`, ...notToItself(side)]);
  return {
    others: addresses.length === 0 ? [] : [others],
    named,
    further: side.table === 'orders' ? furtherOf(sought) : [],
  };
}

/** Who is paid beside another payee. All of them are looked for by the index at once, and names are compared then, each with its memo. */
function furtherOf({ addresses, named }: Sought): Sql[] {
  const all = [...addresses, ...named.map(({ address }) => address)];
  if (all.length === 0) return [];
  if (named.length === 0) return [paysFurther(addresses)];
  const paid = named.flatMap(({ address, ways }) =>
    ways.map(({ chains, memo }) =>
      allOf([
        sql`chain = any(${chains}::text[])`,
        sql`outputs @> jsonb_build_array(jsonb_build_object('address', ${address}::text, 'memo', ${memo}::text))`,
      ]),
    ),
  );
  const meant = [...(addresses.length === 0 ? [] : [paysFurther(addresses)]), ...paid];
  return meant.length === 0 ? [] : [allOf([paysFurther(all), anyOf(meant)])];
}

export function waysOf(sought: Sought, side: Side): Ways {
  const { addresses } = sought;
  const { others, named, further } = partiesOf(sought, side);
  const ordered = [...others, ...named];
  const none = (parts: readonly Sql[]): Sql[] => (parts.length === 0 ? [] : [sql`not ${anyOf(parts)}`]);
  const [own, amounts] = isOfCoins(side) ? [ownOf(sought, side), sought.amounts[side.table]] : [[], []];
  const inOrder = [...ordered, ...isOf(amounts)];
  return {
    addresses: addresses.map((address) => ({ address_to: address, address_from: address })),
    named,
    amounts,
    besideAmounts: none(ordered),
    whole: [
      ...further.map((part) => allOf([part, ...none(inOrder)])),
      ...own.map((part) => allOf([part, ...none([...inOrder, ...further])])),
    ],
  };
}

/** As the database reads a list: hundreds of numbers, each of which the driver would look at. */
const listOf = (ids: readonly number[]): Sql => sql`${`{${ids.join(',')}}`}::bigint[]`;

/** Those of `ids` that the other words fit too. `offset 0` keeps it a look at each of them: to the planner all that fits one of the words may be fewer. */
function ownOf({ ids, others }: Sought, side: CoinSide): Sql[] {
  const own = ids[side.table];
  if (own.length === 0) return [];
  if (others.length === 0) return [sql`id = any(${listOf(own)})`];
  const from = sql.table(side.table);
  const asked = [sql`${from}.id = ref.id`, ...others.map((word) => fits(word, side))];
  return [
    sql`id = any(array(select ref.id from unnest(${listOf(own)}) ref (id) cross join lateral (select from ${from} where ${allOf(asked)} offset 0) fitting))`,
  ];
}

/** Whether a row of the table is found by a word, or is in one of the assets that are called so. */
function fits({ text, sought, assets }: Found, side: CoinSide): Sql {
  const { others, named, further } = partiesOf(sought, side);
  const ids = sought.ids[side.table];
  const written = sql`exists (select from transaction_texts t where t.type = ${side.type} and t.transaction_id = ${sql.ref(`${side.table}.id`)}
    and strpos(t.text, ${text.toLowerCase()}) > 0)`;
  const ways = [
    ...(assets.length === 0 ? [] : [sql`asset_id = any(${assets}::int[])`]),
    ...(ids.length === 0 ? [] : [sql`id = any(${listOf(ids)})`]),
    ...isOf(sought.amounts[side.table]),
    ...others,
    ...named,
    ...further,
    ...(sought.moreWritten ? [written] : []),
  ];
  return ways.length === 0 ? sql`false` : anyOf(ways);
}
