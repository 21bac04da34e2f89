import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { bytecode } from '@holdfast/devnet/contracts';
import {
  type AbiType,
  callText,
  encodeArguments,
  evaluate,
  type Facts,
  type Intent,
  leavingOf,
  type Method,
  methodOf,
  type PolicyDocument,
  readCall,
  type SeniorRule,
  standardMethods,
  unconditional,
  type Value,
} from '@holdfast/policy';
import { callTold } from '@holdfast/review';
import { ada, policyOf, transferOf } from '@holdfast/testkit/review';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * What a page says of a call is what the rules judge, and the bytes do no more: random calls, single and in bundles, of a token and of a vault, each told, judged, and executed
 * on a real node. `HOLDFAST_CALLS=10000` for all of them.
 */
const calls = Number(process.env.HOLDFAST_CALLS ?? 600);
const together = 100;

let dir = '';
let devnet: Devnet<'evm'>;
let chain: ChainConfig;
let token = '';
let vault = '';
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const others = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const;
const vaultMethods = ['deposit(uint256 amount)', 'redeem(uint256 amount,address to)', 'multicall(bytes[] data)'];

type Asked = readonly [method: string, ...params: unknown[]];
/** All in one request. */
async function batch<T>(asked: readonly Asked[]): Promise<T[]> {
  const body = JSON.stringify(asked.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })));
  const answer = await fetch(chain.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const replies = (await answer.json()) as { id: number; result: T; error?: unknown }[];
  const failed = replies.find(({ error }) => error);
  if (failed) throw new Error(JSON.stringify(failed));
  return replies.toSorted((a, b) => a.id - b.id).map(({ result }) => result);
}
async function rpc<T = string>(...asked: Asked): Promise<T> {
  const [result] = await batch<T>([asked]);
  return result as T;
}

