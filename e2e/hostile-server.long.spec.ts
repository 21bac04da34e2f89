import { approvalDigest, type Decision, parsePolicy } from '@holdfast/policy';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { etherOf } from './support/chain.ts';
import { holdfast } from './support/cli.ts';
import { askForWithdrawal, available, newOwner, setUp, takeTestCoins } from './support/console.ts';
import { type OpenSandbox, startOpenSandbox } from './support/sandbox.ts';
import { shoot } from './support/team.ts';

/** What members can still rely on when the server is not theirs any more: a console that it has rewritten, and none at all. */
let sandbox: OpenSandbox;
let context: BrowserContext;
let page: Page;
const owner = newOwner();
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  sandbox = await startOpenSandbox();
  context = await browser.newContext({ baseURL: sandbox.console, acceptDownloads: true });
  page = await context.newPage();
  await addAuthenticator(context, page);
  await setUp(page, sandbox, owner);
});
test.afterAll(async () => {
  await context?.close();
  await sandbox?.stop();
});

/**
 * Whoever owns the server serves what they like as the console. Here its entry script is changed on its way to the browser: it asks for another payee than
 * was typed, and shows everywhere the one that was typed, beside words that are not the request's.
 */
const typed = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const lies = ['velvet', 'cinder', 'orbit', 'maple', 'signal', 'ribbon', 'copper', 'window'];

/** Runs in the browser, before the console's own code. */
const evil = (payee: string, own: string, words: readonly string[]): string => `{
  const real = window.fetch;
  window.fetch = async (input, init) => {
    const body = init?.body && new URLSearchParams(String(init.body).replaceAll('${payee}', '${own}'));
    const url = String(input).replaceAll('${payee}', '${own}');
    const response = await real(url, { ...init, ...(body ? { body } : {}) });
    if (!response.headers.get('content-type')?.includes('json')) return response;
    const text = (await response.text())
      .replace(/${own}/gi, '${payee}')
      .replace(/"digest_words":\\[[^\\]]*\\]/g, '"digest_words":' + ${JSON.stringify(JSON.stringify(words))});
    return new Response(text, { status: response.status, headers: response.headers });
  };
  document.documentElement.dataset.rewritten = 'yes';
}
`;

/** From now on this browser gets the changed bundle. */
async function rewrite(): Promise<void> {
  await page.route(/\/mpc\/assets\/index-[^/]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: evil(typed, thief, lies) + (await response.text()) });
  });
}

const compact = async (): Promise<string> => ((await page.locator('body').textContent()) ?? '').replace(/\s/g, '');

/** The owner's passkey, used by the changed console itself: on its own origin, which no credential names. @returns what each signer says of it */
async function signedByConsole(intent: string, decision: Decision): Promise<string[]> {
  const facts = (await (await fetch(`${sandbox.signers[0]}/api/info`)).json()) as { policyText: string };
  const [member] = parsePolicy(facts.policyText).members;
  const [credential] = member?.credentials ?? [];
  if (!member || !credential) throw new Error('nobody has a key');
  const statement = { intent, decision, member: member.id, credential: credential.id };
  const asked = { id: credential.id, challenge: [...approvalDigest(statement)] };
  const proof = await page.evaluate(async ({ id, challenge }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const text = (buffer: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    const found = (await navigator.credentials.get({
      publicKey: {
        challenge: new Uint8Array(challenge),
        rpId: 'localhost',
        allowCredentials: [{ type: 'public-key', id: bytes(id) }],
        userVerification: 'required',
      },
    })) as PublicKeyCredential;
    const { authenticatorData, clientDataJSON, signature } = found.response as AuthenticatorAssertionResponse;
    return {
      type: 'passkey',
      authenticatorData: text(authenticatorData),
      clientDataJSON: text(clientDataJSON),
      signature: text(signature),
    };
  }, asked);
  return Promise.all(
    sandbox.signers.map(async (origin) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ approval: { ...statement, proof } });
      const reply = await fetch(`${origin}/api/approvals`, { method: 'POST', headers, body });
      return ((await reply.json()) as { error?: { code: string } }).error?.code ?? 'taken';
    }),
  );
}

