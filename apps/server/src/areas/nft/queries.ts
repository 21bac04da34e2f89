import type { NftProblem, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import type { Described } from './rules.ts';

export type Facts = Selectable<Database['nft_facts']>;
export type Holding = Selectable<Database['nft_holdings']>;

export interface Name {
  readonly chain: string;
  readonly contract: string;
  readonly tokenId: bigint;
}
export interface Of {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}

export const findFacts = (db: Db, { chain, contract, tokenId }: Name): Promise<Facts | undefined> =>
  db
    .selectFrom('nft_facts')
    .selectAll()
    .where('chain', '=', chain)
    .where('contract', '=', contract)
    .where('token_id', '=', tokenId)
    .executeTakeFirst();

export type Untold = Name & Pick<Holding, 'standard'>;
/** Held, and its contract was not asked yet what it is. */
export const findUntold = (db: Db, limit: number): Promise<Untold[]> =>
  db
    .selectFrom('nft_holdings as h')
    .leftJoin('nft_facts as f', (join) =>
      join
        .onRef('f.chain', '=', 'h.chain')
        .onRef('f.contract', '=', 'h.contract')
        .onRef('f.token_id', '=', 'h.token_id'),
    )
    .select(['h.chain', 'h.contract', 'h.token_id as tokenId', 'h.standard'])
    .where('h.amount', '>', 0n)
    .where('f.chain', 'is', null)
    .orderBy('h.created_at')
    .limit(limit)
    .execute();

export const keepTold = (
  db: Db,
  { chain, contract, tokenId }: Name,
  told: Pick<Facts, 'collection' | 'symbol' | 'uri' | 'lures'>,
) =>
  db
    .insertInto('nft_facts')
    .values({ chain, contract, token_id: tokenId, ...told })
    .onConflict((oc) => oc.doNothing())
    .execute();

export const keepFetched = (
  db: Db,
  { chain, contract, tokenId }: Name,
  {
    name,
    description,
    traits,
    link,
    isVideo,
    problem,
    picture,
  }: Described & { problem: NftProblem; picture: Buffer | null },
) =>
  db
    .updateTable('nft_facts')
    .set({
      ...{ name, description, link, is_video: isVideo, problem, picture, fetched_at: sql<Date>`now()` },
      traits: JSON.stringify(traits),
    })
    .where('chain', '=', chain)
    .where('contract', '=', contract)
    .where('token_id', '=', tokenId)
    .execute();

/** Drops the pictures that were fetched first, beyond so many: who looks at one again has it fetched again. */
export const dropPictures = (db: Db, most: number) =>
  sql`update nft_facts set picture = null, fetched_at = null where (chain, contract, token_id) in (
    select chain, contract, token_id from nft_facts where picture is not null order by fetched_at desc offset ${most})`.execute(
    db,
  );

export interface Collection {
  readonly chain: string;
  readonly contract: string;
  readonly standard: '721' | '1155';
  readonly name: string;
  readonly symbol: string;
  readonly lures: boolean;
  readonly folded: boolean;
  readonly kinds: number;
  readonly num: bigint;
  readonly token_id: bigint;
}
/** More are no list that a person reads. */
const mostCollections = 500;

/** What may be folded away stands last, and is never left out. */
export async function findCollections(
  db: Db,
  of: Of,
  keyword: string,
  chain: string | undefined,
): Promise<Collection[]> {
  const like = `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<Collection>`select * from (
    select h.chain, h.contract, min(h.standard) as standard, coalesce(max(f.collection), '') as name, coalesce(max(f.symbol), '') as symbol,
      coalesce(bool_or(f.lures), false) as lures, coalesce(bool_or(d.folded), bool_or(f.lures), false) as folded,
      count(distinct h.token_id)::int as kinds, sum(h.amount)::numeric as num, min(h.token_id) as token_id
    from nft_holdings h
      left join nft_facts f using (chain, contract, token_id)
      left join nft_folds d on d.workspace_id = h.workspace_id and d.chain = h.chain and d.contract = h.contract
    where h.workspace_id = ${of.workspaceId} and h.sub_wallet_id = ${of.subWalletId} and h.amount > 0
      ${chain === undefined ? sql`` : sql`and h.chain = ${chain}`}
    group by h.chain, h.contract
    having ${keyword} = '' or lower(h.contract) = ${keyword.toLowerCase()}
      or bool_or(lower(f.collection) like ${like} or lower(f.symbol) like ${like} or lower(f.name) like ${like})
    ) c order by c.folded, c.name = '', lower(c.name), c.contract limit ${mostCollections}`.execute(db);
  return rows;
}

export interface Row {
  readonly token_id: bigint;
  readonly name: string;
  readonly is_video: boolean;
  readonly amount: bigint;
  readonly incoming: bigint;
  readonly total: number;
}
interface Page {
  readonly page: number;
  readonly size: number;
}

/** What a wallet has of a collection, or is getting. */
export async function findTokens(
  db: Db,
  of: Of,
  { chain, contract }: Pick<Name, 'chain' | 'contract'>,
  keyword: string,
  { page, size }: Page,
): Promise<Row[]> {
  const like = `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<Row>`
    with had as (
      select token_id, sum(amount)::numeric as amount, sum((select coalesce(sum(m.amount), 0) from nft_moves m
          where m.address_id = h.address_id and m.contract = h.contract and m.token_id = h.token_id and m.direction = 'in' and m.status = 'confirming'))::numeric as incoming
      from nft_holdings h where workspace_id = ${of.workspaceId} and sub_wallet_id = ${of.subWalletId} and chain = ${chain} and contract = ${contract}
      group by token_id
    )
    select h.token_id, coalesce(f.name, '') as name, coalesce(f.is_video, false) as is_video, h.amount, h.incoming, count(*) over ()::int as total
    from had h left join nft_facts f on f.chain = ${chain} and f.contract = ${contract} and f.token_id = h.token_id
    where (h.amount > 0 or h.incoming > 0)
      and (${keyword} = '' or h.token_id::text = ${keyword} or lower(f.name) like ${like})
    order by h.token_id limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows;
}

/** Everything of one thing that a wallet has or had, on all its addresses. */
export const findHoldings = (db: Db, of: Of, { chain, contract, tokenId }: Name): Promise<Holding[]> =>
  db
    .selectFrom('nft_holdings')
    .selectAll()
    .where('workspace_id', '=', of.workspaceId)
    .where('sub_wallet_id', '=', of.subWalletId)
    .where('chain', '=', chain)
    .where('contract', '=', contract)
    .where('token_id', '=', tokenId)
    .execute();

const mostMoves = 100;

export const findMoves = (db: Db, of: Of, { chain, contract, tokenId }: Name) =>
  db
    .selectFrom('nft_moves')
    .selectAll()
    .where('workspace_id', '=', of.workspaceId)
    .where('sub_wallet_id', '=', of.subWalletId)
    .where('chain', '=', chain)
    .where('contract', '=', contract)
    .where('token_id', '=', tokenId)
    .orderBy('id', 'desc')
    .limit(mostMoves)
    .execute();

export const findHeight = async (db: Db, chain: string): Promise<number> =>
  (await db.selectFrom('chain_state').select('height').where('chain', '=', chain).executeTakeFirst())?.height ?? 0;

interface Fold extends Pick<Name, 'chain' | 'contract'> {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly folded: boolean;
}
export const saveFold = (tx: Tx, { workspaceId, userId, chain, contract, folded }: Fold) =>
  tx
    .insertInto('nft_folds')
    .values({ workspace_id: workspaceId, chain, contract, folded, folded_by: userId })
    .onConflict((oc) =>
      oc
        .columns(['workspace_id', 'chain', 'contract'])
        .doUpdateSet({ folded, folded_by: userId, at: sql<Date>`now()` }),
    )
    .execute();
