import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { devPoolRouter } from '@holdfast/devnet/pools';
import { expect, type Page, test } from '@playwright/test';
import { castProgram, castSend } from '../apps/cli/test/cast.ts';
import { mine, tokenOf } from './support/chain.ts';
import { talkingHoldfast } from './support/cli.ts';
import { available, confirmIfAsked, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';

/** A contract is called from `cast` in a shell, then from the form in the browser; a person approves both there, and the chain has them. */
const sandbox = sandboxOfFile();
const chain = 'evm:31337';
const list = '/mpc/center/api';
const { wrapped } = devPoolRouter;
let folder: string;
let endpoint: ChildProcess | undefined;
const keyFile = (): string => path.join(folder, 'applications.key.json');

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-cast-'));
});
test.afterAll(() => {
  endpoint?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** The API client in whose name applications ask. @returns its id */
async function admitApplications(page: Page, owner: Owner): Promise<string> {
  const { printed } = talkingHoldfast('device-key', 'new', keyFile(), '--plain');
  await page.goto(list);
  await page.getByRole('link', { name: 'Add API client' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Applications');
  await page.getByLabel('Public key').fill(printed);
  await page.getByLabel('Calls from').fill('127.0.0.0/8');
  await page.getByRole('button', { name: 'Propose' }).click();
  await confirmIfAsked(page.locator('main'), page.getByText('“Applications” is proposed'), owner);
  await page.goto((await page.getByTestId('approval-link').first().getAttribute('href')) ?? '');
  await decide(page);
  await page.goto(list);
  const row = page.getByRole('row', { name: /Applications/ });
  await expect(row).toContainText('On', { timeout: 30_000 });
  await row.getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'API client' });
  await expect(drawer).toContainText(/p-[0-9a-f]{16}/);
  return /p-[0-9a-f]{16}/.exec((await drawer.textContent()) ?? '')?.[0] ?? '';
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const at = probe.address();
      probe.close(() => done(typeof at === 'object' && at ? at.port : 0));
    });
  });
}

/** `holdfast rpc`, as somebody starts it. @returns the account and the address that it printed */
async function openEndpoint(app: string): Promise<readonly [account: string, url: string]> {
  const asker = ['--server', sandbox.console, '--signer', sandbox.signers[0], '--app', app, '--key', keyFile()];
  const place = ['--wallet', '1', '--chain', chain, '--node', sandbox.rpc.evm, '--port', String(await freePort())];
  const program = path.resolve(import.meta.dirname, '../scripts/holdfast.mjs');
  const child = spawn(process.execPath, [program, 'rpc', ...asker, ...place], { stdio: ['ignore', 'pipe', 'pipe'] });
  endpoint = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const found = (pattern: RegExp): string => pattern.exec(output)?.[0] ?? '';
  await expect.poll(() => found(/http:\/\/127\.0\.0\.1:\d+\/\w+/), { message: 'the endpoint' }).not.toBe('');
  return [found(/0x[0-9a-fA-F]{40}/), found(/http:\/\/127\.0\.0\.1:\d+\/\w+/)];
}

/** The same contract called from the form on the wallet page: seen as what it would do before anybody is asked, events included. */
async function callFromForm(page: Page, owner: Owner): Promise<void> {
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await page.getByRole('button', { name: 'Call a contract' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Call a contract' });
  await drawer.getByLabel('Address of the contract').fill(wrapped);
  await drawer.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'withdraw(uint256 amount)' }).click();
  await drawer.getByLabel('amount', { exact: true }).fill('100000000000000000');
  await drawer.getByRole('button', { name: 'See what it would do' }).click();
  const told = drawer.getByTestId('call-simulated');
  await expect(told).toContainText('Comes now');
  await expect(told).toContainText('0.1 ETH');
  await told.getByText(/events? that contracts would write down/).click();
  await expect(told.getByText(`${wrapped} tells of Withdrawal`)).toBeVisible();
  await look(page, 'call-look');
  await drawer.getByRole('button', { name: 'Ask for the call' }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('withdraw');
  await decide(page);
}

test('a contract is called from cast and then from the form, approved in the browser, and made on the chain', async ({
  browser,
}) => {
  test.setTimeout(500_000);
  const { context, page, owner } = await openOwner(browser, sandbox, { look: true });
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: 60_000 });
  const [account, url] = await openEndpoint(await admitApplications(page, owner));

  const sending = [...castSend(account, url), wrapped, 'deposit()', '--value', '0.25ether'];
  const cast = promisify(execFile)(castProgram(), sending, { timeout: 150_000 });
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  cast.then(over, over);

  const request = page.getByTestId('approval-link').last();
  await expect(async () => {
    await page.goto(`${sandbox.console}/mpc/center/todo`);
    await expect(request).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  // Nothing is made before somebody approves it.
  expect([isOver, await tokenOf(sandbox.rpc.evm, wrapped, account)]).toEqual([false, 0n]);
  await page.goto((await request.getAttribute('href')) ?? '');
  await expect(page.locator('main')).toContainText('deposit');
  await expect(page.locator('main')).toContainText('0.25');
  await expect(page.locator('main')).toContainText('Applications');
  await decide(page);

  await expect(async () => {
    await mine(sandbox.faucet, chain);
    expect(isOver).toBe(true);
  }).toPass({ timeout: 90_000 });
  const { status, to } = JSON.parse((await cast).stdout) as { status: string; to: string };
  expect([status, to.toLowerCase()]).toEqual(['0x1', wrapped.toLowerCase()]);
  expect(await tokenOf(sandbox.rpc.evm, wrapped, account)).toBe(250_000_000_000_000_000n);

  await callFromForm(page, owner);
  await expect(async () => {
    await mine(sandbox.faucet, chain);
    expect(await tokenOf(sandbox.rpc.evm, wrapped, account)).toBe(150_000_000_000_000_000n);
  }).toPass({ timeout: 90_000 });
  await context.close();
});
