import { request, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SeniorRule, unconditional } from '@holdfast/policy';
import type { SetUp } from '@holdfast/server/test/set-up.ts';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  http,
  parseAbi,
  parseEther,
} from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type RpcInstallation, startRpcInstallation, token, until } from './rpc-installation.ts';

/** An application that knows nothing of Holdfast (viem) pays, allows and calls through the wallet's address on this machine. */
const payee = '0x00000000000000000000000000000000000000A1';
const abi = parseAbi([
  'function transfer(address,uint256) returns (bool)',
  'function approve(address,uint256) returns (bool)',
  'function allowance(address,address) view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function deposit(uint256 amount)',
]);
let all: RpcInstallation;
let fixture: SetUp;
let wallet: { readonly url: string; readonly server: Server };
let vault: `0x${string}`;
let account: `0x${string}`;
const mine = () => all.mine();
const decideNewest = (decision?: 'approve' | 'refuse') => all.decideNewest(decision);

/** Members are asked about texts, and about permits of this token. */
const signing: SeniorRule = {
  ...{ id: 'm1', name: 'Messages', enabled: 'on', type: 'web3', action: 'flow', signProtection: 'off' },
  nodes: [{ name: 'Release', kind: 'sign', approvers: ['owner-1'], threshold: '1' }],
  when: {
    ...unconditional,
    messages: ['', token].map((contract) => ({ chain: 'evm:31337', contract, types: [] })),
  },
};

beforeAll(async () => {
  all = await startRpcInstallation([signing], ['https://app.example.org']);
  ({ fixture, wallet, vault, account } = all);
}, 120_000);
afterAll(() => all?.close());

