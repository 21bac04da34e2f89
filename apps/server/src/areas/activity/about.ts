import type { activityObjects, OrderId, WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { findNftNames, nftsSent } from '../../nfts/service.ts';
import { stakeToldOf } from '../../orders/service.ts';

type ObjectKind = (typeof activityObjects)[number];
export interface About {
  readonly object: ObjectKind;
  readonly id: string;
  readonly name: string;
  readonly payment: Payment | null;
  readonly change: { readonly item_type: number; readonly subject: Record<string, string> } | null;
}
interface Payment {
  /** Of NFTs, with the name that their makers gave the collection and the number of one alone; null of everything else. */
  readonly nft: { readonly count: string; readonly collection: string; readonly token_id: string } | null;
  readonly amount: string;
  readonly symbol: string;
  readonly sub_wallet_name: string;
  readonly address: string;
  readonly label: string;
  readonly payees: number;
  readonly batch_name: string;
  readonly stake: ReturnType<typeof stakeToldOf>;
}
/** What is known of some things of one kind, by their ids as the log has them. */
type Look = (db: ReadDb, workspaceId: WorkspaceId, ids: readonly string[]) => Promise<Map<string, Partial<About>>>;

const numbers = (ids: readonly string[]): number[] => ids.map(Number).filter(Number.isSafeInteger);

interface NftRow {
  readonly id: number;
  readonly chain: string;
  readonly contract: string;
  readonly token_id: bigint;
  readonly kinds: number;
  readonly amount: bigint;
  readonly wallet: string;
  readonly address: string;
}

/** Things that have a name: a query of `id` and `name`, by their ids. */
const named =
  (of: (workspaceId: WorkspaceId, ids: readonly string[]) => RawBuilder<{ id: string; name: string }>): Look =>
  async (db, workspaceId, ids) => {
    const { rows } = await of(workspaceId, ids).execute(db);
    return new Map(rows.map(({ id, name }) => [id, { name }]));
  };

type Named = Awaited<ReturnType<typeof findNftNames>>;
function sentOf(row: Parameters<typeof nftsSent>[0] & { readonly chain: string }, named: Named): Payment['nft'] {
  const all = nftsSent(row);
  const [first] = all;
  if (!first) return null;
  const { collection } = named({ ...first, chain: row.chain });
  const isOne = all.every(({ contract }) => contract === first.contract);
  return {
    count: String(all.reduce((sum, { amount }) => sum + amount, 0n)),
    collection: isOne ? collection : '',
    token_id: all.length === 1 ? String(first.tokenId) : '',
  };
}

const orders: Look = async (db, workspaceId, ids) => {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('assets as a', 'a.id', 'o.asset_id')
    .innerJoin('sub_wallets as w', 'w.id', 'o.sub_wallet_id')
    .selectAll('o')
    .select(['a.symbol', 'a.decimals', 'w.name as wallet'])
    .select(
      sql<string | null>`(select b.label from book_entries b where b.workspace_id = o.workspace_id
        and b.address = o.address_to and o.chain = any(b.chains) order by b.since desc limit 1)`.as('label'),
    )
    .where('o.workspace_id', '=', workspaceId)
    .where('o.id', '=', sql<OrderId>`any(${numbers(ids)})`)
    .execute();
  const sent = rows.flatMap((row) =>
    nftsSent(row)
      .slice(0, 1)
      .map((one) => ({ ...one, chain: row.chain })),
  );
  const named = await findNftNames(db, workspaceId, sent);
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        payment: {
          amount: fromUnits(row.amount, row.decimals),
          symbol: row.symbol,
          sub_wallet_name: row.wallet,
          address: row.address_to,
          label: row.label ?? '',
          payees: Math.max(1, row.outputs.length),
          batch_name: row.batch_name,
          stake: stakeToldOf(row),
          nft: sentOf(row, named),
        },
      },
    ]),
  );
};

const deposits: Look = async (db, workspaceId, ids) => {
  const rows = await db
    .selectFrom('deposits as d')
    .innerJoin('assets as a', 'a.id', 'd.asset_id')
    .innerJoin('sub_wallets as w', 'w.id', 'd.sub_wallet_id')
    .select(['d.id', 'd.amount', 'd.address_to', 'a.symbol', 'a.decimals', 'w.name as wallet'])
    .where('d.workspace_id', '=', workspaceId)
    .where(sql<boolean>`d.id = any(${numbers(ids)})`)
    .execute();
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        payment: {
          amount: fromUnits(row.amount, row.decimals),
          symbol: row.symbol,
          sub_wallet_name: row.wallet,
          address: row.address_to,
          label: '',
          payees: 1,
          batch_name: '',
          stake: null,
          nft: null,
        },
      },
    ]),
  );
};

