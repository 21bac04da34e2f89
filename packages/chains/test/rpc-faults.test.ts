import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonRpc } from '../src/rpc/json-rpc.ts';
import { accountReader, readerOf } from '../src/rpc.ts';
import { bitcoinChain, deposit, evmChain, paths } from './support.ts';

/** How a node, or what stands before it, refuses before it looks at a call. */
class Status {
  readonly code: number;
  readonly text: string;
  constructor(code: number, text = 'Work queue depth exceeded') {
    this.code = code;
    this.text = text;
  }
}
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

/** A node that answers every call as it is told: with a result, or with `{ error }`, or with raw text. */
async function nodeThat(answer: (call: Call) => unknown): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
    const refused = [body]
      .flat()
      .map(answer)
      .find((result) => result instanceof Status);
    if (refused instanceof Status) {
      response.statusCode = refused.code;
      return void response.end(refused.text);
    }
    const one = (call: Call): unknown => {
      const result = answer(call);
      return typeof result === 'object' && result !== null && 'error' in result
        ? { id: call.id, ...result }
        : { id: call.id, result };
    };
    response.end(JSON.stringify(Array.isArray(body) ? body.map(one).toReversed() : one(body)));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://user:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const evmAt = (rpcUrl: string) => readerOf({ ...evmChain, rpcUrl });
const bitcoinAt = (rpcUrl: string) => readerOf({ ...bitcoinChain, rpcUrl });
const hash = (digit: string): string => `0x${digit.repeat(64)}`;
const evmBlock = (changes: object = {}): object => ({
  number: '0x5',
  hash: hash('a'),
  parentHash: hash('b'),
  timestamp: '0x65000000',
  logsBloom: `0x${'0'.repeat(512)}`,
  transactions: [],
  ...changes,
});

describe('a node of another network', () => {
  const first = hash('7');
  const evmNode = (id: string) =>
    nodeThat(({ method }) => (method === 'eth_chainId' ? id : evmBlock({ number: '0x0', hash: first })));
  const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
  const bitcoinNode = (chain: string, block = genesis) =>
    nodeThat(({ method }) => (method === 'getblockhash' ? block : { chain }));
  const wrong = { code: 'wrongNetwork' };

  it('is told by its chain id, and by its first block where that was seen before or configured', async () => {
    const id = evmChain.id.slice('evm:'.length);
    const right = `0x${Number(id).toString(16)}`;
    const reader = evmAt(await evmNode(right));
    expect(await reader.checkNetwork()).toBe(first);
    expect(await reader.checkNetwork(first)).toBe(first);
    await expect(reader.checkNetwork(hash('8'))).rejects.toMatchObject(wrong);
    await expect(evmAt(await evmNode('0x99')).checkNetwork()).rejects.toMatchObject(wrong);
    const configured = readerOf({ ...evmChain, rpcUrl: await evmNode(right), genesis: hash('9') });
    await expect(configured.checkNetwork(first)).rejects.toMatchObject(wrong);
    const moved = readerOf({ ...evmChain, rpcUrl: await evmNode(right), genesis: first });
    expect(await moved.checkNetwork(hash('8'))).toBe(first);
    const mainnet = readerOf({ ...evmChain, id: 'evm:1', rpcUrl: await evmNode('0x1') });
    await expect(mainnet.checkNetwork()).rejects.toMatchObject(wrong);
  });

  it('is told by the chain that bitcoind names, and by its first block', async () => {
    expect(await bitcoinAt(await bitcoinNode('regtest')).checkNetwork()).toBe(genesis);
    await expect(bitcoinAt(await bitcoinNode('main')).checkNetwork()).rejects.toMatchObject(wrong);
    await expect(bitcoinAt(await bitcoinNode('regtest', 'ab'.repeat(32))).checkNetwork()).rejects.toMatchObject(wrong);
    const mainnet = readerOf({ ...bitcoinChain, id: 'bitcoin:mainnet', rpcUrl: await bitcoinNode('regtest') });
    await expect(mainnet.checkNetwork()).rejects.toMatchObject(wrong);
  });
});

describe('the fees of a Bitcoin node', () => {
  const rates = async (estimate: object, pool: object) => {
    const url = await nodeThat(({ method }) => (method === 'getmempoolinfo' ? pool : estimate));
    return (await bitcoinAt(url).fees()).map(({ rate, estimated }) => [rate, estimated]);
  };
  const least = { mempoolminfee: 0.00001, minrelaytxfee: 0.00001 };

  it('are exact: every rate that a node can say, to the last of its eight decimals', async () => {
    expect(await rates({ feerate: 0.00002 }, least)).toEqual(Array(3).fill(['2', true]));
    for (let n = 0; n < 20; n++) {
      const satPerKvB = 1_000 + Math.floor(Math.random() * 1_000_000);
      const text = `${Math.floor(satPerKvB / 1000)}.${String(satPerKvB % 1000).padStart(3, '0')}`;
      const [[rate] = []] = await rates({ feerate: satPerKvB / 1e8 }, least);
      expect(Number(rate), text).toBe(Number(text));
    }
  });

  it('are never less than what its mempool takes, and say where it made no estimate', async () => {
    const full = { mempoolminfee: 0.00005, minrelaytxfee: 0.00001 };
    expect(await rates({ feerate: 0.00002 }, full)).toEqual(Array(3).fill(['5', true]));
    const strict = { mempoolminfee: 0.00001, minrelaytxfee: 0.00003 };
    expect(await rates({ errors: ['Insufficient data or no feerate found'] }, strict)).toEqual(
      Array(3).fill(['3', false]),
    );
  });
});

