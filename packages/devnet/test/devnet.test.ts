import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { anvilBinary } from '../src/evm/anvil.ts';
import { devToken } from '../src/evm/token.ts';
import { chainFacts, type Devnet, devnetChains, startDevnet } from '../src/index.ts';
import { rpcClient } from '../src/json-rpc.ts';

const receiver = {
  evm: '0x00000000000000000000000000000000000000A1',
  bitcoin: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ton: '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn',
};
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'devnet-'));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(dir: string, tickMs = 0): Promise<Devnet> {
  const devnet = await startDevnet({ dir, tickMs });
  cleanUps.push(() => devnet.stop());
  return devnet;
}

async function post(url: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function fundAll(devnet: Pick<Devnet, 'faucet'>): Promise<void> {
  const rows = [
    ['evm:31337', 'ETH', receiver.evm, '1.5'],
    ['evm:31337', 'USDC', receiver.evm, '2.000001'],
    ['bitcoin:regtest', 'BTC', receiver.bitcoin, '0.25'],
    ['ton:-31337', 'TON', receiver.ton, '1.5'],
    ['ton:-31337', 'NOT', receiver.ton, '2.000000001'],
  ];
  for (const [chain, symbol, address, amount] of rows)
    expect((await post(`${devnet.faucet.url}/fund`, { chain, symbol, address, amount })).status).toBe(200);
}

const mine = async (devnet: Pick<Devnet, 'faucet'>): Promise<void> => {
  for (const chain of ['evm:31337', 'bitcoin:regtest', 'ton:-31337'])
    expect((await post(`${devnet.faucet.url}/mine`, { chain, blocks: 4 })).status).toBe(200);
};

/** Balances and tips of everything, as the nodes tell them. */
async function look(devnet: Pick<Devnet, 'evm' | 'bitcoin' | 'ton'>): Promise<object> {
  const evm = rpcClient(devnet.evm.url);
  const bitcoin = rpcClient(devnet.bitcoin.url);
  const data = `0x70a08231${receiver.evm.slice(2).padStart(64, '0')}`;
  const ton = await chainFacts(devnet.ton.config, new Set([receiver.ton]));
  return {
    ton: ton.given?.map(({ symbol, units }) => `${units} ${symbol}`),
    arrived: ton.receipts.map(({ symbol }) => symbol),
    not: ton.balances.get(`${receiver.ton} NOT`),
    eth: BigInt(await evm<string>('eth_getBalance', receiver.evm, 'latest')),
    usdc: BigInt(await evm<string>('eth_call', { to: devToken.contract, data }, 'latest')),
    evmTip: (await evm<{ hash: string }>('eth_getBlockByNumber', 'latest', false)).hash,
    logs: (await evm<unknown[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })).length,
    btc: (await bitcoin<{ total_amount: number }>('scantxoutset', 'start', [`addr(${receiver.bitcoin})`])).total_amount,
    bitcoinTip: await bitcoin('getbestblockhash'),
  };
}

interface Launched {
  readonly process: ChildProcess;
  readonly devnet: Pick<Devnet, 'evm' | 'bitcoin' | 'ton' | 'faucet'>;
}

async function launch(dir: string): Promise<Launched> {
  const main = path.join(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, [main, '--dir', dir, '--tick-ms', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.push(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout }))
    return { process: child, devnet: JSON.parse(line) };
  throw new Error('the devnet ended at its start');
}

async function isGone(url: string): Promise<boolean> {
  // A URL with a password is never fetched, whether anybody answers or not.
  const { origin } = new URL(url);
  for (let tries = 0; tries < 300; tries++) {
    try {
      await fetch(origin, { method: 'POST', body: '{}' });
    } catch {
      return true;
    }
    await sleep(100);
  }
  return false;
}