const chainOf = (url: string) =>
  defineChain({
    id: 31_337,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
function application() {
  const chain = chainOf(wallet.url);
  const transport = http(wallet.url, { timeout: 60_000, retryCount: 0 });
  return { chain, asks: createWalletClient({ chain, transport }), reads: createPublicClient({ chain, transport }) };
}

it('an application pays, allows and calls as from any wallet, each once its members have agreed', async () => {
  const { chain, asks, reads } = application();
  expect(await asks.getAddresses()).toEqual([account]);
  expect(await reads.getChainId()).toBe(31_337);
  const sent = [
    () => asks.sendTransaction({ chain, account, to: payee, value: parseEther('0.25') }),
    () =>
      asks.writeContract({ chain, account, address: token, abi, functionName: 'transfer', args: [payee, 3_000_000n] }),
    () =>
      asks.writeContract({ chain, account, address: token, abi, functionName: 'approve', args: [vault, 20_000_000n] }),
    () => asks.writeContract({ chain, account, address: vault, abi, functionName: 'deposit', args: [20_000_000n] }),
  ];
  for (const send of sent) {
    const sending = send();
    await decideNewest();
    const hash = await sending;
    await mine();
    const receipt = await reads.waitForTransactionReceipt({ hash, pollingInterval: 100 });
    expect([receipt.status, receipt.from]).toEqual(['success', account.toLowerCase()]);
    await until('its end', async () => {
      await mine();
      return (await fixture.api.transaction.list({ status: 1200 })).total === 0;
    });
  }
  expect(await reads.getBalance({ address: payee })).toBe(parseEther('0.25'));
  const read = { address: token, abi } as const;
  expect(await reads.readContract({ ...read, functionName: 'balanceOf', args: [payee] })).toBe(3_000_000n);
  // Allowed to the vault, and taken by it when it was called.
  expect(await reads.readContract({ ...read, functionName: 'balanceOf', args: [vault] })).toBe(20_000_000n);
  expect(await reads.readContract({ ...read, functionName: 'allowance', args: [account, vault] })).toBe(0n);
});

const sending = (transaction: object, id = 7) => ({
  ...{ jsonrpc: '2.0', id, method: 'eth_sendTransaction' },
  params: [{ from: account, ...transaction }],
});

it('an application has texts and typed data signed as by any wallet, each once its members have agreed', async () => {
  const { asks, reads } = application();
  const message = 'app.example wants you to sign in ✓';
  const signing = asks.signMessage({ account, message });
  await decideNewest();
  expect(await reads.verifyMessage({ address: account, message, signature: await signing })).toBe(true);
  const typed = {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '1', chainId: 31_337, verifyingContract: token },
    message: { owner: account, spender: vault, value: 5_000_000n, nonce: 0n, deadline: 4_000_000_000n },
  } as const;
  const permitting = asks.signTypedData({ account, ...typed });
  await decideNewest();
  expect(await reads.verifyTypedData({ address: account, ...typed, signature: await permitting })).toBe(true);
  const refused = asks.signMessage({ account, message: 'Never' }).catch((error: { code: number }) => error.code);
  await decideNewest('refuse');
  expect(await refused).toBe(4001);
  // By no rule: what no standard knows, and what is of another network.
  const strange = {
    ...typed,
    types: { Login: [{ name: 'statement', type: 'string' }] },
    primaryType: 'Login',
    message: { statement: 'Hello' },
  } as const;
  await expect(asks.signTypedData({ account, ...strange })).rejects.toThrow();
  const elsewhere = { ...typed, domain: { ...typed.domain, chainId: 1 } };
  await expect(asks.signTypedData({ account, ...elsewhere })).rejects.toThrow('this wallet is on chain 31337');
  // What was signed a moment ago may still be told as waiting.
  await expect.poll(() => all.waiting()).toBe(0);
}, 60_000);

it('what members refuse is told as that, and a call that would fail is asked of nobody', async () => {
  const refused = call(wallet.url, sending({ to: payee, value: '0x2386f26fc10000' }));
  await decideNewest('refuse');
  expect((await refused).said).toMatchObject({ id: 7, error: { code: 4001 } });
  const data = encodeFunctionData({ abi, functionName: 'deposit', args: [900_000_000n] });
  expect((await call(wallet.url, sending({ to: vault, data }))).said).toMatchObject({
    id: 7,
    error: { code: -32_000 },
  });
  expect(await all.waiting()).toBe(0);
});

it('whoever gave up waiting and asks for the very same again is told of what is there, and pays once', async () => {
  const transaction = sending({ to: payee, value: '0x470de4df820000' });
  const body = JSON.stringify(transaction);
  const gone = new AbortController();
  const left = fetch(wallet.url, { method: 'POST', body, signal: gone.signal }).catch((error: Error) => error.name);
  await until('its request', async () => {
    const { list } = await fixture.api.transaction.list({ status: 1000 });
    const [one] = list;
    return one && (await fixture.api.transaction.detail({ id: one.id, type: 2 })).decisions.length > 0;
  });
  gone.abort();
  expect(await left).toBe('AbortError');
  // A library that asks again waits as long; the end of the first connection comes by another way than the second.
  await sleep(100);
  const again = call(wallet.url, transaction);
  await decideNewest();
  expect((await again).said).toMatchObject({ id: 7, result: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  const { list } = await fixture.api.transaction.list({ page_size: 50 });
  expect(list.filter(({ amount }) => amount === '0.02')).toHaveLength(1);
});

it('nobody is answered but who knows its address, on this machine, and pages that it was opened for', async () => {
  const ask = { jsonrpc: '2.0', id: 1, method: 'eth_accounts', params: [] };
  const { origin } = new URL(wallet.url);
  expect((await call(origin, ask)).status).toBe(403);
  expect((await call(`${origin}/${'0'.repeat(32)}`, ask)).status).toBe(403);
  expect((await call(wallet.url, ask, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await call(wallet.url, ask, { origin: 'https://app.example.org' })).status).toBe(200);
  const batch = [ask, { ...ask, id: 2, method: 'eth_chainId' }, { id: 3 }, null];
  expect((await call(wallet.url, batch)).said).toMatchObject([
    { id: 1 },
    { id: 2, result: '0x7a69' },
    { error: { code: -32_600 } },
    { error: { code: -32_600 } },
  ]);
  expect((await call(wallet.url, [])).said).toMatchObject({ error: { code: -32_600 } });
  // As a page whose name was made to lead here would ask.
  const { port, pathname } = new URL(wallet.url);
  const named = (host: string) =>
    new Promise((done, fail) => {
      const sent = request({ port, path: pathname, method: 'POST', headers: { host } }, (answer) =>
        done(answer.statusCode),
      );
      sent.once('error', fail).end(JSON.stringify(ask));
    });
  expect([await named(`localhost:${port}`), await named(`rebound.example:${port}`), await named('localhost')]).toEqual([
    200, 403, 403,
  ]);
  const preflight = (origin: string) => fetch(wallet.url, { method: 'OPTIONS', headers: { origin } });
  const allowed = await preflight('https://app.example.org');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://app.example.org',
  ]);
  const strange = await preflight('https://evil.example');
  expect([strange.status, strange.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});
