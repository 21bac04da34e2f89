import { randomUUID } from 'node:crypto';
import type { Plan } from '@holdfast/chains';
import {
  type Approval,
  attachmentName,
  type BookChange,
  type BookEntry,
  bodyHash,
  bookVersionFor,
  canonicalText,
  type Intent,
  intentText,
  type KeygenRequest,
  movesCoins,
  type PolicyDocument,
  policyHash,
  policyText,
  type SignedQuote,
  writtenPolicy,
} from '@holdfast/policy';
import type { Place } from '@holdfast/signer/test/harness.ts';
import {
  addressAt,
  applyAt,
  ask,
  baseIntent,
  btcPlan,
  call,
  coin,
  decide,
  evmPayee,
  evmPlan,
  keygenIntent,
  must,
  otherEvmPayee,
  type TestMember,
  usdc,
} from '@holdfast/testkit/signer';
import { entries, type Fixture } from './fixture.ts';

/** One request to the signers, as the attacker has it before it leaves: every part may be exchanged. */
export interface Ask {
  readonly kind: Intent['kind'];
  readonly intent: Intent;
  /** Sent in place of the intent's own canonical text. */
  readonly text?: string;
  readonly approvals: readonly unknown[];
  readonly plan?: unknown;
  readonly parties?: readonly string[];
  readonly quotes?: readonly SignedQuote[];
  /** The document that goes with it. */
  readonly attached?: string;
  readonly session?: string;
}

/** Milliseconds by the fixture's clock. */
export const now = ({ pair }: Pick<Fixture, 'pair'>): number => Date.now() + pair.now;

export type Money = 'evm' | 'usdc' | 'bitcoin';
const native = (symbol: string, decimals: string) => ({ symbol, contract: '', decimals });

/** A payment to a listed payee out of a sub-wallet of workspace 1. */
export function payment(fixture: Fixture, money: Money, changes: Partial<Intent> = {}): Intent {
  const bitcoin = money === 'bitcoin';
  const wallet = changes.wallet ?? '7';
  const path = bitcoin ? `m/0/${wallet}/0/0` : `m/60/${wallet}/0/0`;
  const own = bitcoin ? native('BTC', '8') : native('ETH', '18');
  const amount = { evm: '1000000000000000', usdc: '5000000', bitcoin: '50000' }[money];
  const [address, entry] = bitcoin
    ? ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', entries.bitcoin]
    : [evmPayee, entries.evm];
  return {
    ...baseIntent(fixture.policy, 'omar', now(fixture)),
    workspace: '1',
    wallet,
    keyGroup: fixture.group.id,
    path,
    chain: bitcoin ? 'bitcoin:regtest' : 'evm:31337',
    asset: money === 'usdc' ? { symbol: 'USDC', contract: usdc, decimals: '6' } : own,
    feeAsset: own,
    from: addressAt(fixture.group, bitcoin ? 'bitcoin' : 'evm', path),
    outputs: [{ address, amount, memo: '', entry, path: '' }],
    maxFee: bitcoin ? '100000' : '10000000000000000',
    conflict: bitcoin ? 'bitcoin-inputs' : 'evm-nonce',
    ...changes,
  };
}

export function planFor(fixture: Fixture, intent: Intent): Plan {
  const n = fixture.fresh();
  if (!intent.chain.startsWith('bitcoin')) return evmPlan(n);
  return btcPlan([coin(fixture.group, `m/0/${intent.wallet}/0/0`, 80_000n, n)], `m/0/${intent.wallet}/1/0`);
}

/** Omar asks, Adam and Anna agree. */
export const approvedBy = (intent: Intent, who: TestMember, ...others: TestMember[]): Approval[] => [
  decide(intent, who, 'initiate'),
  ...others.map((member) => decide(intent, member, 'approve')),
];

export const transferAsk = (fixture: Fixture, intent: Intent, approvals?: readonly unknown[]): Ask => ({
  kind: 'transfer',
  intent,
  approvals: approvals ?? approvedBy(intent, fixture.crew.omar, fixture.crew.adam, fixture.crew.anna),
  plan: planFor(fixture, intent),
  parties: ['1', '2'],
});
export const payAsk = (fixture: Fixture, money: Money = 'evm', changes: Partial<Intent> = {}): Ask =>
  transferAsk(fixture, payment(fixture, money, changes));

