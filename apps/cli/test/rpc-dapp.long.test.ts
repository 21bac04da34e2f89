import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeHash, type SeniorRule, unconditional } from '@holdfast/policy';
import { freePort } from '@holdfast/testkit';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RpcInstallation, rpc, startRpcInstallation } from './rpc-installation.ts';

/**
 * The application that MetaMask tests wallets with, as its authors publish it, at the wallet's address on this machine: what it asks for becomes an order that members
 * decide on, and what it asks for to rob whoever signs is refused.
 */
const require = createRequire(import.meta.url);
const folder = path.dirname(require.resolve('@metamask/test-dapp/package.json'));
const constants = JSON.parse(readFileSync(path.join(folder, 'dist/constants.json'), 'utf8')) as {
  readonly piggybankBytecode: string;
};
const chain = 'evm:31337';
const mailbox = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC';

const asking = (id: string, when: Partial<SeniorRule['when']>): SeniorRule => ({
  ...{ id, name: id, enabled: 'on', type: 'web3', action: 'flow', signProtection: 'off' },
  nodes: [{ name: 'Release', kind: 'sign', approvers: ['owner-1'], threshold: '1' }],
  when: { ...unconditional, ...when },
});
const code = constants.piggybankBytecode.replace(/^0x/, '');
const rules = [
  asking('texts', { messages: [{ chain, contract: '', types: [] }] }),
  asking('mails', { messages: [{ chain, contract: mailbox, types: ['Mail'] }] }),
  asking('piggybanks', { deploys: [{ chain, code: codeHash(code), inputs: '()' }] }),
];

let all: RpcInstallation;
let server: Server;
let browser: Browser;
let page: Page;

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
async function serveDapp(): Promise<string> {
  const port = await freePort();
  server = createServer((request, answer) => {
    const name = path.basename(request.url === '/' ? 'index.html' : new URL(request.url ?? '', 'http://x').pathname);
    readFile(path.join(folder, 'dist', name)).then(
      (file) => answer.setHeader('content-type', types[path.extname(name)] ?? 'image/svg+xml').end(file),
      () => answer.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return `http://127.0.0.1:${port}`;
}

/** A page as far as it is used here: tests know no DOM. */
interface PageGlobal {
  refused: string[];
  addEventListener(type: string, then: () => void): void;
  dispatchEvent(event: Event): boolean;
}

/** What a wallet puts into pages (EIP-1193, EIP-6963), over the address and nothing else. What was refused stays there to be looked at. */
function injectWallet(url: string): void {
  const page = globalThis as unknown as PageGlobal;
  page.refused = [];
  const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { code: number; message: string } };
    if (error === undefined) return result;
    page.refused.push(method);
    throw Object.assign(new Error(error.message), error);
  };
  const nothing = () => undefined;
  const events = { on: nothing, once: nothing, removeListener: nothing, removeAllListeners: nothing };
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Holdfast',
    icon: 'data:,',
    rdns: 'holdfast.test',
  };
  // Its buttons stay off for any wallet that does not say so of itself.
  const detail = Object.freeze({ info, provider: { isMetaMask: true, request, ...events } });
  page.addEventListener('eip6963:requestProvider', () =>
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  );
}

beforeAll(async () => {
  const origin = await serveDapp();
  all = await startRpcInstallation(rules, [origin]);
  const executablePath = process.env.HOLDFAST_CHROMIUM ?? '/usr/bin/chromium';
  // It would ask services of its authors for lists and names; here it has its wallet alone.
  const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', alone] });
  page = await browser.newPage();
  await page.addInitScript(injectWallet, all.wallet.url);
  await page.goto(origin);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
  await all?.close();
});

/** Buttons lie under headings that are folded. */
async function press(id: string): Promise<void> {
  const button = page.locator(`#${id}`);
  await expect.poll(() => button.isEnabled(), { message: id }).toBe(true);
  await button.dispatchEvent('click');
}
async function says(id: string, text: RegExp): Promise<void> {
  await expect.poll(() => page.locator(`#${id}`).textContent(), { message: id, timeout: 60_000 }).toMatch(text);
}
const refusals = (): Promise<number> => page.evaluate(() => (globalThis as unknown as PageGlobal).refused.length);

describe('MetaMask’s test application', () => {
  it('connects to the account, and has its text signed once members have agreed', async () => {
    await says('accounts', new RegExp(`^${all.account}$`, 'i'));
    await press('personalSign');
    await all.meanwhile(says('personalSignResult', /^0x[0-9a-f]{130}$/));
    await press('personalSignVerify');
    await says('personalSignVerifyECRecoverResult', new RegExp(`^${all.account}$`));
  }, 120_000);

  it('has its typed data signed by a rule that names it, and recovers the account', async () => {
    await press('signTypedDataV4');
    await all.meanwhile(says('signTypedDataV4Result', /^0x[0-9a-f]{130}$/));
    await press('signTypedDataV4Verify');
    await says('signTypedDataV4VerifyResult', new RegExp(`^${all.account}$`, 'i'));
  }, 120_000);

  it('deploys its contract, puts coins in and takes some out', async () => {
    await press('deployButton');
    await all.meanwhile(says('contractStatus', /^Deployed$/));
    await all.settled();
    const { list } = await all.fixture.api.transaction.list({ page_size: 1 });
    const { evidence } = await all.fixture.api.transaction.detail({ id: list[0]?.id ?? 0, type: 2 });
    const held = async (): Promise<bigint> =>
      BigInt(await rpc<string>(all.devnet.evm.url, 'eth_getBalance', evidence.created_contract, 'latest'));
    await press('depositButton');
    await all.meanwhile(says('contractStatus', /^Deposit completed$/));
    await all.settled();
    expect(await held()).toBe(4n * 10n ** 18n);
    await press('withdrawButton');
    await all.meanwhile(says('contractStatus', /^Withdrawn$/));
    expect(await held()).toBe(3n * 10n ** 18n);
    await all.settled();
  }, 240_000);

  it.each([
    'maliciousPermit',
    'maliciousTradeOrder',
    'maliciousSeaport',
    'maliciousSetApprovalForAll',
    'signPermit',
    'ethSign',
    'signTypedData',
    'signTypedDataV3',
  ])('%s is refused, and nobody is asked', async (button) => {
    const before = await refusals();
    await press(button);
    await expect.poll(refusals).toBe(before + 1);
    expect((await all.fixture.api.transaction.list({ status: 1000 })).total).toBe(0);
  });
});
