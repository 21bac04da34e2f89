import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import { accountReader, readerOf, utxoReader } from '@holdfast/chains/rpc';
import { sealKit } from '@holdfast/recovery/kit';
import { addressFromKit } from '@holdfast/recovery/recover';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../recovery/test/cheap-kits.ts';
import { startNodes, type TestNodes } from '../../../packages/chains/test/nodes.ts';
import { threeKits } from '../../recovery/test/parties.ts';
import { run } from '../src/main.ts';

/** Kits of a key group whose coins lie on the devnet's real nodes. No server and no signer is there. */
const [kit, second, recovery] = threeKits(41);
const payees = {
  evm: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  bitcoin: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
};
const spots = { evm: 'm/60/7/0/0', bitcoin: 'm/0/7/0/0', more: 'm/0/7/0/1', other: 'm/0/8/0/0', taproot: 'm/0/7/2/0' };
let nodes: TestNodes;
let dir: string;
const at = (name: string): string => path.join(dir, name);

async function cli(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run([...args, '--passphrase-file', at('pass')], {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(undefined),
    piped: () => Promise.resolve(undefined),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const writeChains = (name: string, change: Partial<ChainConfig> = {}): void =>
  writeFileSync(at(name), JSON.stringify([nodes.evm, nodes.bitcoin].map((chain) => ({ ...chain, ...change }))));

beforeAll(async () => {
  nodes = await startNodes();
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-sweep-'));
  writeFileSync(at('pass'), 'correct horse battery staple\n');
  for (const [name, one] of Object.entries({ one: kit, two: second, three: recovery }))
    writeFileSync(at(`${name}.age`), await sealKit(one, 'correct horse battery staple'));
  writeChains('chains.json');
  writeChains('offline.json', { rpcUrl: '' });
});
afterAll(async () => {
  await nodes?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const places = (...named: (keyof typeof spots)[]): string[] =>
  named.flatMap((name) => ['--address', `${name === 'evm' ? nodes.evm.id : nodes.bitcoin.id}=${spots[name]}`]);
const target = (family: 'evm' | 'bitcoin'): string[] => ['--to', `${nodes[family].id}=${payees[family]}`];

async function balances(address: string): Promise<Record<string, bigint>> {
  const reader = accountReader(readerOf(nodes.evm));
  const found = nodes.evm.assets.map(async (asset) => [asset.symbol, await reader.balance(address, asset)] as const);
  return Object.fromEntries(await Promise.all(found));
}

/** What the payee got in the last blocks, satoshis. */
async function arrived(blocks: number): Promise<bigint> {
  const reader = utxoReader(readerOf(nodes.bitcoin));
  const { height } = await reader.tip();
  const seen = await reader.blocks(height - blocks + 1, height, { watch: new Set([payees.bitcoin]) });
  return seen.flatMap(({ transfers }) => transfers).reduce((sum, { amount }) => sum + amount, 0n);
}

async function deposit(name: Exclude<keyof typeof spots, 'evm'>, amount: string, times = 1): Promise<void> {
  const address = addressFromKit(kit, nodes.bitcoin.id, spots[name]);
  for (let n = 0; n < times; n++) await nodes.fund(nodes.bitcoin, 'BTC', address, amount);
  await nodes.mine(nodes.bitcoin);
}

describe('holdfast recover --to', () => {
  it('brings tokens and coins of an EVM account to the address, by two kits and a node, and shows no key', async () => {
    const ours = addressFromKit(kit, nodes.evm.id, spots.evm);
    await nodes.fund(nodes.evm, 'ETH', ours, '2');
    await nodes.fund(nodes.evm, 'USDC', ours, '1500.5');
    await nodes.mine(nodes.evm);
    const before = await balances(payees.evm);
    const args = [...places('evm'), ...target('evm'), '--chains', at('chains.json'), '--send'];
    const done = await cli('recover', at('one.age'), at('three.age'), ...args);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toContain('2 transactions');
    expect(done.out).not.toMatch(/private key/);
    await nodes.mine(nodes.evm);
    const [now, left] = [await balances(payees.evm), await balances(ours)];
    expect(now.USDC).toBe((before.USDC ?? 0n) + 1_500_500_000n);
    expect(left.USDC).toBe(0n);
    const got = (now.ETH ?? 0n) - (before.ETH ?? 0n);
    expect(got).toBeGreaterThan(199n * 10n ** 16n);
    expect(left.ETH).toBeLessThan(10n ** 16n);
  });

  it('brings 43 coins of one sub-wallet and one of another, in three transactions, with nothing left', async () => {
    await deposit('bitcoin', '0.001', 30);
    await deposit('more', '0.002', 13);
    await deposit('other', '0.01');
    const args = [...places('bitcoin', 'more', 'other'), ...target('bitcoin'), '--chains', at('chains.json'), '--send'];
    const done = await cli('recover', at('one.age'), at('two.age'), ...args);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toContain('3 transactions');
    await nodes.mine(nodes.bitcoin);
    const sum = await arrived(1);
    expect(sum).toBeGreaterThan(6_550_000n);
    expect(sum).toBeLessThan(6_600_000n);
    const again = await cli('recover', at('one.age'), at('two.age'), ...args);
    expect(again.out).toContain('0 transactions');
  });

  it('brings coins of a Taproot address together with others of its sub-wallet', async () => {
    expect(addressFromKit(kit, nodes.bitcoin.id, spots.taproot)).toMatch(/^bcrt1p/);
    await deposit('taproot', '0.03', 2);
    await deposit('bitcoin', '0.01');
    const args = [...places('taproot', 'bitcoin'), ...target('bitcoin'), '--chains', at('chains.json'), '--send'];
    const done = await cli('recover', at('two.age'), at('three.age'), ...args);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toContain('1 transaction');
    await nodes.mine(nodes.bitcoin);
    const sum = await arrived(1);
    expect(sum).toBeGreaterThan(6_990_000n);
    expect(sum).toBeLessThan(7_000_000n);
  });

  it('signs on a machine without a network what another found with one kit, and a node takes the bytes', async () => {
    await deposit('bitcoin', '0.05', 2);
    const common = [...places('bitcoin'), ...target('bitcoin')];
    const looked = [...common, '--chains', at('chains.json'), '--save-holdings', at('holdings.json')];
    const found = await cli('recover', at('three.age'), ...looked);
    expect([found.code, found.err]).toEqual([0, '']);
    expect(found.out).not.toContain('transactions');
    expect(readFileSync(at('holdings.json'), 'utf8')).not.toContain(kit.secp256k1.share.toString(16));
    const offline = [...common, '--chains', at('offline.json'), '--holdings', at('holdings.json')];
    const done = await cli('recover', at('one.age'), at('two.age'), ...offline);
    expect([done.code, done.err]).toEqual([0, '']);
    const [raw = ''] = /^[0-9a-f]{200,}$/m.exec(done.out) ?? [];
    expect(await readerOf(nodes.bitcoin).broadcast(raw)).toBe('accepted');
    await nodes.mine(nodes.bitcoin);
    expect(await arrived(1)).toBeGreaterThan(9_990_000n);
  });

  it('refuses an address of another network, an unknown chain, and holdings that were altered', async () => {
    const kits = ['recover', at('one.age'), at('two.age'), ...places('bitcoin')];
    const chains = ['--chains', at('chains.json')];
    const wrong = await cli(...kits, ...chains, '--to', `${nodes.bitcoin.id}=1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2`);
    expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('no address of that network')]);
    expect((await cli(...kits, ...target('bitcoin'))).code).toBe(2);
    const holdings = readFileSync(at('holdings.json'), 'utf8');
    writeFileSync(at('bent.json'), holdings.replace(/"vout": \d+/, '"vout": 9'));
    const bent = await cli(...kits, ...chains, ...target('bitcoin'), '--holdings', at('bent.json'));
    expect([bent.code, bent.out.includes('transactions')]).toEqual([1, false]);
    writeFileSync(at('bent.json'), '{}');
    expect((await cli(...kits, ...chains, ...target('bitcoin'), '--holdings', at('bent.json'))).code).toBe(5);
  });

  it('shows private keys only with --show-keys, and says what one of them is worth', async () => {
    const kits = ['recover', at('one.age'), at('two.age'), ...places('evm')];
    expect((await cli(...kits)).out).not.toContain('private key');
    const shown = await cli(...kits, '--show-keys');
    expect(shown.out).toMatch(/private key +[0-9a-f]{64}/);
    expect(shown.err).toContain('every address of the group');
  });
});
