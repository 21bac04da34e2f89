import { type Actor, openReview, type Review, ReviewError } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { fetchIntent, signerFacts } from '@holdfast/signer-ui';
import { type OpenedKeys, usableActors } from '../request/sign.ts';

/** The console names no more at once; a longer address is nobody's. */
const most = 40;

export interface Asked {
  readonly id: string;
  readonly digest: string;
}

/** `id.digest,id.digest`: each request with what it has to be. Nothing when any part is no such thing, or one stands there twice. */
export function askedOf(query: URLSearchParams, name: 'items' | 'rest' = 'items'): readonly Asked[] {
  const parts = (query.get(name) ?? '').split(',');
  const read = parts.flatMap((part) => {
    const [, id, digest] = /^([0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(part) ?? [];
    return id && digest ? [{ id, digest }] : [];
  });
  const unique = new Set(read.map(({ id }) => id)).size === read.length;
  return unique && read.length === parts.length && read.length <= most ? read : [];
}

/** A request on the list: as it was read, or why it is not shown. */
export interface Entry {
  readonly id: string;
  readonly review: Review | undefined;
  readonly fault: ReviewError | undefined;
  /** What the signer said of it, but for prices, as text to compare. */
  readonly said: string;
}

async function readOne({ id, digest }: Asked, { deployment, chains }: SignerFacts): Promise<Entry> {
  const reply = await fetchIntent(location.origin, id);
  const said = JSON.stringify({ ...reply, price: undefined, feePrice: undefined });
  try {
    const review = openReview(reply, { id, digest, pinned: undefined, deployment, chains });
    return { id, review, fault: undefined, said };
  } catch (error) {
    if (error instanceof ReviewError) return { id, review: undefined, fault: error, said };
    throw error;
  }
}

/** Reads every request and checks each as if it were to be approved: what does not hold together is not decided upon at all. @throws Fault */
export async function readAll(asked: readonly Asked[]): Promise<{ facts: SignerFacts; entries: Entry[] }> {
  const facts = await signerFacts(location.origin);
  return { facts, entries: await Promise.all(asked.map((one) => readOne(one, facts))) };
}

/** The same of those that can be read now. @throws Fault */
export async function readEach(asked: readonly Asked[]): Promise<{ facts: SignerFacts; entries: Entry[] }> {
  const facts = await signerFacts(location.origin);
  const read = await Promise.allSettled(asked.map((one) => readOne(one, facts)));
  return { facts, entries: read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])) };
}

/** Keys that can refuse at least one of them here, each once. */
export async function refusers(entries: readonly Entry[], opened: OpenedKeys): Promise<Actor[]> {
  const found = new Map<string, Actor>();
  for (const { review } of entries)
    if (review)
      for (const actor of await usableActors(review, opened))
        if (actor.mayRefuse && !found.has(actor.credential.id)) found.set(actor.credential.id, actor);
  return [...found.values()];
}

/** The same key in one of the requests, if it may refuse that one. */
export async function refuserOf(review: Review, credential: string, opened: OpenedKeys): Promise<Actor | undefined> {
  const actors = await usableActors(review, opened);
  return actors.find((actor) => actor.credential.id === credential && actor.mayRefuse);
}