describe('a node that cannot be trusted', () => {
  it('is not listened to any longer than its refusal takes', { timeout: 10_000 }, async () => {
    for (const status of [401, 403, 429, 502, 503, 504]) {
      const server = createServer((request, response) => {
        request.resume();
        response.writeHead(status);
        response.write('and so on');
      });
      servers.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const left = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
      await expect(evmAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).tip()).rejects.toThrow();
      await left;
    }
  });

  it('cannot make more be read of a stranger’s answer than was asked for', async () => {
    const url = await nodeThat(() => 'x'.repeat(5_000));
    await expect(jsonRpc(url).askWithin(4_000, 'eth_call')).rejects.toMatchObject({ code: 'tooLarge' });
    expect(await jsonRpc(url).askWithin(6_000, 'eth_call')).toMatchObject({ ok: true });
  });

  it('is told apart from one that is away, and no message shows the password', async () => {
    const cases = [
      ['http://user:hunter2@127.0.0.1:9', 'unreachable'],
      [await nodeThat(() => undefined), 'badAnswer'],
      [await nodeThat(() => 'nonsense'), 'badAnswer'],
      [await nodeThat(() => ({ error: { code: -32000, message: 'busy' } })), 'nodeError'],
      [await nodeThat(() => new Status(401)), 'unauthorized'],
      [await nodeThat(() => new Status(403)), 'forbidden'],
      [await nodeThat(() => new Status(429)), 'busy'],
      [await nodeThat(() => new Status(503)), 'busy'],
      [await nodeThat(() => new Status(503, '{"message":"no server is available"}')), 'busy'],
      [await nodeThat(() => new Status(502, '<h1>Bad Gateway</h1>')), 'unreachable'],
      [await nodeThat(() => new Status(504, '{"error":{"code":504,"message":"timed out"}}')), 'unreachable'],
      [await nodeThat(() => ({ error: { code: -28, message: 'Loading block index…' } })), 'starting'],
      [await nodeThat(() => 'x'.repeat(33 * 1024 * 1024)), 'tooLarge'],
    ] as const;
    for (const [url, code] of cases) {
      const failure: unknown = await evmAt(url)
        .tip()
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code });
      expect(JSON.stringify(failure) + String(failure)).not.toContain('hunter2');
    }
  });

  it('cannot pass off a malformed field as a number, hash or address', async () => {
    for (const bad of [
      { number: 5 },
      { number: '0x05' },
      { number: '-0x1' },
      { hash: '0x12' },
      { hash: null },
      { parentHash: 1 },
      { timestamp: '' },
      { transactions: {} },
      { transactions: [5] },
      { logsBloom: '0x' },
      { number: `0x${'f'.repeat(64)}` },
    ]) {
      const url = await nodeThat(({ method }) => (method === 'eth_getBlockByNumber' ? evmBlock(bad) : []));
      await expect(evmAt(url).block(5), JSON.stringify(bad)).rejects.toMatchObject({ code: 'badAnswer' });
    }
  });

  it('cannot slip in a receipt or log of another block, nor a paid transaction without a receipt', async () => {
    const tx = { hash: hash('c'), from: evmChain.assets[1]?.contract, to: evmChain.assets[1]?.contract, value: '0x5' };
    const withReceipt = (receipt: unknown) =>
      nodeThat(({ method }) => (method === 'eth_getBlockByNumber' ? evmBlock({ transactions: [tx] }) : receipt));
    const success = { blockHash: hash('a'), status: '0x1' };
    expect((await evmAt(await withReceipt(success)).block(5))?.transfers).toHaveLength(1);
    expect((await evmAt(await withReceipt({ ...success, status: '0x0' })).block(5))?.transfers).toEqual([]);
    for (const receipt of [null, { ...success, blockHash: hash('d') }])
      await expect(evmAt(await withReceipt(receipt)).block(5)).rejects.toMatchObject({ code: 'inconsistent' });
    const bloom = `0x${'f'.repeat(512)}`;
    const url = await nodeThat(({ method }) =>
      method === 'eth_getLogs' ? [{ blockHash: hash('d') }] : evmBlock({ logsBloom: bloom }),
    );
    await expect(evmAt(url).block(5)).rejects.toMatchObject({ code: 'inconsistent' });
  });

  it('cannot have what left another account, or of another token, for what left ours', async () => {
    const [owner, taker] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'];
    const contract = evmChain.assets[1]?.contract ?? '';
    const topic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
    const log = {
      address: contract,
      topics: [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        topic(owner ?? ''),
        topic(taker ?? ''),
      ],
      data: `0x${'5'.padStart(64, '0')}`,
      transactionHash: hash('c'),
      logIndex: '0x2',
      blockNumber: '0x5',
    };
    const taken = async (answer: object) => {
      const reader = accountReader(evmAt(await nodeThat(() => [answer])));
      return reader.taken?.(owner ?? '', contract, 1);
    };
    expect(await taken(log)).toEqual([{ txid: hash('c'), index: 2, height: 5, to: taker, amount: '5' }]);
    // Of a single NFT.
    expect(await taken({ ...log, topics: [...log.topics, hash('1')] })).toEqual([]);
    const [event, , to] = log.topics;
    for (const other of [{ address: taker }, { topics: [event, to, to] }, { topics: [hash('d'), log.topics[1], to] }])
      await expect(taken({ ...log, ...other })).rejects.toMatchObject({ code: 'inconsistent' });
  });

  it('answers for what left an account in pieces where it bounds a range, each block once, and is not asked without end', async () => {
    const [owner, contract] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', evmChain.assets[1]?.contract ?? ''];
    const topic = `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`;
    const tip = 1_000_003;
    /** One event each hundred thousand blocks, and at both ends. */
    const heights = [...new Set([7, ...Array.from({ length: 10 }, (_, n) => (n + 1) * 100_000), tip])];
    const log = (height: number) => ({
      address: contract,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic, topic],
      data: `0x${height.toString(16).padStart(64, '0')}`,
      transactionHash: hash('c'),
      logIndex: '0x0',
      blockNumber: `0x${height.toString(16)}`,
    });
    const bounded = async (most: number) => {
      const url = await nodeThat(({ method, params: [filter] }) => {
        if (method === 'eth_blockNumber') return `0x${tip.toString(16)}`;
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
        const [from, to] = [Number(fromBlock), toBlock === 'latest' ? tip : Number(toBlock)];
        if (to - from >= most) return { error: { code: -32_005, message: `at most ${most} blocks` } };
        return heights.filter((height) => height >= from && height <= to).map(log);
      });
      const found = await accountReader(evmAt(url)).taken?.(owner, contract, 7);
      return found?.map(({ amount }) => Number(amount));
    };
    for (const most of [10_000, 500_000, 999_997, 2_000_000]) expect(await bounded(most)).toEqual(heights);
    await expect(bounded(100)).rejects.toMatchObject({ code: 'nodeError' });
  });

  it('cannot present blocks that do not follow each other', async () => {
    const url = await nodeThat(({ params: [height] }) => evmBlock({ number: height }));
    expect((await evmAt(url).blocks(5, 7)).map(({ height }) => height)).toEqual([5]);
    const skipping = await nodeThat(() => evmBlock({ number: '0x9' }));
    await expect(evmAt(skipping).blocks(5, 5)).rejects.toMatchObject({ code: 'inconsistent' });
  });

  it('cannot change, add or leave out anything in a Bitcoin block', async () => {
    const genesis =
      '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa' +
      '4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d' +
      '0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f75742066' +
      '6f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4' +
      'f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';
    const id = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
    const serving = (raw: string) => nodeThat(({ method }) => (method === 'getblockhash' ? id : raw));
    expect((await bitcoinAt(await serving(genesis)).block(0))?.hash).toBe(id);
    for (let at = 0; at < genesis.length; at += 7) {
      const digit = genesis[at] === '0' ? '1' : '0';
      const altered = genesis.slice(0, at) + digit + genesis.slice(at + 1);
      await expect(bitcoinAt(await serving(altered)).block(0), `digit ${at}`).rejects.toMatchObject({
        code: 'badAnswer',
      });
    }
    for (const raw of ['', genesis.slice(0, -2), `${genesis}00`, genesis.slice(0, 162).replace(/01$/, '00')])
      await expect(bitcoinAt(await serving(raw)).block(0)).rejects.toMatchObject({ code: 'badAnswer' });
  });

  it('cannot answer for one transaction with another', async () => {
    const { raw } = deposit([[paths.bitcoin, 1n]]);
    await expect(bitcoinAt(await nodeThat(() => 'ab'.repeat(32))).broadcast(raw)).rejects.toMatchObject({
      code: 'inconsistent',
    });
    await expect(evmAt(await nodeThat(() => hash('e'))).broadcast('02c0')).rejects.toMatchObject({
      code: 'inconsistent',
    });
  });
});