/** NFTs that came in: what came of the same collection by the same transaction is told as one. */
const nfts: Look = async (db, workspaceId, ids) => {
  const { rows } =
    await sql<NftRow>`select n.id, n.chain, n.contract, n.token_id, count(*)::int as kinds, sum(m.amount)::numeric as amount, w.name as wallet, a.address
    from nft_moves n join nft_moves m on m.sub_wallet_id = n.sub_wallet_id and m.chain = n.chain and m.contract = n.contract and m.txid = n.txid and m.direction = 'in'
      join sub_wallets w on w.id = n.sub_wallet_id join addresses a on a.id = n.address_id
    where n.workspace_id = ${workspaceId} and n.id = any(${numbers(ids)}::bigint[])
    group by n.id, w.name, a.address`.execute(db);
  const named = await findNftNames(
    db,
    workspaceId,
    rows.map(({ token_id: tokenId, ...row }) => ({ ...row, tokenId })),
  );
  return new Map(
    rows.map(({ id, chain, contract, token_id: tokenId, kinds, amount, wallet, address }) => {
      const { collection } = named({ chain, contract, tokenId });
      const nft = { count: String(amount), collection, token_id: kinds === 1 ? String(tokenId) : '' };
      const plain = { amount: String(amount), symbol: 'NFT', label: '', payees: 1, batch_name: '', stake: null };
      return [String(id), { payment: { ...plain, sub_wallet_name: wallet, address, nft } }];
    }),
  );
};

const proposals: Look = async (db, workspaceId, ids) => {
  const rows = await db
    .selectFrom('proposals')
    .select(['id', 'item_type', 'subject'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${numbers(ids)})`)
    .execute();
  return new Map(rows.map(({ id, item_type, subject }) => [String(id), { change: { item_type, subject } }]));
};

/** Of a reset, the member whom it is about. */
const resets: Look = async (db, workspaceId, ids) => {
  const rows = await db
    .selectFrom('account_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'r.workspace_id').onRef('m.user_id', '=', 'r.user_id'),
    )
    .select(['r.id', 'm.member_id', 'u.nick_name as name'])
    .where('r.workspace_id', '=', workspaceId)
    .where(sql<boolean>`r.id = any(${numbers(ids)})`)
    .execute();
  return new Map(rows.map(({ id, member_id, name }) => [String(id), { id: member_id, name }]));
};

/** By what stands before the colon in the log. */
const looks: Readonly<Record<string, { readonly object: ObjectKind; readonly look?: Look }>> = {
  order: { object: 'order', look: orders },
  deposit: { object: 'deposit', look: deposits },
  nft: { object: 'nft', look: nfts },
  proposal: { object: 'proposal', look: proposals },
  subWallet: {
    object: 'wallet',
    look: named(
      (w, ids) => sql`select id::text, name from sub_wallets where workspace_id = ${w} and id = any(${numbers(ids)})`,
    ),
  },
  address: {
    object: 'address',
    look: named(
      (w, ids) => sql`select a.id::text, coalesce(nullif(a.label, ''), a.address) as name from addresses a
        where a.workspace_id = ${w} and a.id = any(${numbers(ids)})`,
    ),
  },
  member: {
    object: 'member',
    look: named(
      (w, ids) => sql`select m.member_id as id, u.nick_name as name from members m join users u on u.id = m.user_id
        where m.workspace_id = ${w} and m.member_id = any(${[...ids]}::text[])`,
    ),
  },
  reset: { object: 'member', look: resets },
  invite: {
    object: 'invite',
    look: named(
      (w, ids) =>
        sql`select id::text, name from invites where workspace_id = ${w} and id::text = any(${[...ids]}::text[])`,
    ),
  },
  program: {
    object: 'apiClient',
    look: named(
      (w, ids) =>
        sql`select app_id as id, name from api_clients where workspace_id = ${w} and app_id = any(${[...ids]}::text[])`,
    ),
  },
  payee: {
    object: 'payee',
    look: named(
      (w, ids) =>
        sql`select hash as id, label as name from book_entries where workspace_id = ${w} and hash = any(${[...ids]}::text[])`,
    ),
  },
  signer: { object: 'signer' },
  chain: { object: 'chain' },
  upkeep: { object: 'upkeep' },
};

/** Kind and id of a thing, as the log names it: `order:7`. */
function partsOf(object: string): readonly [string, string] {
  const at = object.indexOf(':');
  return at < 0 ? [object, ''] : [object.slice(0, at), object.slice(at + 1)];
}

/** What entries are about, by the objects that the log names; one query a kind. */
export async function aboutAll(
  db: ReadDb,
  workspaceId: WorkspaceId,
  objects: readonly string[],
): Promise<(object: string) => About> {
  const wanted = Map.groupBy(new Set(objects), (object) => partsOf(object)[0]);
  const found = new Map<string, Partial<About>>();
  for (const [kind, all] of wanted) {
    const ids = all.map((object) => partsOf(object)[1]);
    const known = (await looks[kind]?.look?.(db, workspaceId, ids)) ?? new Map<string, Partial<About>>();
    for (const [id, facts] of known) found.set(`${kind}:${id}`, facts);
  }
  return (object) => {
    const [kind, id] = partsOf(object);
    const { object: known = 'other' } = looks[kind] ?? {};
    return { object: known, id, name: '', payment: null, change: null, ...found.get(object) };
  };
}
