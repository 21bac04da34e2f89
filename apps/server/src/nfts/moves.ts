import type { ChainBlock, NftMove } from '@holdfast/chains/rpc';
import type { AddressId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/**
 * What blocks say that came and went of things that are no money. Anybody writes contracts that tell of such things, so this is noted and nothing more: what an
 * address has is decided later, with its contract's answer (`settle.ts`). Nothing here is in a balance.
 */

export interface NftOwner {
  readonly id: AddressId;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}
interface Chain {
  readonly id: string;
  readonly confirmations: { readonly deposit: number };
}
interface Side {
  readonly move: NftMove;
  readonly owner: NftOwner;
  readonly direction: 'in' | 'out';
  readonly other: string;
}

type OwnerOf = (address: string) => NftOwner | undefined;

/** From one of our addresses to another it leaves the one and comes to the other. */
function sidesOf(move: NftMove, ownerOf: OwnerOf): Side[] {
  const [from, to] = [ownerOf(move.from), ownerOf(move.to)];
  return [
    ...(from ? [{ move, owner: from, direction: 'out', other: move.to } as const] : []),
    ...(to ? [{ move, owner: to, direction: 'in', other: move.from } as const] : []),
  ];
}

/** Of one statement, so that a block full of such events takes no longer than one with few. */
const columnsOf = (sides: readonly Side[]) =>
  JSON.stringify(
    sides.map(({ move, owner, direction, other }) => ({
      workspace_id: owner.workspaceId,
      sub_wallet_id: owner.subWalletId,
      address_id: owner.id,
      contract: move.contract,
      token_id: String(move.tokenId),
      standard: move.standard,
      direction,
      amount: String(move.amount),
      other,
      txid: move.txid,
      idx: move.index,
      item: move.item,
    })),
  );

/** Is what it tells of the line of an order in the list? One that is sent again for a higher fee is the payment's own. */
const isSentByOurs = sql`exists (select from orders o join orders p on p.id = coalesce(o.raises, o.id)
            where o.workspace_id = told.workspace_id and o.txid = told.txid and sends_nfts(p.kind, p.call))`;

/**
 * Notes what a block says. Noted before, it changes nothing; of a block that was taken back and is there again it counts anew. What goes is looked at with this
 * block, what comes when it is final.
 */
export async function takeNfts(tx: Tx, chain: Chain, block: ChainBlock, ownerOf: OwnerOf): Promise<void> {
  const sides = (block.nfts ?? []).flatMap((move) => sidesOf(move, ownerOf));
  if (sides.length === 0) return;
  const needed = chain.confirmations.deposit;
  await sql`with told as (
      select * from jsonb_to_recordset(${columnsOf(sides)}::jsonb) as t(workspace_id bigint, sub_wallet_id int, address_id bigint, contract text,
        token_id numeric, standard text, direction text, amount numeric, other text, txid text, idx int, item int)
    ), noted as (
      insert into nft_moves (workspace_id, sub_wallet_id, address_id, chain, contract, token_id, direction, amount, other, txid, idx, item, height, block_hash, needed, listed)
        select workspace_id, sub_wallet_id, address_id, ${chain.id}, contract, token_id, direction, amount, other, txid, idx, item,
          ${block.height}::bigint, ${block.hash}, ${needed}::int, direction = 'in' or not ${isSentByOurs} from told
        on conflict (chain, block_hash, txid, idx, item, address_id, direction) do update set status = 'confirming', settled_at = null
          where nft_moves.status = 'reorged'
        returning address_id, contract, token_id, direction
    )
    insert into nft_holdings (workspace_id, sub_wallet_id, address_id, chain, contract, token_id, standard, due)
      select t.workspace_id, t.sub_wallet_id, t.address_id, ${chain.id}, t.contract, t.token_id, min(t.standard),
        min(case n.direction when 'out' then ${block.height}::bigint else ${block.height + needed - 1}::bigint end)
      from told t join noted n using (address_id, contract, token_id, direction)
      group by t.workspace_id, t.sub_wallet_id, t.address_id, t.contract, t.token_id
    on conflict (address_id, contract, token_id) do update
      set due = least(nft_holdings.due, excluded.due), version = nft_holdings.version + 1`.execute(tx);
}

/** Takes back what stood above the fork, and has all of it looked at again. */
export async function unwindNfts(tx: Tx, chain: string, fork: number): Promise<void> {
  await sql`with lost as (
      update nft_moves set status = 'reorged', settled_at = now(), told = false where chain = ${chain} and height > ${fork} and status <> 'reorged'
        returning address_id, contract, token_id
    )
    update nft_holdings h set due = 0, version = version + 1
      from (select distinct address_id, contract, token_id from lost) l
      where h.address_id = l.address_id and h.contract = l.contract and h.token_id = l.token_id`.execute(tx);
}
