import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { bytecode } from '@holdfast/devnet/contracts';
import { codeHash, type SeniorRule, unconditional } from '@holdfast/policy';
import { freePort } from '@holdfast/testkit';
import { chromium } from '@playwright/test';
import { BrowserProvider, ContractFactory, type Eip1193Provider } from 'ethers';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { castProgram, castSend } from './cast.ts';
import { type RpcInstallation, rpc, startRpcInstallation, token } from './rpc-installation.ts';

/** Tools that know nothing of Holdfast, as people use them, at the wallet's address on this machine: `cast`, Hardhat, and ethers in a page of a browser. */
const require = createRequire(import.meta.url);
const payee = '0x00000000000000000000000000000000000000B2';
const code = bytecode('DevVault').slice(2);
/** Members agree to vaults, whatever token they are of; a member releases each. */
const deploying: SeniorRule = {
  ...{ id: 'd1', name: 'Vaults', enabled: 'on', type: 'web3', action: 'flow', signProtection: 'off' },
  nodes: [{ name: 'Release', kind: 'sign', approvers: ['owner-1'], threshold: '1' }],
  when: { ...unconditional, deploys: [{ chain: 'evm:31337', code: codeHash(code), inputs: '(address token)' }] },
};

let all: RpcInstallation;
let page: Server;
let origin: string;

/** A page with ethers and nothing else. */
async function servePage(): Promise<void> {
  const script = path.join(path.dirname(require.resolve('ethers')), '../dist/ethers.umd.min.js');
  const source = await readFile(script);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  page = createServer((request, answer) => {
    const isScript = request.url === '/ethers.js';
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    answer.end(isScript ? source : '<!doctype html><script src="/ethers.js"></script>');
  });
  await new Promise<void>((done) => page.listen(port, '127.0.0.1', done));
}

beforeAll(async () => {
  await servePage();
  all = await startRpcInstallation([deploying], [origin]);
}, 180_000);
afterAll(async () => {
  page?.close();
  await all?.close();
});

const balanceOf = async (address: string): Promise<bigint> =>
  BigInt(await rpc<string>(all.devnet.evm.url, 'eth_getBalance', address, 'latest'));

async function cast(...args: string[]): Promise<{ status: string; transactionHash: string }> {
  const env = { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1' };
  const sending = [...castSend(all.account, all.wallet.url), ...args];
  const run = promisify(execFile)(castProgram(), sending, { timeout: 150_000, env });
  const { stdout } = await run;
  return JSON.parse(stdout);
}

it('`cast send --unlocked` pays, and calls a contract, once members have agreed', async () => {
  const before = await balanceOf(payee);
  const paid = await all.meanwhile(cast(payee, '--value', '0.125ether'));
  expect(paid.status).toBe('0x1');
  expect((await balanceOf(payee)) - before).toBe(125_000_000_000_000_000n);
  await all.settled();
  const allowed = await all.meanwhile(cast(token, 'approve(address,uint256)', all.vault, '20000000'));
  expect(allowed.status).toBe('0x1');
  await all.settled();
  const called = await all.meanwhile(cast(all.vault, 'deposit(uint256)', '20000000'));
  expect(called.status).toBe('0x1');
  await all.settled();
  const data = `0x70a08231${all.vault.slice(2).toLowerCase().padStart(64, '0')}`;
  expect(BigInt(await rpc<string>(all.devnet.evm.url, 'eth_call', { to: token, data }, 'latest'))).toBe(20_000_000n);
}, 240_000);

it('Hardhat deploys a contract that members know by its bytecode, and no other', async () => {
  const hardhat = await createHardhatRuntimeEnvironment({
    networks: { holdfast: { type: 'http', url: all.wallet.url, chainId: 31_337, accounts: 'remote', timeout: 90_000 } },
  });
  const { provider } = await hardhat.network.connect('holdfast');
  const signer = await new BrowserProvider(provider as unknown as Eip1193Provider).getSigner();
  expect(await signer.getAddress()).toBe(all.account);
  const abi = ['constructor(address token)', 'function token() view returns (address)'];
  const factory = new ContractFactory(abi, `0x${code}`, signer);
  const vault = await all.meanwhile(factory.deploy(token).then((made) => made.waitForDeployment()));
  expect(await vault.getFunction('token')()).toBe(token);
  await all.settled();
  const { list } = await all.fixture.api.transaction.list({ page_size: 1 });
  const { evidence, stake } = await all.fixture.api.transaction.detail({ id: list[0]?.id ?? 0, type: 2 });
  expect([stake?.kind, evidence.created_contract]).toEqual(['deploy', await vault.getAddress()]);
  const other = new ContractFactory(abi, `0x${code.slice(0, -2)}fe`, signer);
  await expect(other.deploy(token)).rejects.toThrow();
  expect((await all.fixture.api.transaction.list({ status: 1000 })).total).toBe(0);
}, 240_000);

it('a page with ethers pays from the browser, once members have agreed', async () => {
  const executablePath = process.env.HOLDFAST_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const tab = await browser.newPage();
    await tab.goto(origin);
    const sending = tab.evaluate(
      async ([url, to]) => {
        const { ethers } = globalThis as unknown as { ethers: typeof import('ethers') };
        const provider = new ethers.JsonRpcProvider(url);
        const signer = await provider.getSigner();
        const sent = await signer.sendTransaction({ to: to ?? '', value: ethers.parseEther('0.0625') });
        return [await signer.getAddress(), (await sent.wait())?.status, sent.hash] as const;
      },
      [all.wallet.url, payee],
    );
    const before = await balanceOf(payee);
    const [from, status, hash] = await all.meanwhile(sending);
    expect([from, status]).toEqual([all.account, 1]);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect((await balanceOf(payee)) - before).toBe(62_500_000_000_000_000n);
  } finally {
    await browser.close();
  }
}, 240_000);
