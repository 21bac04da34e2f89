import { expect, test } from '@playwright/test';
import { logIn, newOwner, setUp } from './support/console.ts';
import { sandboxOfFile } from './support/installation.ts';
import { policyReports } from './support/policy.ts';
import { furtherKey, invite, join, newcomer, person, shoot, sign, stepUp } from './support/team.ts';

/** Somebody joins and leaves: invitation, key on the signer's page, decision on the signer's page. */
const sandbox = sandboxOfFile();

test('an invited person makes a key, joins when the owner has approved it, works, and is out when removed', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const open = () => browser.newContext({ baseURL: sandbox.console, acceptDownloads: true });
  const page = await newcomer(open);
  const reports = policyReports(page.context());
  const owner = newOwner();
  await setUp(page, sandbox, owner);
  const bo = person('Bo Approver', 'bo@northwind.example');
  const link = await invite(page, owner, bo);
  const other = await newcomer(open);
  const otherReports = policyReports(other.context());
  const words = await join(other, link, bo);
  expect(words).toHaveLength(8);

  await page.goto('/mpc/center/teamMember');
  await page.getByRole('button', { name: /Bo Approver/ }).click();
  await shoot(page, 'team-invitation');
  const approval = page.getByTestId('approval-link');
  await page.goto((await approval.getAttribute('href')) ?? '');
  for (const word of words) await expect(page.locator('main')).toContainText(word);
  await shoot(page, 'team-approval');
  await sign(page);

  await page.goto('/mpc/center/teamMember');
  const row = page.locator('[data-member]').filter({ hasText: 'Bo Approver' });
  await expect(row).toContainText('Approver', { timeout: 60_000 });
  await shoot(page, 'team');
  await logIn(other, sandbox, bo);
  await other.goto('/mpc/center/teamMember');
  await expect(other.locator('[data-member]').filter({ hasText: 'You' })).toContainText('Bo Approver');
  await expect(other.getByRole('button', { name: 'Invite' })).toHaveCount(0);

  const further = await furtherKey(other);
  await page.goto(further.link);
  const drawer = page.getByRole('dialog', { name: 'Member' });
  await expect(drawer.getByTestId('key-words')).toHaveText(further.words.join(' '));
  await shoot(page, 'team-further-key');
  await drawer.getByRole('button', { name: 'Propose this key' }).click();
  await stepUp(page, owner, drawer.getByText('Bo Approver is to have a further key'));
  await shoot(page, 'team-further-key-proposed');
  const decideKey = (await approval.getAttribute('href')) ?? '';
  await page.goto(decideKey);
  for (const word of further.words) await expect(page.locator('main')).toContainText(word);
  await sign(page);
  await other.goto(decideKey);
  for (const word of further.words) await expect(other.locator('main')).toContainText(word);
  await expect(other.locator('main')).toContainText('Acceptance');
  await shoot(other, 'team-further-key-accept');
  await sign(other);
  await other.goto('/mpc/center/teamMember');
  await other.locator('[data-member]').filter({ hasText: 'You' }).getByRole('button').click();
  await expect(async () => {
    await other.reload();
    await expect(other.getByRole('dialog', { name: 'Member' })).toContainText(further.words.join(' '), {
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });

  await page.goto('/mpc/center/teamMember');
  await row.getByRole('button').click();
  await expect(drawer).toContainText(words.join(' '));
  await shoot(page, 'team-member');
  await drawer.getByRole('button', { name: 'Remove' }).click();
  await drawer.getByRole('button', { name: 'Propose the removal' }).click();
  await stepUp(page, owner, drawer.getByText('Bo Approver is to be removed'));
  await shoot(page, 'team-proposed');
  await page.goto((await approval.getAttribute('href')) ?? '');
  await sign(page);

  await expect(async () => {
    await other.goto('/mpc/wallet');
    await expect(other).toHaveURL(/\/login$/, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto('/mpc/center/teamMember?status=removed');
  await expect(row).toBeVisible();
  expect([...reports, ...otherReports], 'no report of the content security policy or Trusted Types').toEqual([]);
  await page.context().close();
  await other.context().close();
});
