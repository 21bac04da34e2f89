/** The first run without a browser, against real processes: what a person does on the set-up, enrolment and ceremony pages, by key file. */
import { createHmac, randomBytes } from 'node:crypto';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import {
  approvalDigest,
  type Intent,
  inLowestVersion,
  type PolicyDocument,
  parseIntent,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { confirmKit, planCeremony, runCeremony } from '@holdfast/recovery/ceremony';
import type { SignerFacts } from '@holdfast/review/facts';
import { fetchIntent, sendApproval, signerFacts } from '@holdfast/signer-ui/signer-api';
import { type Api, apiOf, decide, genesisDocument, newTestMember, type TestMember, totpAt } from '@holdfast/testkit';

export interface Place {
  /** The server's address. */
  readonly url: string;
  /** The signers' approval origins, in the order of their ids. */
  readonly origins: readonly string[];
  /** The code the signers ask for at first run. */
  readonly setupCode: string;
  /** What makes the first owner. */
  readonly setupToken: string;
}
export interface SetUp {
  readonly token: string;
  readonly api: Api;
  readonly owner: TestMember;
  readonly document: PolicyDocument;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly account: { readonly email: string; readonly password: string; readonly secret: string };
  /** Decides on an announced intent as the approval page would, on the first signer. */
  approve(intentId: string, decision?: 'approve' | 'refuse'): Promise<Intent>;
}

/** What the first rules say otherwise than usual. */
type FirstRules = Partial<Pick<PolicyDocument, 'book' | 'senior'>>;

function firstPolicy(owner: TestMember, facts: readonly SignerFacts[], rules: FirstRules): PolicyDocument {
  const document = { ...genesisDocument([owner], []), ...rules };
  const signers = facts.map(({ signer: id, name, identity, channel, origin }) => ({
    id,
    name,
    identity,
    channel,
    origin,
  }));
  return inLowestVersion({ ...document, signers });
}

/** Gives every signer the first policy, with the set-up code's MAC and the owner's own signature over it. */
async function genesis(place: Place, owner: TestMember, rules: FirstRules): Promise<PolicyDocument> {
  const document = firstPolicy(owner, await Promise.all(place.origins.map(signerFacts)), rules);
  const hash = policyHash(document);
  const statement = { intent: hash, decision: 'approve', member: owner.id, credential: owner.credential } as const;
  const proof = { ...statement, proof: { type: 'device', signature: owner.key.sign(approvalDigest(statement)) } };
  const mac = createHmac('sha256', place.setupCode.trim()).update(hash).digest('hex');
  for (const origin of place.origins) {
    const response = await fetch(`${origin}/api/genesis`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: policyText(document), mac, proof }),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(`genesis at ${origin}: ${await response.text()}`);
  }
  return document;
}

/** The dealerless key ceremony, this process being the recovery party; its kit is confirmed and then thrown away. */
async function ceremony(place: Place, document: PolicyDocument, owner: TestMember): Promise<void> {
  const facts = await Promise.all(place.origins.map(signerFacts));
  const plan = planCeremony(document, owner.id, Date.now());
  const approvals = [decide(owner, plan.intent, 'approve')];
  const shares = await runCeremony(plan, approvals, document, facts, () => undefined);
  const kit = {
    deployment: document.deployment,
    ceremony: plan.request.ceremony,
    createdAt: new Date().toISOString(),
    ...shares,
  };
  await confirmKit(kit, facts);
}

/** Sets up an empty installation, from the owner to a first sub-wallet with addresses. Takes some seconds. @param rules other than the usual first ones */
export async function setUp(place: Place, rules: FirstRules = {}): Promise<SetUp> {
  const nobody = apiOf(place.url);
  const account = { email: 'owner@example.org', password: randomBytes(12).toString('hex') };
  const { totp_secret: secret } = await nobody.setup.owner({
    ...account,
    nick_name: 'Owner',
    setup_token: place.setupToken,
  });
  const { open_token: token } = await nobody.setup.totp({ ...account, totp: totpAt(secret, new Date()) });
  const owner = newTestMember('owner-1', 'owner');
  const document = await genesis(place, owner, rules);
  await ceremony(place, document, owner);
  const api = apiOf(place.url, { token });
  const made = await api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'Treasury' });
  const [page = ''] = place.origins;
  return {
    token,
    api,
    owner,
    document,
    workspaceId: made.wallet_id,
    subWalletId: made.sub_wallet_id,
    account: { ...account, secret },
    async approve(intentId, decision = 'approve') {
      const intent = parseIntent((await fetchIntent(page, intentId)).intent);
      await sendApproval(page, decide(owner, intent, decision));
      return intent;
    },
  };
}
