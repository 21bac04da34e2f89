import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transactionType } from '@holdfast/contract';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { bytecode, devToken } from '@holdfast/devnet/contracts';
import type { SeniorRule } from '@holdfast/policy';
import { readKeyFile } from '@holdfast/review/keyfile';
import { startTestServer, type TestServer } from '@holdfast/server/test/index.ts';
import { type SetUp, setUp } from '@holdfast/server/test/set-up.ts';
import { decideAt, freePort, outcomeOf } from '@holdfast/testkit';
import { run } from '../src/main.ts';
import { type Opened, openRpc, type RpcOptions } from '../src/rpc/rpc.ts';
import type { Terminal } from '../src/terminal.ts';

/** A whole installation with a wallet that applications connect to: server, signers, a local chain, and `holdfast rpc`. */

const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const token = devToken.contract as `0x${string}`;
const terminal = {
  print: () => undefined,
  note: () => undefined,
  ask: async () => undefined,
  piped: async () => undefined,
  bold: (text: string) => text,
};

export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  for (let round = 0; round < 600; round++) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(50);
  }
  throw new Error(`waited in vain for ${what}`);
}
export async function call(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, said: response.status === 200 ? await response.json() : undefined };
}
export const rpc = async <T>(url: string, method: string, ...params: unknown[]): Promise<T> =>
  ((await call(url, { jsonrpc: '2.0', id: 1, method, params })).said as { result: T }).result;

export interface RpcInstallation {
  readonly devnet: Devnet<'evm'>;
  readonly server: TestServer;
  readonly fixture: SetUp;
  readonly wallet: Opened;
  readonly vault: `0x${string}`;
  readonly account: `0x${string}`;
  /** Three blocks. */
  mine(): Promise<unknown>;
  /** What the members do meanwhile: the newest request, once it waits for them. */
  decideNewest(decision?: 'approve' | 'refuse'): Promise<void>;
  /** Members decide, and blocks come, until the work that waits for both is done. */
  meanwhile<T>(work: Promise<T>): Promise<T>;
  /** How many requests wait for members. */
  waiting(): Promise<number>;
  /** What of this wallet's is under way has ended in the books. */
  settled(): Promise<unknown>;
  close(): Promise<void>;
}
type Made = Pick<RpcInstallation, 'devnet' | 'fixture'>;

const mineAt = ({ devnet }: Pick<Made, 'devnet'>) => rpc(devnet.evm.url, 'anvil_mine', '0x3');

async function deployVault(made: Made): Promise<`0x${string}`> {
  const { url } = made.devnet.evm;
  const data = `${bytecode('DevVault')}${token.slice(2).toLowerCase().padStart(64, '0')}`;
  const hash = await rpc<string>(url, 'eth_sendTransaction', { from: somebody, data, gas: '0x200000' });
  await mineAt(made);
  const receipt = await rpc<{ contractAddress: `0x${string}` }>(url, 'eth_getTransactionReceipt', hash);
  return receipt.contractAddress;
}

async function fund(made: Made, symbol: string, amount: string): Promise<void> {
  const { api, subWalletId } = made.fixture;
  const place = { sub_wallet_id: subWalletId, symbol };
  await api.sandbox.fund({ ...place, amount });
  await mineAt(made);
  await until('coins', async () => (await api.withdraw.symbolBalance(place)).normal_balance === amount);
}

/** Members agree on what the vault's method is. */
async function agree({ fixture }: Made, vault: string): Promise<void> {
  const at = { chains: ['evm:31337'], memo: '', symbols: [], label: 'Vault' };
  const { list } = await fixture.api.addressBook.check({ items: [{ ...at, address: vault }] });
  const item = { ...at, address: list[0]?.address ?? '', methods: ['deposit(uint256 amount)'] };
  const made = await fixture.api.addressBook.add({ items: [item] });
  await decideAt(made.approval_url, fixture.owner);
  if ((await outcomeOf(fixture.api, made)) !== 1) throw new Error('the entry was not agreed on');
  await until('the entry', async () => (await fixture.api.addressBook.list({})).list.length === 1);
}