describe('devnet', () => {
  it('pays from the faucet and finds everything as it was at the second start', async () => {
    const dir = newFolder();
    const first = await start(dir);
    await fundAll(first);
    await mine(first);
    const before = await look(first);
    expect(before).toMatchObject({ eth: 1_500_000_000_000_000_000n, usdc: 2_000_001n, btc: 0.25, not: 2_000_000_001n });
    expect(before).toMatchObject({ ton: ['1500000000 TON', '2000000001 NOT'], arrived: ['TON', 'NOT'] });
    await first.stop();
    const second = await start(dir);
    expect(await look(second)).toEqual(before);
    await fundAll(second);
    await mine(second);
    expect(await look(second)).toMatchObject({
      eth: 3_000_000_000_000_000_000n,
      usdc: 4_000_002n,
      btc: 0.5,
      not: 4_000_000_002n,
    });
  });

  it('keeps every chain and leaves no orphan when it is killed', async () => {
    const dir = newFolder();
    const { process: killed, devnet } = await launch(dir);
    await fundAll(devnet);
    await mine(devnet);
    const before = await look(devnet);
    killed.kill('SIGKILL');
    expect(await isGone(devnet.evm.url)).toBe(true);
    expect(await isGone(devnet.bitcoin.url)).toBe(true);
    expect(await isGone(devnet.ton.url)).toBe(true);
    expect(await look(await start(dir))).toEqual(before);
  });

  it('mines what waits until it is settled, then rests', async () => {
    const devnet = await start(newFolder(), 40);
    const [evm, bitcoin] = [rpcClient(devnet.evm.url), rpcClient(devnet.bitcoin.url)];
    await sleep(600);
    const rested = Number(await evm<string>('eth_blockNumber'));
    await fundAll(devnet);
    const restsAt = async (): Promise<number[]> => [
      Number(await evm('eth_blockNumber')),
      await bitcoin('getblockcount'),
    ];
    await expect.poll(async () => (await restsAt())[0]).toBeGreaterThanOrEqual(rested + 6);
    await expect.poll(async () => (await restsAt())[1]).toBeGreaterThanOrEqual(116);
    let heights = await restsAt();
    for (let before: number[] = []; before.join() !== heights.join(); heights = await restsAt()) {
      before = heights;
      await sleep(500);
    }
    expect(heights[1]).toBeLessThan(125);
  });

  it('refuses what a faucet cannot do, in words', async () => {
    const { faucet } = await start(newFolder());
    const good = { chain: 'evm:31337', symbol: 'USDC', address: receiver.evm, amount: '1' };
    const refused = [
      { ...good, amount: '0.0000001' },
      { ...good, symbol: 'GOLD' },
      { ...good, chain: 'evm:1' },
      { ...good, address: receiver.bitcoin },
      { chain: 'ton:-31337', symbol: 'TON', address: receiver.evm, amount: '1' },
      { chain: 'ton:-31337', symbol: 'USDC', address: receiver.ton, amount: '1' },
      { ...good, amount: '' },
      { chain: 'bitcoin:regtest', symbol: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: '1' },
      { chain: 'bitcoin:regtest', symbol: 'BTC', address: receiver.bitcoin, amount: '21000000' },
    ];
    for (const request of refused) {
      const { status, body } = await post(`${faucet.url}/fund`, request);
      expect([status, typeof body.error], JSON.stringify(request)).toEqual([400, 'string']);
    }
  });

  it('says why when a state file cannot be read, and leaves no process behind', async () => {
    const dir = newFolder();
    writeFileSync(path.join(dir, 'evm-state.json'), '{ torn');
    await expect(startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 })).rejects.toThrow(/anvil ended.*state/s);
  });

  it('says which child a busy port stopped, and ends the others', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    cleanUps.push(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const children = [
      ['evm', /anvil ended.*in use/s],
      ['bitcoin', /(bitcoin node|bitcoind) ended.*(EADDRINUSE|Address already in use)/s],
      ['faucet', /EADDRINUSE/],
    ] as const;
    const chains = ['evm', 'bitcoin'] as const;
    for (const [name, words] of children) {
      const dir = newFolder();
      await expect(startDevnet({ chains, dir, tickMs: 0, ports: { [name]: port } }), name).rejects.toThrow(words);
      await (await startDevnet({ chains, dir, tickMs: 0 })).stop(); // nothing of the failed start holds on to the folder
    }
  });

  it('describes its chains for the server', async () => {
    const [evm, bitcoin] = devnetChains(await start(newFolder()));
    expect(evm?.assets.map((asset) => [asset.symbol, asset.decimals])).toEqual([
      ['ETH', 18],
      ['USDC', 6],
    ]);
    expect(bitcoin?.id).toBe('bitcoin:regtest');
  });

  it('names the package to install on a machine without the program', () => {
    expect(() => anvilBinary('sunos', 'x64')).toThrow('@foundry-rs/anvil-sunos-amd64');
  });
});
