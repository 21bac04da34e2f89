import { type Approval, type Evaluation, type Freeze, parsePolicy, policyHash, policyLimits } from '@holdfast/policy';
import type { FreezeFacts, IntentReply, SignerFacts, StopFacts } from '@holdfast/review/facts';
import { Fault } from './fault.ts';

export { Fault } from './fault.ts';

const limitMs = 20_000;

interface ErrorReply {
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** One JSON request with a time limit. @throws Fault faultOffline | faultRefused | faultInForce */
export async function ask<T>(origin: string, path: string, body?: unknown, timeoutMs = limitMs): Promise<T> {
  const options: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  let reply: unknown;
  try {
    response = await fetch(new URL(path, origin), {
      ...options,
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-store',
    });
    reply = await response.json();
  } catch {
    throw new Fault('faultOffline', { origin });
  }
  if (response.ok) return reply as T;
  const { error } = (reply ?? {}) as ErrorReply;
  const message = typeof error?.message === 'string' ? error.message.slice(0, 300) : `HTTP ${response.status}`;
  const code = typeof error?.code === 'string' ? error.code.slice(0, 60) : '';
  throw new Fault(code === 'alreadyDecided' ? 'faultInForce' : 'faultRefused', { message }, code);
}

/** One signer first, then every other it knows, each asked at its own origin. @throws Fault */
export async function allSignerFacts(origin: string): Promise<SignerFacts[]> {
  const mine = await signerFacts(origin);
  const others = await Promise.all(mine.peers.map((peer) => signerFacts(peer.origin)));
  const stranger = others.find((facts, i) => facts.signer !== mine.peers[i]?.id);
  if (stranger) throw new Fault('faultUnexpected', { message: `${stranger.origin} is another signer than expected` });
  return [mine, ...others];
}

export const signerFacts = (origin: string): Promise<SignerFacts> => ask(origin, '/api/info');

export const fetchIntent = (origin: string, id: string): Promise<IntentReply> =>
  ask(origin, `/api/intents/${encodeURIComponent(id)}`);

const isUnknown = (error: unknown): boolean => error instanceof Fault && error.code === 'notFound';

/** A signer that gave less at once would have itself asked without end. */
const shortestPart = 4_096;

/** The rules that were last read in parts: under their hash there are no others. */
let lastRules = { hash: '', text: '' };

/** Rules too long for one answer, read in parts of the first one's size at once. @throws Fault when they are not those of this hash */
async function rulesInParts(origin: string, hash: string, length: number): Promise<string> {
  if (lastRules.hash === hash) return lastRules.text;
  const partAt = (from: number) => ask<{ text: string }>(origin, `/api/freeze/rules/${hash}/${from}`);
  const { text: first } = await partAt(0);
  if (length > policyLimits.documentBytes || first.length < Math.min(length, shortestPart))
    throw new Fault('faultUnexpected', { message: `${first.length} of ${length}` });
  const starts = Array.from({ length: Math.ceil(length / first.length) - 1 }, (_, n) => (n + 1) * first.length);
  const rest = await Promise.all(starts.map(partAt));
  const text = [first, ...rest.map((part) => part.text)].join('');
  if (policyHash(parsePolicy(text)) !== hash) throw new Fault('faultUnexpected', { message: 'other rules' });
  lastRules = { hash, text };
  return text;
}

/** What an order to freeze is made from, where nobody's requests keep it out; a signer of an earlier release tells it among the rest. */
export async function stopFacts(origin: string): Promise<StopFacts> {
  try {
    const { policyLength, ...facts } = await ask<StopFacts & { policyLength?: number }>(origin, '/api/freeze');
    if (facts.policyText !== null || facts.policy === null || !policyLength) return facts;
    return { ...facts, policyText: await rulesInParts(origin, facts.policy.hash, policyLength) };
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  return signerFacts(origin);
}

/** A refusal goes where nothing else does, so that nobody's requests keep it out; a signer of an earlier release has one place for both. */
export async function sendApproval(origin: string, approval: Approval): Promise<{ evaluation: Evaluation }> {
  if (approval.decision === 'refuse')
    try {
      return await ask(origin, '/api/refusals', { approval });
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
  return ask(origin, '/api/approvals', { approval });
}

export const sendFreeze = (origin: string, freeze: Freeze): Promise<{ freeze: FreezeFacts | null }> =>
  ask(origin, '/api/freeze', { freeze });
