import { depositStatus, transactionType } from '@holdfast/contract';
import { sql } from 'kysely';
import { isFolded } from '../../nfts/service.ts';
import { anywhere, eachWord } from '../../parties.ts';
import { type Arm, allOf, asFew, type Filter, oneOf, type Side, type Sql, timesOf } from './filter.ts';

/** Statuses as lists number them, by those of the table. */
const numbers = {
  confirming: depositStatus.unconfirmed,
  credited: depositStatus.credited,
  unbacked: depositStatus.abnormal,
  reorged: depositStatus.abnormal,
} as const;
const cases = Object.entries(numbers).map(([status, number]) => sql`when ${sql.lit(status)} then ${sql.lit(number)}`);
/** The same for one row. */
export const nftStatus = sql`case nft_moves.status ${sql.join(cases, sql` `)} end`;

const ours = (test: Sql): Sql => sql`address_id = any(array(select a.id from addresses a where ${test}))`;
/** Words are looked for among the newest alone. */
const searchedMax = 5_000;

/** NFTs that came, or went without an order: few, beside coins. Those of collections that are folded away, and what only an event told of, are asked for by their type. */
function asked({ workspaceId, type, network, statuses, txids }: Filter): Sql[] {
  const parts = [sql`workspace_id = ${workspaceId}`, sql`listed`];
  if (network !== undefined) parts.push(sql`chain = ${network}`);
  if (txids !== undefined) parts.push(sql`txid = any(${[...txids]}::text[])`);
  if (statuses !== undefined) parts.push(sql`${nftStatus} = any(${statuses}::int[])`);
  if (type !== transactionType.nft) parts.push(sql`nft_moves.status <> 'unbacked'`, sql`not ${isFolded('nft_moves')}`);
  return parts;
}

/** With a text in an address, in the name that a collection or one of it has, or as its number. */
const withText = (workspaceId: Filter['workspaceId'], text: string): Sql => {
  const like = anywhere(text);
  return sql`(lower(other) like ${like} or lower(contract) like ${like} or token_id::text = ${text.replace(/^#/, '')}
    or ${ours(sql`a.workspace_id = ${workspaceId} and lower(a.address) like ${like}`)}
    or exists (select from nft_facts f where f.chain = nft_moves.chain and f.contract = nft_moves.contract and f.token_id = nft_moves.token_id
      and lower(concat_ws(' ', f.collection, f.symbol, f.name)) like ${like}))`;
};

/** With the text as it stands, or with each of its words. */
function withWords(workspaceId: Filter['workspaceId'], text: string): Sql {
  const each = eachWord(text).map((word) => withText(workspaceId, word));
  return each.length === 0 ? withText(workspaceId, text) : sql`(${withText(workspaceId, text)} or (${allOf(each)}))`;
}

/** The arms of NFTs, one for each wallet that is asked for: as a whole where they are looked for by what no index has in the order of the list. */
export function nftArms(f: Filter, side: Side): Arm[] {
  const { subWallets = [], addresses, words } = f;
  const isOrdered = addresses === undefined && words === undefined;
  const each = isOrdered ? subWallets.map((id) => [id]) : [subWallets];
  const wallets = subWallets.length === 0 ? [[]] : each.map((ids) => [oneOf('sub_wallet_id', ids)]);
  return wallets.map((wallet) => {
    const rows = oneArm(f, [...asked(f), ...wallet, ...timesOf(f, side)]);
    const arm: Arm = (stretch) => sql`select id, created_at from ${rows} ${stretch}`;
    return isOrdered ? arm : asFew(arm);
  });
}
function oneArm({ addresses, words, workspaceId }: Filter, parts: readonly Sql[]): Sql {
  if (words !== undefined) {
    const newest = sql`(select * from nft_moves where workspace_id = ${workspaceId} and listed order by created_at desc, id desc limit ${sql.lit(searchedMax)} offset 0) nft_moves`;
    return sql`${newest} where ${allOf([withWords(workspaceId, words.text), ...parts])}`;
  }
  if (addresses === undefined) return sql`nft_moves where ${allOf(parts)}`;
  const by = sql`(other = any(${[...addresses]}::text[]) or ${ours(sql`a.workspace_id = ${workspaceId} and a.address = any(${[...addresses]}::text[])`)})`;
  return sql`(select id, created_at from nft_moves where ${allOf([by, ...parts])} offset 0) few`;
}
