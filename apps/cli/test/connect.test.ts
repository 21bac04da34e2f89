import { spawnSync } from 'node:child_process';
import { type SeniorRule, unconditional } from '@holdfast/policy';
import { SignClient } from '@walletconnect/sign-client';
import { parseEther, verifyMessage } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connector, lackingFor, shownOf } from '../src/rpc/connect.ts';
import { type Relay, startRelay } from './relay.ts';
import { type RpcInstallation, rpc, startRpcInstallation, until } from './rpc-installation.ts';

/** An application that has WalletConnect's own client reaches the wallet over a relay; real signers, a local chain, and a relay of our own on this machine. */

let relay: Relay;
let all: RpcInstallation;
let connector: Connector;
let application: InstanceType<typeof SignClient>;
const printed: string[] = [];
/** What the person at the terminal says next. */
let says: string | undefined = 'yes';
const chain = 'eip155:31337';
const payee = '0x00000000000000000000000000000000000000A1';
const signing: SeniorRule = {
  ...{ id: 'm1', name: 'Messages', enabled: 'on', type: 'web3', action: 'flow', signProtection: 'off' },
  nodes: [{ name: 'Release', kind: 'sign', approvers: ['owner-1'], threshold: '1' }],
  when: { ...unconditional, messages: [{ chain: 'evm:31337', contract: '', types: [] }] },
};

beforeAll(async () => {
  // Application and wallet are two: in one process their packages would share one half.
  process.env.DISABLE_GLOBAL_CORE = 'true';
  relay = await startRelay();
  const terminal = { print: (line: string) => void printed.push(line), ask: async () => says };
  all = await startRpcInstallation([signing], [], { walletConnect: 'a-project', relay: relay.url }, terminal);
  if (!all.wallet.connector) throw new Error('a connector');
  connector = all.wallet.connector;
  application = await SignClient.init({
    ...{ projectId: 'a-project', relayUrl: relay.url, logger: 'silent', telemetryEnabled: false },
    metadata: { name: 'A shop', description: '', url: 'https://shop.example', icons: [] },
  });
}, 120_000);
afterAll(async () => {
  await connector?.close();
  await application?.core.relayer.transportClose();
  await all?.close();
  await relay?.stop();
});

const wish = (chains: readonly string[], methods = ['eth_sendTransaction', 'personal_sign']) => ({
  eip155: { chains: [...chains], methods, events: [] },
});
/** The application asks to be connected, and its link is pasted at the wallet. */
async function connected(namespaces: ReturnType<typeof wish>) {
  const { uri = '', approval } = await application.connect({ optionalNamespaces: namespaces });
  const session = approval().then(
    (one) => one,
    () => undefined,
  );
  return { isConnected: await connector.pair(uri), session: await session };
}
const ask = (topic: string, method: string, params: unknown[], chainId = chain) =>
  application.request<string>({ topic, chainId, request: { method, params } });
const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 0,
    (error: { code?: number }) => error.code,
  );

it('an application is connected once a person has read who says that it is, and asks as at the address', async () => {
  says = 'no';
  expect((await connected(wish([chain]))).isConnected).toBe(false);
  expect(printed.join('\n')).toContain('A shop (https://shop.example) wants to connect. Nobody has verified');
  expect(printed.join('\n')).toContain('asks for: eth_sendTransaction, personal_sign');
  says = 'yes';
  expect((await connected(wish(['eip155:1']))).isConnected).toBe(false);

  const { isConnected, session } = await connected(wish([chain]));
  expect(isConnected).toBe(true);
  expect(session?.namespaces.eip155?.accounts).toEqual([`${chain}:${all.account}`]);
  expect(connector.sessions().map(({ name }) => name)).toEqual(['A shop']);
  const topic = session?.topic ?? '';

  const paying = ask(topic, 'eth_sendTransaction', [
    { from: all.account, to: payee, value: `0x${parseEther('0.25').toString(16)}` },
  ]);
  await all.decideNewest();
  const hash = await paying;
  await all.mine();
  expect(await rpc(all.wallet.url, 'eth_getBalance', payee, 'latest')).toBe(`0x${parseEther('0.25').toString(16)}`);
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);

  const message = 'shop.example wants you to sign in';
  const signed = ask(topic, 'personal_sign', [`0x${Buffer.from(message).toString('hex')}`, all.account]);
  await all.decideNewest();
  expect(await verifyMessage({ address: all.account, message, signature: (await signed) as `0x${string}` })).toBe(true);
}, 120_000);