const documentAsk = (
  fixture: Fixture,
  kind: Intent['kind'],
  document: unknown,
  text: string,
  changes: Partial<Intent>,
): Ask => {
  const { olga, adam, anna } = fixture.crew;
  const body = bodyHash(document as Parameters<typeof bodyHash>[0]);
  const intent: Intent = { ...baseIntent(fixture.policy, 'olga', now(fixture)), kind, body, ...changes };
  return { kind, intent, attached: text, approvals: approvedBy(intent, olga, adam, anna) };
};

export const nextPolicy = (fixture: Fixture, changes: Partial<PolicyDocument> = {}): PolicyDocument => ({
  ...fixture.policy,
  version: String(BigInt(fixture.policy.version) + 1n),
  prev: policyHash(fixture.policy),
  ...changes,
});
/** Olga asks for another policy, Adam and Anna agree. */
export const policyAsk = (fixture: Fixture, next: PolicyDocument, changes: Partial<Intent> = {}): Ask =>
  documentAsk(fixture, 'policy', writtenPolicy(next), policyText(next), changes);

const listed: BookEntry = { chains: ['evm:31337'], address: otherEvmPayee, memo: 'new', assets: [], label: 'Another' };
export function bookAsk(fixture: Fixture, change: Partial<BookChange> = {}, changes: Partial<Intent> = {}): Ask {
  const whole: BookChange = {
    v: bookVersionFor(change.add ?? [listed]),
    domain: 'holdfast/book/v1',
    deployment: fixture.policy.deployment,
    prev: fixture.pair.places[0]?.signer?.ctx.store.state.book.hash ?? '',
    add: [listed],
    remove: [],
    ...change,
  };
  return documentAsk(fixture, 'book', whole, canonicalText(whole), changes);
}

export function keygenAsk(fixture: Fixture, change: Partial<KeygenRequest> = {}, changes: Partial<Intent> = {}): Ask {
  const request = { ...keygenIntent(fixture.policy, 'olga', now(fixture)).request, ...change };
  return documentAsk(fixture, 'keygen', request, canonicalText(request), changes);
}

export const textOf = ({ text, intent }: Ask): string => text ?? intentText(intent);

type Reply = { readonly error?: { readonly code: string } };

/** Over the server's channel; a key ceremony over the page's HTTP, where it belongs. */
export function deliver(
  fixture: Fixture,
  place: Place,
  request: Ask,
  kind: Intent['kind'] = request.kind,
): Promise<Reply> {
  const { approvals, plan, parties, quotes, attached } = request;
  const intent = textOf(request);
  const session = request.session ?? randomUUID();
  if (movesCoins({ kind })) {
    const attachments = attached === undefined ? {} : { [attachmentName(kind) ?? 'payment']: attached };
    const params = { session, intent, attachments, approvals, plan, parties, ...(quotes ? { quotes } : {}) };
    return call(fixture.pair, place, 'sign.open', params);
  }
  if (kind === 'policy') return applyAt(fixture.pair, place, kind, { intent, document: attached, approvals });
  if (kind === 'book') return applyAt(fixture.pair, place, kind, { intent, book: attached, approvals });
  return ask(place, 'POST', '/api/keygen/open', { intent, request: attached, approvals }).then(({ body }) => body);
}

/** Shows a change to both signers, as the server does before members decide on it. */
export async function announce(fixture: Fixture, request: Ask): Promise<void> {
  const asks = { intent: textOf(request), attachments: { document: request.attached } };
  for (const place of fixture.pair.places) await must(call(fixture.pair, place, 'announce', asks));
}

export const codeOf = (reply: Reply): string => reply.error?.code ?? 'admitted';

/** To both signers at once. @returns 'admitted' or the code of the refusal, of each */
export const send = (fixture: Fixture, request: Ask, kind?: Intent['kind']): Promise<string[]> =>
  Promise.all(fixture.pair.places.map(async (place) => codeOf(await deliver(fixture, place, request, kind))));
