import { readFile, writeFile } from 'node:fs/promises';
import { bytecode, devToken } from '@holdfast/devnet/contracts';
import { codeHash, type RulesFile, type SeniorRule, unconditional } from '@holdfast/policy';
import { expect, type Page, test } from '@playwright/test';
import { available, confirmIfAsked, decide, type Owner, takeTestCoins } from './support/console.ts';
import { openOwner, sandboxOfFile } from './support/installation.ts';
import { look } from './support/look.ts';
import { sign, stepUp } from './support/team.ts';

/** A contract is composed from what a compiler wrote, approved by the hash of its bytecode, and lies where its order says. */
const sandbox = sandboxOfFile();
const engine = '/mpc/center/strategyEngine';
const code = bytecode('DevVault');
const vaults: SeniorRule = {
  ...{ id: 'vaults', name: 'Vaults are deployed', enabled: 'on', type: 'web3', action: 'pass', signProtection: 'on' },
  nodes: [],
  when: {
    ...unconditional,
    deploys: [{ chain: 'evm:31337', code: codeHash(code.slice(2)), inputs: '(address token)' }],
  },
};
/** As Hardhat writes it. */
const artifact = JSON.stringify({
  abi: [{ type: 'constructor', inputs: [{ name: 'token', type: 'address', internalType: 'contract Token' }] }],
  bytecode: code,
});

/** A rule that names the bytecode, by a file. */
async function bring(page: Page, owner: Owner, path: string): Promise<void> {
  await page.goto(engine);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  await download.saveAs(path);
  const file = JSON.parse(await readFile(path, 'utf8')) as RulesFile;
  await writeFile(path, JSON.stringify({ ...file, senior: [vaults] }));
  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = page.getByRole('dialog', { name: 'Rules' });
  await drawer.getByLabel('Choose a rules file').setInputFiles(path);
  await expect(drawer.getByTestId('import-changes')).toContainText('deploying the bytecode');
  await drawer.getByRole('button', { name: 'Propose these rules' }).click();
  await stepUp(page, owner, drawer.getByText('The rules of the file are proposed'));
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page);
  await expect(async () => {
    await page.goto(engine);
    await expect(page.getByRole('link', { name: 'Vaults are deployed' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

test('a contract is composed, shown by its hash to who approves it, and deployed', async ({ browser }, info) => {
  test.setTimeout(400_000);
  const { context, page, owner } = await openOwner(browser, sandbox, { look: true });
  await bring(page, owner, info.outputPath('rules.json'));
  await takeTestCoins(page, 'ETH', '5');
  await expect(available(page, 'ETH')).toHaveText('5', { timeout: 60_000 });
  await page.goto(`${sandbox.console}/mpc/wallet`);
  await page.getByRole('button', { name: 'Deploy a contract' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Deploy a contract' });
  await drawer.getByLabel('Its ABI, artifact or constructor').fill(artifact);
  await expect(drawer.getByTestId('deploy-code')).toContainText('(address token)');
  await drawer.getByLabel('token').fill(devToken.contract);
  await drawer.getByRole('button', { name: 'See what it would do' }).click();
  await expect(drawer.getByTestId('deploy-look')).toContainText('It would succeed now');
  await look(page, 'deploy-form');
  await drawer.getByRole('button', { name: 'Ask for the deployment' }).click();
  await confirmIfAsked(drawer, page.getByRole('dialog', { name: 'Approval' }), owner);
  await page.goto((await page.getByTestId('approval-link').last().getAttribute('href')) ?? '');
  await expect(page.getByText(/^Deploy a contract from wallet/).first()).toBeVisible();
  await expect(page.getByText(`0x${codeHash(code.slice(2))}`, { exact: true })).toBeVisible();
  await look(page, 'deploy-approval');
  await decide(page);
  await page.goto(`${sandbox.console}/mpc/center/transactions`);
  await page
    .getByRole('row', { name: /Deployment/ })
    .first()
    .click();
  const shown = page.getByRole('dialog', { name: 'Transaction' });
  // Its address follows from its nonce, so it is there before any block is.
  await expect(async () => {
    await page.reload();
    await expect(shown.getByText('Contract', { exact: true })).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await look(page, 'deploy-order');
  await context.close();
});
