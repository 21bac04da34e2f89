import type { ChainConfig } from '@holdfast/chains';
import { accountReader, type ChainReader, RpcError, readerOf } from '@holdfast/chains/rpc';
import type { OrderId } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { type Books, makeBooks } from '../../ledger/test/books.ts';
import { prepare } from './plan.ts';

const chain: ChainConfig = {
  id: 'evm:31337',
  family: 'evm',
  name: 'Ethereum',
  baseSymbol: 'ETH',
  rpcUrl: 'http://127.0.0.1:1',
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '1000000',
  assets: [],
};
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let database: TestDatabase;
let books: Books;
beforeAll(async () => {
  database = await startTestDatabase();
  books = await makeBooks(database.db);
});
afterAll(() => database?.close());

/** The nonces that so many orders get one after the other, where the lane hands out `next` and the chain stands at `used`; nothing is kept. */
async function nonces(next: number, holes: number[], used: number | RpcError, count: number): Promise<unknown[]> {
  const nonce = async (): Promise<bigint> => {
    if (used instanceof RpcError) throw used;
    return BigInt(used);
  };
  const reader: ChainReader = { ...accountReader(readerOf(chain)), nonce };
  const tx = await database.db.startTransaction().execute();
  await sql`set local session_replication_role = 'replica'`.execute(tx);
  const found: unknown[] = [];
  try {
    await sql`insert into lanes values (${chain.id}, ${account}, ${next})`.execute(tx);
    for (const hole of holes)
      await sql`insert into lane_nonces (chain, account, nonce) values (${chain.id}, ${account}, ${hole})`.execute(tx);
    const reserve = await prepare({ db: tx, chain, reader }, account, new Date());
    const fees = { gasLimit: '21000', maxFeePerGas: '2', maxPriorityFeePerGas: '1' };
    const [subWalletId = 0 as never] = books.subWallets;
    const asked = {
      workspaceId: books.workspaceId,
      subWalletId,
      from: account,
      outputs: [],
      maxFee: 1n,
      feePlan: fees,
    };
    for (let n = 1; n <= count; n++) {
      const made = await reserve(tx, { ...asked, id: n as OrderId });
      found.push('plan' in made && 'nonce' in made.plan ? Number(made.plan.nonce) : made);
    }
  } finally {
    await tx.rollback().execute();
  }
  return found;
}

it('uses nonces without a gap, and what was left first', async () => {
  expect(await nonces(5, [3], 3, 3)).toEqual([3, 5, 6]);
});

it('uses no nonce that the chain has used by what a database that was put back forgot', async () => {
  expect(await nonces(5, [], 7, 2)).toEqual([7, 8]);
  expect(await nonces(9, [3, 8], 7, 2)).toEqual([8, 9]);
});

it('goes by its own books while the node is away', async () => {
  expect(await nonces(5, [3], new RpcError('unreachable', ''), 2)).toEqual([3, 5]);
});
