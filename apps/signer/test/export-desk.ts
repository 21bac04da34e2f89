import {
  type Approval,
  bodyHash,
  canonicalText,
  type Intent,
  intentText,
  type KeyExportRequest,
  type PolicyDocument,
} from '@holdfast/policy';
import type { SignerFacts } from '@holdfast/review/facts';
import { ask, asked, baseIntent, call, decide, genesis, must, newMember, newPolicy } from '@holdfast/testkit/signer';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { SignerEvent } from '../src/feed.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { confirm, type Pair, type Place, runCeremony, startPair } from './harness.ts';

export const dayMs = 86_400_000;
export const owner = newMember('owner', 'owner');
export const ann = newMember('ann', 'approver');
export const omar = newMember('omar', 'operator');
export let pair: Pair;
export let first: Place;
export let second: Place;
export let policy: PolicyDocument;
export let group: KeyGroupPublic;
export let secret: string;
export let recipient: string;

/** Two signers with keys, and members who may decide. */
export async function startDesk(): Promise<void> {
  pair = await startPair();
  const [one, two] = pair.places;
  if (!one || !two) throw new Error('two signers');
  [first, second] = [one, two];
  policy = newPolicy(pair, [owner, ann, omar], ['ann', 'owner']);
  await genesis(pair, policy, owner);
  group = await confirm(pair.places, await runCeremony(pair.places, policy, owner, { approvedBy: [ann] }));
  secret = await generateX25519Identity();
  recipient = await identityToRecipient(secret);
}
export const stopDesk = (): Promise<void> => pair?.stop();

export interface Asked {
  readonly intent: Intent;
  readonly text: string;
  readonly request: string;
  readonly approvals: readonly Approval[];
}

export function request(
  changes: Partial<KeyExportRequest> = {},
  also: Partial<Intent> = {},
  rules = policy,
  now = pair.now,
): Asked {
  const wanted: KeyExportRequest = {
    v: '1',
    domain: 'holdfast/export/v1',
    deployment: policy.deployment,
    keyGroup: group.id,
    epoch: '0',
    signer: '1',
    recipient,
    ...changes,
  };
  const at = Date.now() + now;
  const intent: Intent = { ...baseIntent(rules, 'owner', at), kind: 'export', body: bodyHash(wanted), ...also };
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  return { intent, text: intentText(intent), request: canonicalText(wanted), approvals };
}

export const grantAt = (place: Place, { text, request: wanted, approvals }: Asked) =>
  call(pair, place, 'export.grant', { intent: text, request: wanted, approvals });
export const announceAt = (place: Place, { text, request: wanted }: Asked) =>
  must(call(pair, place, 'announce', { intent: text, attachments: { export: wanted } }));

export async function granted(changes: Partial<KeyExportRequest> = {}, also: Partial<Intent> = {}): Promise<Asked> {
  const wanted = request(changes, also);
  for (const place of pair.places) {
    await announceAt(place, wanted);
    await must(grantAt(place, wanted));
  }
  return wanted;
}

export const open = (place: Place, { intent }: Asked) => call(pair, place, 'export.open', { id: intent.id });
export const clear = (place: Place, { intent }: Asked, nonce = '00'.repeat(32)) =>
  call(pair, place, 'export.clear', { id: intent.id, nonce });
export interface Word {
  readonly signer: string;
  readonly nonce: string;
  readonly signature: string;
}
/** The word of one signer for a hand-over that another has begun. */
export async function word(from: Place, wanted: Asked, to = first): Promise<Word> {
  const { nonce } = await must<{ nonce: string }>(open(to, wanted));
  return must<Word>(clear(from, wanted, nonce));
}
export const take = (place: Place, { intent }: Asked, clearances: readonly unknown[]) =>
  call(pair, place, 'export.take', { id: intent.id, clearances });
export const code = async (reply: Promise<{ error?: { code: string } }>): Promise<string> =>
  (await reply).error?.code ?? 'done';

export async function takeCleared(wanted: Asked): Promise<string> {
  return (await must<{ file: string }>(take(first, wanted, [await word(second, wanted)]))).file;
}
export const refuseAt = (place: Place, { intent }: Asked, by = omar) =>
  ask(place, 'POST', '/api/approvals', { approval: decide(intent, by, 'refuse') });
export const infoOf = (place: Place) => asked<SignerFacts>(ask(place, 'GET', '/api/info'));
export const eventsOf = async (place: Place, { intent }: Asked): Promise<string[]> => {
  const { events } = await must<{ events: SignerEvent[] }>(call(pair, place, 'events', { after: 0 }));
  return events.filter((event) => 'intentId' in event && event.intentId === intent.id).map(({ type }) => type);
};
export const pass = (ms: number): void => {
  pair.now += ms;
};
