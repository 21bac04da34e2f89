import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Intent } from '@holdfast/policy';
import type { ChainFacts } from '@holdfast/review/facts';
import { ada, policyOf, transferOf } from '@holdfast/testkit/review';
import { expect, it } from 'vitest';
import { run } from '../src/main.ts';
import { differences, meantBy, type PayOptions } from '../src/pay.ts';

const coin = { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '' };
const token = { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: '0x00000000000000000000000000000000000000A1' };
const chain = {
  id: 'evm:1',
  family: 'evm',
  name: 'Ethereum',
  assets: [coin, token],
  maxFee: '50000000000000000',
} as const;
const options: PayOptions = {
  server: 'http://localhost:1',
  signer: 'http://localhost:2',
  app: 'p-0123456789abcdef',
  key: 'robot.key',
  wallet: '1',
  symbol: 'USDC',
  to: '0x00000000000000000000000000000000000000A2',
  amount: '1',
};
/** Exactly what is meant, as a signer shows it. */
const intentOf = ({ request, units }: ReturnType<typeof meantBy>): Intent => ({
  ...transferOf(policyOf([ada])),
  initiator: options.app,
  request,
  wallet: options.wallet,
  chain: chain.id,
  asset: { symbol: token.symbol, contract: token.contract, decimals: String(token.decimals) },
  outputs: [{ address: options.to, amount: String(units), memo: '', entry: '', path: '' }],
});
const meant = (change: Partial<PayOptions>, chains: readonly ChainFacts[] = [chain]) =>
  meantBy({ ...options, ...change }, { chains });

it('a fee cap is in the coin that fees are paid in', () => {
  expect(meant({ maxFee: '0.01' })).toMatchObject({ units: 1_000_000n, maxFee: 10n ** 16n });
});

it('without one, a tenth of what a transaction may cost at the signer is agreed to, and no server can ask for more', () => {
  const plain = meant({});
  expect(plain.maxFee).toBe(5n * 10n ** 15n);
  const asked = (maxFee: bigint) => differences({ ...intentOf(plain), maxFee: String(maxFee) }, plain, options);
  expect(asked(plain.maxFee)).toEqual([]);
  expect(asked(plain.maxFee + 1n)).toEqual(['fee cap']);
  const { maxFee: _, ...untold } = chain;
  expect(() => meant({}, [untold])).toThrow('--max-fee');
});

it('a symbol that several assets have is named with its chain and contract, and those are told', () => {
  const other = { ...chain, id: 'evm:10', name: 'Other' };
  const both = [chain, other];
  expect(() => meant({}, both)).toThrow(`--chain evm:10 --contract '${token.contract}'`);
  expect(meant({ chain: 'evm:10' }, both).chain).toBe(other);
  const bridged = { ...token, contract: '0x00000000000000000000000000000000000000b3' };
  const two = [{ ...chain, assets: [coin, token, bridged] }];
  expect(() => meant({ chain: 'evm:1' }, two)).toThrow('2 assets called USDC');
  expect(meant({ contract: bridged.contract.toUpperCase().replace('0X', '0x') }, two).asset).toBe(bridged);
  expect(() => meant({ chain: 'evm:7' }, both)).toThrow('0 assets called USDC');
  expect(meant({ symbol: 'ETH', contract: '' }).asset).toBe(coin);
});

it('a fee cap that says nothing, or cannot be compared, ends the run and is never left out', () => {
  for (const maxFee of ['', ' ', 'x', '-1', '1e-3']) expect(() => meant({ maxFee })).toThrow('--max-fee');
  const chains = [{ ...chain, assets: [token] }];
  expect(() => meant({ maxFee: '0.01' }, chains)).toThrow('--max-fee');
});

it('a run that breaks off has told its request id, and shows what the server says as text alone', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-pay-'));
  const refusal = { code: 100005, msg: '\u001b[2Jorder 7: 1 USDC asked for', data: null };
  const both = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/api/info' ? { deployment: null, chains: [chain] } : refusal));
  });
  await new Promise<void>((done) => both.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(both.address() as AddressInfo).port}`;
  const key = path.join(dir, 'robot.key');
  const said: string[] = [];
  const note = (line: string): void => void said.push(line);
  const terminal = { print: note, note, ask: async () => undefined, piped: async () => undefined, bold: String };
  try {
    await run(['device-key', 'new', key, '--plain'], terminal);
    said.length = 0;
    const { app, wallet, symbol, to, amount } = options;
    const flags = Object.entries({ server: url, signer: url, key, app, wallet, symbol, to, amount });
    expect(await run(['pay', ...flags.flatMap(([name, value]) => [`--${name}`, value])], terminal)).toBe(1);
  } finally {
    both.close();
    rmSync(dir, { recursive: true, force: true });
  }
  expect(said).toEqual([
    expect.stringMatching(/^request [0-9a-f-]{36}$/),
    'holdfast: the server refused: ⟨U+001B⟩[2Jorder 7: 1 USDC asked for (100005)',
  ]);
});