const dataOf = (method: Method | undefined, ...values: Value[]): string =>
  method ? method.selector + Buffer.from(encodeArguments(method.inputs, values)).toString('hex') : '0x';

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'told-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const [evm] = devnetChains(devnet);
  if (!evm) throw new Error('a chain');
  chain = evm;
  token = chain.assets.find(({ symbol }) => symbol === 'USDC')?.contract ?? '';
  await rpc('anvil_impersonateAccount', own);
  await rpc('anvil_setBalance', own, '0x3635c9adc5dea0000000');
  await rpc('eth_sendTransaction', {
    from: own,
    to: token,
    data: dataOf(methodOf('mint(address,uint256)'), own, 10n ** 14n),
  });
  const made = `${bytecode('DevVault')}${token.slice(2).toLowerCase().padStart(64, '0')}`;
  const hash = await rpc('eth_sendTransaction', { from: own, data: made, gas: '0x200000' });
  await rpc('evm_mine');
  const { contractAddress } = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash);
  const checked = familyOf(chain).checkAddress(chain, contractAddress);
  vault = checked.ok ? checked.address : '';
});
afterAll(async () => {
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** The same numbers at every run. */
let seed = 43;
const below = (end: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * end);
};
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

function anyValue(type: AbiType): Value {
  switch (type.kind) {
    case 'address':
      return oneOf([own, ...others, token, vault]);
    case 'bool':
      return below(2) === 1;
    case 'uint':
    case 'int':
      return oneOf([0n, 1n, BigInt(below(100)), BigInt(below(100_000_000)), 2n ** 255n]) % 2n ** BigInt(type.bits - 1);
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

const ofToken = standardMethods.filter(({ name }) => /^(transfer|transferFrom|approve|\w+Allowance)$/.test(name));
const ofVault = vaultMethods.flatMap((text) => methodOf(text) ?? []);
const anyCall = (method: Method): string => dataOf(method, ...method.inputs.map(({ type }) => anyValue(type)));

/** A call of the vault, perhaps a bundle of such calls. */
function vaultCall(depth = 0): string {
  if (depth < 2 && below(3) === 0) {
    const inner = Array.from({ length: 1 + below(3) }, () => vaultCall(depth + 1));
    return dataOf(methodOf('multicall(bytes[] data)'), inner);
  }
  return anyCall(oneOf([...ofVault.slice(0, 2), ...(below(8) === 0 ? [oneOf(ofToken)] : [])]));
}

/** Now and then bytes that say the same in another way, or something else. */
function tamperedWith(call: string): string {
  const at = 2 + below(call.length - 2);
  return oneOf([
    ...Array<string>(9).fill(call),
    `${call}00`,
    `${call}${'0'.repeat(64)}`,
    `${call.slice(0, at)}f${call.slice(at + 1)}`,
  ]);
}
function next(): { readonly to: string; readonly data: string } {
  if (below(2) === 0) return { to: vault, data: tamperedWith(vaultCall()) };
  return { to: token, data: tamperedWith(anyCall(oneOf(below(5) === 0 ? standardMethods : ofToken))) };
}

const most = 50_000_000n;
const rule = (id: string, change: Partial<SeniorRule>): SeniorRule => ({
  ...{ id, name: id, enabled: 'on', type: 'transfer', action: 'pass', signProtection: 'on', nodes: [] },
  when: unconditional,
  ...change,
});
/** Calls pass, and payments up to 50 USDC. */
function policyHere(): PolicyDocument {
  const amount = { unit: 'coin', over: String(most), upTo: '', hours: '0', scope: 'wallet' } as const;
  const assets = { mode: 'only' as const, list: [{ chain: chain.id, contract: token }] };
  const large = { ...unconditional, assets, amount };
  const senior = [
    rule('calls', { type: 'web3' }),
    rule('large', { action: 'refuse', when: large }),
    rule('payments', {}),
  ];
  return { ...policyOf([ada]), senior };
}

const facts = (): Facts => ({
  ...{ price: () => '1', spent: () => ({ units: 0n, cents: 0n }), isInternal: () => false, isListed: () => true },
  methodsOf: (_, { address }) => (address === vault ? vaultMethods : []),
});
const entries = () => {
  const entry = { chains: [chain.id], address: vault, memo: '', assets: [], label: 'Vault', methods: vaultMethods };
  return new Map([['vault', { since: 0, entry }]]);
};

/** What the page says that becomes of it, in the words of the rules. */
function pageSays(intent: Intent, stated: bigint): string | undefined {
  const told = callTold({ intent, entries: entries() });
  if (!told) return 'unreadableCall';
  // It tells the very numbers that the rules count.
  expect(told.outflows.map(({ contract, units }) => [contract, units])).toEqual(stated > 0n ? [[token, stated]] : []);
  if (told.hasRaw) return 'rawCall';
  if (told.endless) return 'endlessAllowance';
  return stated > most ? 'refusedByRule' : undefined;
}

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const wordOf = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const isOfToken = ({ address }: Log): boolean => address.toLowerCase() === token.toLowerCase();
const leftIn = (logs: readonly Log[]): bigint =>
  logs
    .filter((log) => isOfToken(log) && log.topics[0] === transfer && log.topics[1] === wordOf(own))
    .reduce((sum, { topics, data }) => (topics[2] === wordOf(own) ? sum : sum + BigInt(data)), 0n);

/** What spenders may take, by the events so far. */
const allowed = new Map<string, bigint>();
/** What a transaction newly allows others. The token says of each allowance what is left of it, when it is given and when it is taken from. */
function newlyAllowed(logs: readonly Log[]): bigint {
  let newly = 0n;
  for (const log of logs) {
    const [topic, owner, spender = ''] = log.topics;
    if (!isOfToken(log) || topic !== approval || owner !== wordOf(own)) continue;
    const [before, now] = [allowed.get(spender) ?? 0n, BigInt(log.data)];
    // What the account may take of itself nobody else has.
    if (spender !== wordOf(own) && now > before) newly += now - before;
    allowed.set(spender, now);
  }
  return newly;
}

interface Told {
  readonly to: string;
  readonly data: string;
  readonly stated: bigint;
}
const tally = {
  unreadable: 0,
  raw: 0,
  endless: 0,
  large: 0,
  passed: 0,
  understated: 0,
  failing: 0,
  harmless: 0,
  lost: 0,
};

/** Told and judged; what nobody can read is not executed, since nobody signs it. */
function judge(policy: PolicyDocument, { to, data }: ReturnType<typeof next>, moved: bigint): Told | undefined {
  const outputs = (addresses: readonly string[]): Intent['outputs'] =>
    addresses.map((address) => ({ address, amount: '0', memo: '', entry: '', path: '' }));
  const reading = readCall({ call: data, from: own, outputs: outputs([to]) });
  const decoded = reading ? leavingOf(reading, token) : 0n;
  const stated = decoded > moved ? decoded : moved;
  const saying = (units: bigint): Intent => {
    const says = units > 0n ? [{ contract: token, units, decimals: '6', symbol: 'USDC' }] : [];
    const kind = { kind: 'call' as const, chain: chain.id, from: own, call: callText(data, says) };
    return { ...transferOf(policy), ...kind, outputs: outputs([to, ...(reading?.to ?? [])]) };
  };
  const problem = evaluate(policy, saying(stated), [], facts()).problem;
  expect(problem, data).toBe(pageSays(saying(stated), stated));
  if (decoded > 1n) {
    expect(evaluate(policy, saying(decoded - 1n), [], facts()).problem, data).toBe('understatedCall');
    tally.understated += 1;
  }
  if (problem === 'unreadableCall') tally.unreadable += 1;
  else if (problem === 'rawCall') tally.raw += 1;
  else if (problem === 'endlessAllowance') tally.endless += 1;
  else if (problem === 'refusedByRule') tally.large += 1;
  else tally.passed += 1;
  return problem === 'unreadableCall' || problem === 'rawCall' ? undefined : { to, data, stated };
}

it('never take more than what is told of them, which is what the rules judge', { timeout: 3_000_000 }, async () => {
  const policy = policyHere();
  for (let done = 0; done < calls; done += together) {
    const made = Array.from({ length: together }, next);
    const call = ({ to, data }: ReturnType<typeof next>) => ({ from: own, to, data, gas: '0x100000' });
    const simulated = await batch<{ calls: { status: string; logs: Log[] }[] }[]>(
      made.map((one) => ['eth_simulateV1', { blockStateCalls: [{ calls: [call(one)] }], validation: false }, 'latest']),
    );
    // What would fail is asked of nobody.
    const told = made.flatMap((one, n) => {
      const [found] = simulated[n]?.[0]?.calls ?? [];
      const judged = judge(policy, one, leftIn(found?.logs ?? []));
      if (found?.status !== '0x1') tally.failing += 1;
      return judged && found?.status === '0x1' ? judged : [];
    });
    const hashes = await batch<string>(told.map((one) => ['eth_sendTransaction', call(one)]));
    await rpc('evm_mine');
    const receipts = await batch<{ status: string; logs: Log[] }>(
      hashes.map((hash) => ['eth_getTransactionReceipt', hash]),
    );
    for (const [n, { status, logs }] of receipts.entries()) {
      const { data = '', stated = 0n } = told[n] ?? {};
      const loss = leftIn(logs) + newlyAllowed(logs);
      expect(loss <= stated, `${loss} left by ${data}, of which ${stated} was told`).toBe(true);
      tally[status === '0x1' && loss > 0n ? 'lost' : 'harmless'] += 1;
    }
  }
  console.log(JSON.stringify({ calls, ...tally }));
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(0);
});
