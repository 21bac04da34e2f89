import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { withAxe } from './axe.ts';
import { newOwner, type Owner, setUp } from './console.ts';
import { faultsHere, faultsOf, isWanted, type Language, languages } from './pictures-look.ts';
import { policyReports } from './policy.ts';
import { type RunningSandbox, startSandbox } from './sandbox.ts';
import type { Screen } from './screens.ts';
import { invite, join, newcomer, person, sign, stepUp } from './team.ts';

type Opened = Pick<RunningSandbox, 'console'>;
/** A code stays good for as long as a step is looked at. */
const codeSeconds = 30;
const resetSeconds = 2;

/** A page that nobody is logged in to, as it is and with what it says of a form sent empty. */
export async function gateFaults(
  browser: Browser,
  sandbox: Opened,
  language: Language,
  screen: Screen,
): Promise<string[]> {
  const strangers = await browser.newContext({ baseURL: sandbox.console, reducedMotion: 'reduce' });
  const seen = policyReports(strangers);
  await withAxe(strangers);
  await strangers.addCookies([{ name: 'lan', value: language, url: sandbox.console }]);
  const stranger = await strangers.newPage();
  const submit = async (of: Page): Promise<void> => {
    await of.locator('button[type=submit]').first().click();
    await expect(of.locator('[aria-invalid=true]').first()).toBeVisible();
  };
  const withFaults = { ...screen, name: `${screen.name}-faults`, act: submit };
  const faults: string[] = [];
  for (const one of [screen, withFaults].filter(isWanted)) {
    // Where the fragment alone is the same, a second visit would load nothing.
    await stranger.goto('about:blank');
    faults.push(...(await faultsOf(stranger, one, language)));
  }
  await strangers.close();
  return [...faults, ...seen];
}

/** What stands on the page of a step, and on no other. */
type Steps = Readonly<Record<string, (page: Page) => Locator>>;

const stepsOfSetUp: Steps = {
  'set-up-authenticator': (page) => page.getByTestId('totp-secret'),
  'set-up-passkey': (page) => page.getByRole('link', { name: 'Create passkey' }),
  'set-up-ceremony': (page) => page.getByRole('link', { name: 'Start the key ceremony' }),
  'set-up-workspace': (page) => page.getByLabel('Workspace name'),
};

const stepsOfInvitation: Steps = {
  'join-key': (page) => page.getByRole('link', { name: 'Make my key' }),
  'join-password': (page) => page.getByLabel('Password again'),
  'join-authenticator': (page) => page.getByTestId('totp-secret'),
  'join-waiting': (page) => page.getByText('The members decide now'),
};

interface Looked {
  readonly faults: string[];
  /** Steps that nobody has come to yet. */
  readonly ahead: Set<string>;
}

/** Looks at each step once, as soon as it stands there, while somebody walks on: in every language, last in the one that they walk in. */
async function lookAtSteps(page: Page, steps: Steps, { faults, ahead }: Looked): Promise<void> {
  for (const [name, stands] of Object.entries(steps)) {
    const look = async (): Promise<void> => {
      ahead.delete(name);
      for (const language of languages.toReversed()) {
        await page.getByRole('button', { name: /^(English|中文)$/ }).click();
        await expect(page.locator('html')).toHaveAttribute('lang', language.replace('_', '-'));
        // As if that had not been pressed: nothing is hovered, or scrolled to.
        await page.mouse.move(0, 0);
        await page.evaluate(() => scrollTo(0, 0));
        faults.push(...(await faultsHere(page, name, language)));
      }
    };
    if (!isWanted({ name })) continue;
    ahead.add(name);
    await page.addLocatorHandler(stands(page), look, { times: 1, noWaitAfter: true });
  }
}

interface Joining {
  readonly owner: Owner;
  readonly page: Page;
  readonly open: () => Promise<BrowserContext>;
  readonly looked: Looked;
}

/** Somebody follows an invitation, and the owner admits them. */
async function joinByInvitation({ owner, page, open, looked }: Joining, who: Owner): Promise<void> {
  const link = await invite(page, owner, who, 'Viewer');
  const other = await newcomer(open);
  await lookAtSteps(other, stepsOfInvitation, looked);
  await join(other, link, who);
  await other.context().close();
  await page.goto('/mpc/center/teamMember');
  await page.getByRole('button', { name: who.name }).click();
  await page.goto((await page.getByTestId('approval-link').getAttribute('href')) ?? '');
  await sign(page);
}

/** @returns the link, once it can be used */
async function askForReset({ owner, page }: Joining, { name }: Owner): Promise<string> {
  await page.goto('/mpc/center/teamMember');
  const row = page.locator('[data-member]').filter({ hasText: name });
  await expect(row).toContainText('Viewer', { timeout: 60_000 });
  await row.getByRole('button').click();
  await page.getByRole('button', { name: 'Reset how they log in' }).click();
  const drawer = page.getByRole('dialog', { name: 'Reset login' });
  await drawer.getByLabel('What was lost').click();
  await page.getByRole('option', { name: 'Password' }).click();
  await drawer.getByRole('button', { name: 'Make the link' }).click();
  await stepUp(page, owner, drawer.getByText('Hand over this link'));
  const link = (await drawer.getByTestId('reset-link').textContent()) ?? '';
  await page.goto(link);
  await expect(page.locator('button[type=submit]')).toBeVisible({ timeout: 60_000 });
  return link;
}

/**
 * The steps of set-up, of an invitation and of a reset, each of which is met once: in a sandbox of its own.
 * @returns what is wrong with them
 */
export async function faultsOfWaysIn(browser: Browser): Promise<string[]> {
  const sandbox = await startSandbox({
    env: { HOLDFAST_CODE_SECONDS: String(codeSeconds), HOLDFAST_RESET_SECONDS: String(resetSeconds) },
  });
  const looked: Looked = { faults: [], ahead: new Set() };
  const { faults, ahead } = looked;
  const reports: (readonly string[])[] = [];
  const open = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: sandbox.console, reducedMotion: 'reduce' });
    reports.push(policyReports(context));
    await withAxe(context);
    return context;
  };
  try {
    const page = await newcomer(open);
    const owner = newOwner(codeSeconds);
    await lookAtSteps(page, stepsOfSetUp, looked);
    await setUp(page, sandbox, owner);
    const joining = { owner, page, open, looked };
    const who = { ...person('Bo Lindqvist', 'bo@northwind.example'), codeSeconds };
    await joinByInvitation(joining, who);
    const link = await askForReset(joining, who);
    for (const language of languages)
      faults.push(...(await gateFaults(browser, sandbox, language, { name: 'reset', path: link })));
    await page.context().close();
  } finally {
    await sandbox.stop();
  }
  return [...faults, ...[...ahead].map((name) => `${name}: nobody came to it`), ...reports.flat()];
}