test('a rewritten console asks for another payee and shows the wanted one: the signer’s page tells, and nothing is paid', async () => {
  test.setTimeout(180_000);
  await takeTestCoins(page, 'ETH', '2');
  await expect(available(page, 'ETH')).toHaveText('2', { timeout: 60_000 });
  const before = await Promise.all([typed, thief].map((address) => etherOf(sandbox.rpc.evm, address)));

  await rewrite();
  await page.goto('/mpc/wallet');
  await expect(page.locator('html[data-rewritten=yes]')).toBeAttached();
  await askForWithdrawal(page, owner, { symbol: 'ETH', amount: '0.5', to: typed });
  const link = (await page.getByRole('link', { name: 'Review and sign' }).getAttribute('href')) ?? '';
  // The console lies well: what was typed, in the drawer and in the inbox.
  for (const path of [page.url(), '/mpc/center/todo']) {
    await page.goto(path);
    await expect(page.getByText(lies[0] ?? '').first()).toBeVisible();
    expect(await compact()).toContain(typed);
    expect(await compact()).not.toContain(thief);
  }
  await shoot(page, 'rewritten-inbox');

  // It can make the passkey sign, but only at its own origin; and it reaches no signer by itself.
  const digest = new URLSearchParams(link.split('?').at(-1)).get('digest') ?? '';
  for (const decision of ['initiate', 'approve'] as const)
    expect(await signedByConsole(digest, decision)).toEqual(['approvalInvalid', 'approvalInvalid']);
  const reached = await page.evaluate(
    (origin) =>
      fetch(`${origin}/api/info`).then(
        () => 'reached',
        () => 'kept away',
      ),
    sandbox.signers[0],
  );
  expect(reached).toBe('kept away');

  // The person reads where they sign.
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /^Withdraw 0\.5 ETH/ })).toBeVisible();
  await expect.poll(() => compact()).toContain(thief);
  expect(await compact()).not.toContain(typed);
  const words = await page.locator('.words li').allTextContents();
  expect(words).toHaveLength(lies.length);
  expect(words.map((word) => word.replace(/^\W*\d+\W*/, ''))).not.toEqual(lies);
  await shoot(page, 'rewritten-signer-page');
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByRole('button', { name: 'Refuse it' }).click();
  await expect(page.getByText('Refused. This request has ended.')).toBeVisible();

  await page.unrouteAll();
  await expect(async () => {
    await page.goto('/mpc/center/todo?status=2');
    await expect(page.getByLabel('Request')).toContainText('Refused', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  // Without the lie, the same console shows whom it would have paid.
  expect(await compact()).toContain(thief);
  expect(await Promise.all([typed, thief].map((address) => etherOf(sandbox.rpc.evm, address)))).toEqual(before);
});

/** Nobody but the signers is needed to stop everything: no server, no database, no console. */
const drawer = '/mpc/wallet?d=freeze';
/** Pictures of one place in both themes and languages, for whoever looks at them. */
async function picture(name: string, url: string): Promise<void> {
  if (!process.env.HOLDFAST_PICTURES) return;
  for (const theme of ['light', 'dark'])
    for (const language of ['en-US', 'zh-CN']) {
      await page.context().addCookies([{ name: 'lan', value: language.replace('-', '_'), url: sandbox.console }]);
      await page.goto('about:blank');
      await page.goto(url.replace('#', `?lang=${language}&theme=${theme}#`));
      await expect(page.locator(url.includes('?d=') ? '[role=dialog] dl' : 'h1').first()).toBeVisible();
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      await page.waitForTimeout(700);
      await shoot(page, `${name}-${language}-${theme}`);
    }
  await page.context().clearCookies({ name: 'lan' });
}

test('with the server stopped, a member stops both signers on their own pages; the console says so once it is back', async () => {
  test.setTimeout(180_000);
  // The console leads to the signers' own pages while it is there; people keep the addresses.
  await page.goto(drawer);
  const links = page.getByRole('dialog').getByRole('link', { name: /^Signer [12]$/ });
  await expect(links).toHaveCount(2);
  const [first = '', second = ''] = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  expect([first, second].map((url) => url.split('?')[0])).toEqual(
    sandbox.signers.map((origin) => `${origin}/#/freeze`),
  );
  await picture('freeze-drawer-signing', drawer);

  const watching = await context.newPage();
  await watching.goto(drawer);
  await expect(watching.getByRole('dialog').getByText('Signing', { exact: true })).toHaveCount(2);

  await sandbox.server.stop();
  await expect(fetch(`${sandbox.console}/healthz`)).rejects.toThrow();
  await page.goto(first);
  await expect(page.getByRole('heading', { level: 1, name: 'Stop Signer 1' })).toBeVisible();
  await picture('freeze-page-signing', first);
  await page.goto('about:blank');
  await page.goto(first);
  await page.getByLabel('Reason (optional)').fill('Strange payments');
  await page.getByRole('button', { name: 'Stop all signing at Signer 1' }).click();
  await expect(page.getByText('Done. Signer 1 signs nothing')).toBeVisible();
  await expect(page.getByText(`Signed with ${owner.name}’s own key; checked here`)).toBeVisible();
  await page.getByRole('link', { name: 'Stop Signer 2' }).click();
  await page.getByRole('button', { name: 'Stop all signing at Signer 2' }).click();
  await expect(page.getByText('Done. Signer 2 signs nothing')).toBeVisible();
  for (const url of [first, second]) {
    await page.goto('about:blank');
    await page.goto(url);
    await expect(page.getByText(/^Signer [12] signs nothing\.$/)).toBeVisible();
    await expect(page.getByText('proven', { exact: true })).toBeVisible();
    // And so it says of the other one, at whose own address it asked.
    await expect(page.getByText('signs nothing', { exact: true })).toBeVisible();
    expect(holdfast('status', '--signer', new URL(url).origin)).toContain('yes: nothing is signed');
  }
  await picture('freeze-page-frozen', first);
  // A console that stands open says that it knows nothing, rather than what was so before; and where to go.
  const open = watching.getByRole('dialog');
  await expect(open.getByText('does not know what the signers do')).toBeVisible();
  await expect(open.getByText('Signing', { exact: true })).toHaveCount(0);
  await expect(open.getByRole('link', { name: 'Signer 1' })).toHaveAttribute('href', first);
  await shoot(watching, 'freeze-drawer-server-down');

  await sandbox.server.start();
  await page.goto('/mpc/wallet');
  const bar = page.getByRole('alert').filter({ hasText: 'Signing is frozen' });
  await expect(bar).toContainText(`${owner.name}`);
  await expect(bar).toContainText('proven by their key');
  await expect(bar).toContainText('Strange payments');
  await bar.getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog').getByText('Frozen', { exact: true })).toHaveCount(2);
  await picture('freeze-drawer-frozen', drawer);
  // A console that was open all the time learns of it by itself.
  await expect(watching.getByRole('dialog').getByText('Frozen', { exact: true })).toHaveCount(2);
});
