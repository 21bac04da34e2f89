import type { ChainConfig } from '@holdfast/chains';
import type { Things, TriedCall } from '@holdfast/chains/rpc';
import { type Reading, readCall } from '@holdfast/policy';
import type { Catalog } from '../catalog.ts';
import type { Db } from '../db/database.ts';

/** Of one call a node is asked about so many: the call's own first, then those that are counted here, then what the account is known to hold. */
const most = { tokens: 240, nfts: 120 };

const named = ({ from, to, data }: TriedCall): Reading['leaves'] =>
  to === ''
    ? []
    : (readCall({ call: data, from, outputs: [{ address: to, amount: '0', memo: '', entry: '', path: '' }] })?.leaves ??
      []);

/** What a node that tells of nothing by itself is asked about, before a call is made: the tokens and NFTs of the account that may leave it, or come. */
export async function thingsOf(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  chain: ChainConfig,
  call: TriedCall,
): Promise<Things> {
  const leaves = named(call);
  const pieces = leaves.flatMap(({ token, things = [] }) => things.map(({ id }) => ({ contract: token, tokenId: id })));
  const held = await db
    .selectFrom('nft_holdings as h')
    .innerJoin('addresses as a', 'a.id', 'h.address_id')
    .select(['h.contract', 'h.token_id as tokenId'])
    .where('a.chain', '=', chain.id)
    .where('a.address', '=', call.from)
    .where('h.amount', '>', 0n)
    .orderBy('h.created_at', 'desc')
    .limit(most.nfts)
    .execute();
  const nfts = new Map([...pieces, ...held].map((one) => [`${one.contract} ${one.tokenId}`, one]));
  const collections = new Set([...nfts.values()].map(({ contract }) => contract));
  const counted = catalog.assetsOf(chain).flatMap(({ contract }) => (contract === '' ? [] : [contract]));
  const tokens = new Set([...leaves.map(({ token }) => token), ...counted]);
  return {
    tokens: [...tokens].filter((token) => token !== '' && !collections.has(token)).slice(0, most.tokens),
    nfts: [...nfts.values()].slice(0, most.nfts),
  };
}
