import { type Intent, intentText, type PolicyDocument } from '@holdfast/policy';
import { startTwoSigners, type TwoSigners } from '@holdfast/signer/test/two-signers.ts';
import { transferOf } from '@holdfast/testkit/review';
import { ask, decide, genesisBody, newMember, newPolicy, passkeyFor } from '@holdfast/testkit/signer';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { addAuthenticator, ownPasskey } from './authenticator.ts';

const hosts = ['one.localhost', 'two.localhost'] as const;
const [owner, asker] = [newMember('ada', 'owner'), newMember('omar', 'operator')];
const approvers = ['bea', 'cem'] as const;
export type Approver = (typeof approvers)[number];
type Passkey = ReturnType<typeof passkeyFor>;

/** Two signers of two host names, and two members whose approvals a payment needs, through the pages of both; a passkey answers on one host alone. */
export interface TwoApprovers {
  readonly signers: TwoSigners;
  /** One for each signer's page. */
  readonly keys: ReadonlyMap<Approver, readonly Passkey[]>;
  /** That Omar has asked for; another number is another request. */
  request(n: number): Promise<Intent>;
  /** A member with both of their passkeys, in a browser of their own. */
  memberAt(browser: Browser, id: Approver, locale?: string): Promise<Page>;
  stop(): Promise<void>;
}

function policyOf(signers: TwoSigners, keys: TwoApprovers['keys']): PolicyDocument {
  const places = signers.links.map((link) => ({ ...link }));
  const members = approvers.map((id) => newMember(id, 'approver'));
  const base = newPolicy({ places }, [owner, asker, ...members], []);
  return {
    ...base,
    v: '2',
    members: base.members.map((member) => ({
      ...member,
      credentials: [
        ...member.credentials,
        ...(keys.get(member.id as Approver) ?? []).map(({ credential }) => credential),
      ],
    })),
    signers: base.signers.map((signer, at) => ({ ...signer, origin: signers.origins[at] ?? '' })),
    strategies: [
      {
        wallet: '*',
        signProtection: 'on',
        nodes: [{ kind: 'sign', name: 'two', approvers: [...approvers], threshold: '2' }],
        pages: 'different',
      },
    ],
  };
}

async function requestOf(signers: TwoSigners, policy: PolicyDocument, n: number): Promise<Intent> {
  const now = Date.now();
  const intent = transferOf(policy, {
    id: `0195b2c4-7e11-4c3a-9f00-${String(n).padStart(12, '0')}`,
    request: `req-${n}`,
    initiator: 'omar',
    created: String(now),
    notBefore: String(now),
    expires: String(now + 3_600_000),
  });
  await signers.announce(intentText(intent));
  const said = { approval: decide(intent, asker, 'initiate') };
  for (const link of signers.links) await ask({ ...link }, 'POST', '/api/approvals', said);
  return intent;
}

export async function startTwoApprovers(): Promise<TwoApprovers> {
  const signers = await startTwoSigners(Date.now, hosts);
  const keys = new Map(approvers.map((id) => [id, signers.origins.map(passkeyFor)]));
  const policy = policyOf(signers, keys);
  for (const link of signers.links) {
    const made = await ask({ ...link }, 'POST', '/api/genesis', genesisBody(policy, owner, signers.setupCode));
    expect(made.body).not.toHaveProperty('error');
  }
  const open: BrowserContext[] = [];
  return {
    signers,
    keys,
    request: (n) => requestOf(signers, policy, n),
    memberAt: async (browser, id, locale = 'en-US') => {
      const context = await browser.newContext({ locale });
      open.push(context);
      const page = await context.newPage();
      await addAuthenticator(context, page);
      for (const key of keys.get(id) ?? []) await ownPasskey(page, key);
      return page;
    },
    stop: async () => {
      await Promise.all(open.map((context) => context.close()));
      await signers.stop();
    },
  };
}

/** Approves what the page shows, with the passkey of `who` for this page. */
export async function approveAs(page: Page, who: Approver): Promise<void> {
  await expect(page.getByText('Sign as')).toBeVisible();
  const choice = page.getByLabel('Sign as');
  if ((await choice.count()) > 0) {
    const own = await choice.locator('option', { hasText: who }).first().getAttribute('value');
    await choice.selectOption(own);
  }
  await page.getByLabel('I have compared').check();
  await page.getByRole('button', { name: /^Approve: withdraw/ }).click();
  await expect(page.getByText('Your decision is with the signer')).toBeVisible();
}
