import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import {
  type AbiType,
  encodeArguments,
  faultOf,
  type Intent,
  leavingOf,
  type Method,
  methodOf,
  readCall,
  standardMethods,
  type Value,
} from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChainConfig } from '../src/index.ts';

/** Random calls of a real token on a real node: what leaves, or may be taken, is never more than what the reading of the bytes says. */

let dir = '';
let devnet: Devnet<'evm'>;
let chain: ChainConfig;
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const others = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const;
const token = (): string => chain.assets.find(({ symbol }) => symbol === 'USDC')?.contract ?? '';

async function rpc<T = string>(method: string, ...params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(chain.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = (await answer.json()) as { result: T; error?: unknown };
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'calls-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const [evm] = devnetChains(devnet);
  if (!evm) throw new Error('a chain');
  chain = evm;
  for (const from of [own, ...others]) {
    await rpc('anvil_impersonateAccount', from);
    await rpc('anvil_setBalance', from, '0x3635c9adc5dea00000');
    await rpc('eth_sendTransaction', {
      from,
      to: token(),
      data: data(methodOf('mint(address,uint256)'), own, 10n ** 12n),
    });
    await rpc('evm_mine');
  }
});
afterAll(async () => {
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const data = (method: Method | undefined, ...values: Value[]): string =>
  method ? method.selector + hex(encodeArguments(method.inputs, values)) : '0x';

/** The same numbers at every run. */
let seed = 17;
const below = (end: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * end);
};
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

function anyValue(type: AbiType): Value {
  switch (type.kind) {
    case 'address':
      return oneOf([own, ...others, token()]);
    case 'bool':
      return below(2) === 1;
    case 'uint':
    case 'int':
      return oneOf([0n, 1n, BigInt(below(100)), BigInt(below(100_000_000)) % 2n ** BigInt(type.bits - 1)]);
    case 'string':
      return 'ä'.repeat(below(20));
    case 'bytes':
      return `0x${'5a'.repeat(type.size ?? below(40))}`;
    case 'list':
      return Array.from({ length: type.length ?? below(3) }, () => anyValue(type.of));
    case 'tuple':
      return type.parts.map((part) => anyValue(part.type));
  }
}

/** Now and then bytes that say the same in another way, or something else. */
function tamperedWith(call: string): string {
  const at = 2 + below(call.length - 2);
  return oneOf([
    call,
    call,
    call,
    `${call}00`,
    `${call}${'0'.repeat(64)}`,
    call.slice(0, -2),
    `${call.slice(0, at)}f${call.slice(at + 1)}`,
  ]);
}

const read = async (method: string, ...values: Value[]): Promise<bigint> =>
  BigInt(await rpc('eth_call', { to: token(), data: data(methodOf(method), ...values) }, 'latest'));
/** What the account has, and what each of the others may take of it. */
async function standing(): Promise<bigint[]> {
  const may = [...others, token()].map((spender) => read('allowance(address,address)', own, spender));
  return Promise.all([read('balanceOf(address)', own), ...may]);
}

/** What is gone and what may newly be taken. */
async function lossBy(from: string, call: string): Promise<bigint> {
  const [had = 0n, ...mayBefore] = await standing();
  const txid = await rpc('eth_sendTransaction', { from, to: token(), data: call, gas: '0x100000' });
  await rpc('evm_mine');
  expect(await rpc('eth_getTransactionReceipt', txid)).toMatchObject({ from: from.toLowerCase() });
  const [has = 0n, ...mayAfter] = await standing();
  const newly = mayAfter.map((units, i) => units - (mayBefore[i] ?? 0n)).filter((units) => units > 0n);
  return newly.reduce((sum, units) => sum + units, had > has ? had - has : 0n);
}

const outputsOf = (addresses: readonly string[]): Intent['outputs'] =>
  addresses.map((address) => ({ address, amount: '0' })) as unknown as Intent['outputs'];

it('never lose more than they are read to', { timeout: 300_000 }, async () => {
  const tally = { unread: 0, lost: 0, harmless: 0 };
  const ofToken = standardMethods.filter(({ name }) => /^(transfer|transferFrom|approve|\w+Allowance)$/.test(name));
  for (let i = 0; i < 400; i++) {
    const method = oneOf(below(4) === 0 ? standardMethods : ofToken);
    const plain = data(method, ...method.inputs.map(({ type }) => anyValue(type)));
    const call = tamperedWith(plain);
    const reading = readCall({ call, from: own, outputs: outputsOf([token()]) });
    if (!reading) {
      tally.unread += 1;
      continue;
    }
    const intent = { call, from: own, outputs: outputsOf([token(), ...reading.to]) } as unknown as Intent;
    expect(faultOf(intent, reading)).toBeUndefined();
    const loss = await lossBy(own, call);
    expect(loss, `${method.text} ${call}`).toBeLessThanOrEqual(leavingOf(reading, token()));
    tally[loss > 0n ? 'lost' : 'harmless'] += 1;
  }
  expect(Math.min(tally.unread, tally.lost, tally.harmless)).toBeGreaterThan(5);
});
