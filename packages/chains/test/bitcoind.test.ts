import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type ReadFault, RpcError, readerOf, utxoReader } from '../src/rpc.ts';
import { bitcoinChain } from './support.ts';

/** How a real bitcoind is set up: networks, users, indexes. Only with `BITCOIND`. */

const program = process.env.BITCOIND ?? '';
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A node without a network, and a reader of it as this user. */
async function startNode(network: string, options: readonly string[], dir = mkdtempSync(path.join(tmpdir(), 'bd-'))) {
  const port = await freePort();
  const chain = { mainnet: 'main', testnet: 'test' }[network] ?? network;
  const own = [
    `-chain=${chain}`,
    `-datadir=${dir}`,
    '-server',
    '-listen=0',
    '-dnsseed=0',
    '-connect=0',
    '-disablewallet',
  ];
  const rpc = [
    `-rpcport=${port}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    '-rpcuser=us',
    '-rpcpassword=p@ss w/rd',
  ];
  const child = spawn(program, [...own, ...rpc, ...options], { stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  ends.push(async () => {
    await stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const readerAs = (user: string) =>
    utxoReader(readerOf({ ...bitcoinChain, id: `bitcoin:${network}`, rpcUrl: `http://${user}@127.0.0.1:${port}` }));
  return { dir, port, stop, readerAs, reader: readerAs(`us:${encodeURIComponent('p@ss w/rd')}`) };
}
type Node = Awaited<ReturnType<typeof startNode>>;

/** The faults seen until the node answers. */
async function ready({ reader }: Node): Promise<Set<ReadFault>> {
  const seen = new Set<ReadFault>();
  for (let n = 0; n < 600; n++) {
    try {
      await reader.tip();
      return seen;
    } catch (error) {
      if (error instanceof RpcError) seen.add(error.code);
    }
    await sleep(20);
  }
  throw new Error(`not ready: ${[...seen].join()}`);
}

async function call({ port }: Node, method: string, ...params: unknown[]): Promise<unknown> {
  const headers = { authorization: `Basic ${btoa('us:p@ss w/rd')}` };
  const body = JSON.stringify({ id: 0, method, params });
  const answer = (await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).json()) as {
    result: unknown;
  };
  return answer.result;
}

const home = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
/** What docs/operations.md names. */
const needed =
  'getblock,getblockchaininfo,getblockcount,getblockhash,getblockheader,getmempoolentry,getmempoolinfo,getrawtransaction,gettxout,estimatesmartfee,sendrawtransaction';

describe.skipIf(program === '')('a real bitcoind', () => {
  it('of every network is known by its name and first block, and no other passes for it', async () => {
    for (const network of ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest']) {
      const node = await startNode(network, []);
      const seen = await ready(node);
      expect(
        [...seen].every((fault) => fault === 'unreachable' || fault === 'starting'),
        [...seen].join(),
      ).toBe(true);
      expect(await node.reader.checkNetwork(), network).toMatch(/^[0-9a-f]{64}$/);
      if (network !== 'regtest') continue;
      const url = `http://us:${encodeURIComponent('p@ss w/rd')}@127.0.0.1:${node.port}`;
      const mainnet = readerOf({ ...bitcoinChain, id: 'bitcoin:mainnet', rpcUrl: url });
      await expect(mainnet.checkNetwork()).rejects.toMatchObject({ code: 'wrongNetwork' });
    }
  }, 60_000);

  it('says who it does not know and what it does not let a user do, and neither shows the password', async () => {
    const node = await startNode('regtest', ['-rpcwhitelist=us:getblockchaininfo,getblockcount,getblockhash']);
    await ready(node);
    const faults = [
      [() => node.readerAs('us:wrong').tip(), 'unauthorized'],
      [() => node.reader.leastFees(), 'forbidden'],
      [() => node.reader.blocks(0, 0), 'forbidden'],
    ] as const;
    for (const [ask, code] of faults) {
      const failure: unknown = await ask().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code });
      expect(String(failure)).not.toMatch(/wrong|p@ss|p%40ss/);
    }
    await expect(node.reader.leastFees()).rejects.toThrow('getmempoolinfo');
  }, 60_000);

  it('with the smallest list of calls, without an index of transactions, does all that is asked of it', async () => {
    const node = await startNode('regtest', []);
    await ready(node);
    await call(node, 'generatetoaddress', 3, home);
    await node.stop();
    const strict = await startNode('regtest', [`-rpcwhitelist=us:${needed}`, '-minrelaytxfee=0.00005'], node.dir);
    await ready(strict);
    const { reader } = strict;
    const [block] = await reader.blocks(2, 3);
    const [txid = ''] = block?.txids ?? [];
    expect(block?.transfers).toHaveLength(1);
    expect(await reader.header(2)).toMatchObject({ hash: block?.hash });
    expect(await reader.block(block?.hash ?? '')).toMatchObject({ height: 2 });
    expect(await reader.finalizedHeight()).toBe(2);
    expect(await reader.unspent(txid, 0)).toBe(true);
    expect((await reader.fees()).map(({ rate, estimated }) => [rate, estimated])).toEqual(Array(3).fill(['5', false]));
    // By its block it is found; by its id alone the node says what it lacks.
    expect(await reader.txStatus(txid, block?.hash)).toMatchObject({ state: 'mined', height: 2 });
    expect(await reader.txStatus(txid, 'ab'.repeat(32))).toMatchObject({ state: 'unknown' });
    const unindexed = await reader.txStatus(txid);
    expect(unindexed.state === 'unknown' && unindexed.reason).toContain('-txindex');
    expect(
      await reader.broadcast(
        `02000000${'01'}${'11'.repeat(32)}0000000000ffffffff0110270000000000001600147519${'00'.repeat(18)}00000000`,
      ),
    ).toMatchObject({
      refused: expect.any(String),
    });
  }, 60_000);

  it('that is pruned gives what it has, knows payments by their blocks, and says of older blocks that they are pruned', async () => {
    const node = await startNode('regtest', [
      '-prune=1',
      '-fastprune',
      `-rpcwhitelist=us:${needed},generatetoaddress,pruneblockchain`,
    ]);
    await ready(node);
    const { reader } = node;
    for (let n = 0; n < 10; n++) await call(node, 'generatetoaddress', 100, home);
    const [old] = await reader.blocks(2, 2);
    const [txid = ''] = old?.txids ?? [];
    const pruned = Number(await call(node, 'pruneblockchain', 700));
    expect(pruned).toBeGreaterThan(2);
    for (const ask of [() => reader.blocks(2, 2), () => reader.blocks(1, 300), () => reader.block(old?.hash ?? '')])
      await expect(ask()).rejects.toMatchObject({ code: 'nodeError', message: expect.stringContaining('pruned') });
    expect((await reader.blocks(990, 1_000)).map(({ height }) => height)).toEqual(
      Array.from({ length: 11 }, (_, n) => 990 + n),
    );
    expect(await reader.header(2)).toMatchObject({ hash: old?.hash });
    expect(await reader.txStatus(txid, old?.hash)).toMatchObject({ state: 'mined', height: 2 });
    expect(await reader.unspent(txid, 0)).toBe(true);
    expect(await reader.finalizedHeight()).toBe(999);
  }, 60_000);
});