async function addRobot({ fixture }: Made, dir: string): Promise<string> {
  const file = path.join(dir, 'robot.key');
  if ((await run(['device-key', 'new', file, '--plain'], terminal)) !== 0) throw new Error('no key');
  const { credential } = readKeyFile(readFileSync(file, 'utf8'));
  const made = await fixture.api.apiClient.save({
    name: 'Applications',
    public_key: credential.publicKey,
    ip_list: ['127.0.0.1'],
  });
  const { proposal } = made;
  if (!proposal) throw new Error('no proposal');
  await decideAt(proposal.approval_url, fixture.owner);
  if ((await outcomeOf(fixture.api, proposal)) !== 1) throw new Error('the API client was not agreed on');
  return made.app_id;
}

/** Requests that wait for members, newest first. Deposits that no block has confirmed yet have the same status. */
async function waiting({ fixture }: Pick<Made, 'fixture'>) {
  const { list } = await fixture.api.transaction.list({ status: 1000 });
  return list.filter(({ type }) => type !== transactionType.deposit);
}
async function decideNewest(made: Made, decision: 'approve' | 'refuse' = 'approve'): Promise<void> {
  const { fixture } = made;
  const { id } = await until('a request', async () => (await waiting(made))[0]);
  const { evidence } = await fixture.api.transaction.detail({ id, type: 2 });
  await until('the decision', () =>
    fixture.approve(evidence.intent_id, decision).then(
      () => true,
      () => false,
    ),
  );
}

async function meanwhile<T>(made: Made, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  await Promise.race([decideNewest(made), work]);
  await until('its end', async () => {
    if (!isOver) await mineAt(made);
    return isOver;
  });
  return work;
}
const settled = (made: Made) =>
  until('its end in the books', async () => {
    await mineAt(made);
    const { total } = await made.fixture.api.transaction.list({ status: 1200 });
    return total === 0;
  });

/** Whoever starts it closes it. @param origins of pages that may call the wallet @param more of how it is started @param person at its terminal; nobody where left out */
export async function startRpcInstallation(
  senior: SeniorRule[],
  origins: readonly string[],
  more: Partial<RpcOptions> = {},
  person: Partial<Terminal> = {},
): Promise<RpcInstallation> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-rpc-'));
  const devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = { port, host: '127.0.0.1', origin, sandbox: { faucetUrl: devnet.faucet.url } };
  const server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  const fixture = await setUp(server.place, { book: { mode: 'off', coolingHours: '0' }, senior });
  const made = { devnet, fixture };
  await server.keepConfirmed();
  await fund(made, 'ETH', '10');
  await fund(made, 'USDC', '500');
  const vault = await deployVault(made);
  await agree(made, vault);
  const wallet = await openRpc(
    { ...terminal, ...person },
    {
      server: server.url,
      signer: fixture.document.signers[0]?.origin ?? '',
      app: await addRobot(made, dir),
      key: path.join(dir, 'robot.key'),
      wallet: String(fixture.subWalletId),
      chain: 'evm:31337',
      node: devnet.evm.url,
      port: String(await freePort()),
      maxFee: '0.05',
      wait: '60',
      origins,
      ...more,
    },
  );
  const [account] = await rpc<[`0x${string}`]>(wallet.url, 'eth_accounts');
  return {
    ...{ devnet, server, fixture, wallet, vault, account },
    mine: () => mineAt(made),
    decideNewest: (decision) => decideNewest(made, decision),
    meanwhile: (work) => meanwhile(made, work),
    waiting: async () => (await waiting(made)).length,
    settled: () => settled(made),
    close: async () => {
      wallet.server.closeAllConnections();
      wallet.server.close();
      await server.close();
      await devnet.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