it('what members refuse is refused, and what stands in no list is answered by nobody', async () => {
  const { session } = await connected(wish([chain], ['eth_sendTransaction', 'eth_sign']));
  const topic = session?.topic ?? '';
  const refusing = codeOf(
    ask(topic, 'eth_sendTransaction', [{ from: all.account, to: payee, value: '0x16345785d8a0000' }]),
  );
  await all.decideNewest('refuse');
  expect(await refusing).toBe(4001);
  // Another account than its own.
  expect(await codeOf(ask(topic, 'eth_sendTransaction', [{ from: payee, to: payee, value: '0x1' }]))).toBe(4100);
  expect(await codeOf(ask(topic, 'eth_sign', [all.account, '0x00']))).not.toBe(0);
}, 60_000);

it('an application of an earlier link is not shown to who waits for another one', async () => {
  const { uri = '' } = await application.connect({ optionalNamespaces: wish([chain]) });
  expect(await connector.pair(uri)).toBe(true);
  await connector.end(connector.sessions().at(-1)?.topic ?? '');
  const shown = printed.length;
  const connected = connector.sessions().length;
  // Nobody proposes by this link. That somebody waits for it ends with the test.
  const key = 'ab'.repeat(32);
  connector.pair(`wc:${'cd'.repeat(32)}@2?relay-protocol=irn&symKey=${key}`).catch(() => undefined);
  const { approval } = await application.connect({
    pairingTopic: uri.slice(3, 67),
    optionalNamespaces: wish([chain]),
  });
  await expect(approval()).rejects.toMatchObject({ code: 5000 });
  expect([printed.length, connector.sessions().length]).toEqual([shown, connected]);
}, 60_000);

it('says what is lacking, and how it is added, where the package is not there', () => {
  const absent = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name === '@reown/walletkit') throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    } });
    const { openConnector } = await import('${new URL('../src/rpc/connect.ts', import.meta.url)}');
    await openConnector({ project: 'a' }).catch((error) => console.log(error.message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', absent], { encoding: 'utf8' });
  expect(stdout).toMatch(/^WalletConnect is not installed here\..* npm install --no-save @reown\/walletkit@[\d.]+ /);
});

it('shows what an application says of itself without what cannot be seen, and names what this wallet has not', () => {
  const proposal = (required: object, name = 'A shop') =>
    ({
      proposer: { publicKey: '', metadata: { name, description: '', url: 'https://shop.example', icons: [] } },
      requiredNamespaces: required,
      optionalNamespaces: wish([chain]),
    }) as unknown as Parameters<typeof lackingFor>[0];
  expect(lackingFor(proposal({}), chain)).toBe('');
  expect(lackingFor(proposal(wish(['eip155:1'])), chain)).toBe('eip155:1');
  expect(lackingFor(proposal(wish([chain], ['eth_sign'])), chain)).toBe('eth_sign');
  expect(lackingFor(proposal({ 'solana:main': { methods: [], events: [] } }), chain)).toBe('solana:main');
  const [first] = shownOf(proposal({}, 'Safe\u202e\nshop'), chain);
  expect(first).not.toMatch(/\u202e|\n/);
});

it('a session ends where it is ended, and asks for nothing behind that', async () => {
  const before = connector.sessions();
  const [first] = before;
  await connector.end(first?.topic ?? '');
  expect(connector.sessions()).toHaveLength(before.length - 1);
  await until('its end there', async () => !application.session.getAll().some(({ topic }) => topic === first?.topic));
  const [left] = connector.sessions();
  await application.disconnect({ topic: left?.topic ?? '', reason: { code: 6000, message: 'bye' } });
  await until('its end here', async () => connector.sessions().length === 0);
  await expect(connector.pair('https://shop.example')).rejects.toThrow('no link of WalletConnect');
});
