import type { SubWalletId } from '@holdfast/contract';
import type { Db } from '../db/database.ts';
import { asOne, gathered, ofEach } from '../db/gathering.ts';
import { refusalOf, type Signer, SignerRefusal } from '../signers/client.ts';
import type { Announcement } from '../signers/types.ts';
import { attachmentsOf } from './attempts.ts';
import { ifThere } from './away.ts';
import type { OrderDeps } from './deps.ts';
import type { Order } from './moves.ts';
import { unsettledOf } from './stand.ts';

/** An order as one signer is to see it. */
interface Showing {
  /** Payments of its account that we stand for: a signer that is not told counts them as open, beside this one. */
  readonly settled: readonly string[];
  /** Its request, and once more by the prices that rose since. */
  readonly announcements: readonly Announcement[];
}

/** For many requests of one account at a time: each asks what is true after it began. */
const toBeTold = ofEach((db: Db) =>
  asOne(
    (subWallet: SubWalletId, chain: string) => `${subWallet} ${chain}`,
    (sub_wallet_id, chain) => unsettledOf(db, { sub_wallet_id, chain }),
  ),
);

/** A signer takes 32 in a message of at most 16 MiB, which so many characters never exceed as UTF-8. */
const mostAtOnce = 32;
const mostSettled = 100;
const mostBytes = 4_194_304;

/** In their order, each run as long as the signer takes at once. */
function runsOf(all: readonly Announcement[]): Announcement[][] {
  const runs: Announcement[][] = [];
  let bytes = 0;
  for (const one of all) {
    const size = JSON.stringify(one).length;
    const run = runs.at(-1);
    const fits = run && run.length < mostAtOnce && bytes + size <= mostBytes;
    bytes = fits ? bytes + size : size;
    if (fits) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** What only one of them was refused for. @throws what tells of all of them that there was no answer */
function refusalIn(answer: PromiseSettledResult<unknown>): SignerRefusal | undefined {
  if (answer.status === 'fulfilled') return undefined;
  if (answer.reason instanceof SignerRefusal) return answer.reason;
  throw answer.reason;
}

type Refusals = (SignerRefusal | undefined)[];

/** A message for each. @throws SignerUnreachable */
async function announceEach(signer: Signer, run: readonly Announcement[]): Promise<Refusals> {
  const answers = await Promise.allSettled(run.map((one) => signer.call('announce', one)));
  return answers.map(refusalIn);
}

/** Why each was refused; undefined where it was taken. A signer of an earlier release takes one at a time. @throws SignerUnreachable */
async function announceRun(signer: Signer, run: readonly Announcement[]): Promise<Refusals> {
  if (run.length === 1) return announceEach(signer, run);
  try {
    const { answers } = await signer.call('announceAll', { announcements: run });
    return run.map((_, at) => {
      const answer = answers[at];
      if (!answer) return new SignerRefusal(signer.id, 'internal', 'an announcement without an answer');
      return answer.error && refusalOf(signer.id, answer.error);
    });
  } catch (error) {
    if (error instanceof SignerRefusal) return announceEach(signer, run);
    throw error;
  }
}

/** A signer that refuses to be told, as one of an earlier release does, is shown the request all the same; one that is away is asked again for both. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof SignerRefusal)) throw error;
}

/** Everything that is to be shown to a signer goes in few messages. @returns why each was refused, in their order; undefined where it was taken @throws SignerUnreachable */
async function showAll(signer: Signer, showings: readonly Showing[]): Promise<Refusals> {
  const intents = [...new Set(showings.flatMap((one) => one.settled))];
  for (let at = 0; at < intents.length; at += mostSettled)
    await signer.call('settle', { intents: intents.slice(at, at + mostSettled) }).catch(unlessRefused);
  const refusals: Refusals = [];
  for (const run of runsOf(showings.flatMap(({ announcements }) => announcements)))
    refusals.push(...(await announceRun(signer, run)));
  return showings.map(({ announcements }) => refusals.splice(0, announcements.length).find((one) => one !== undefined));
}
/** What comes while a message is under way goes with the next one. */
const showTo = ofEach((signer: Signer) => gathered((showings: readonly Showing[]) => showAll(signer, showings)));

/**
 * Shows an order's intent to every signer, so that their approval pages have it, after the payments of its account that we stand for. Safe to repeat.
 * Returns the refusals by signer.
 */
export async function showToSigners(
  deps: OrderDeps,
  order: Pick<Order, 'intent' | 'payment_intent' | 'remark' | 'quotes' | 'risen_quotes' | 'sub_wallet_id' | 'chain'>,
): Promise<Map<string, unknown>> {
  const announcement = {
    intent: order.intent,
    attachments: attachmentsOf(order),
    ...(order.remark === '' ? {} : { remark: order.remark }),
    ...(order.quotes.length === 0 ? {} : { quotes: order.quotes }),
  };
  const again = order.risen_quotes.length > 0 ? [{ ...announcement, quotes: order.risen_quotes }] : [];
  const showing: Showing = {
    settled: await toBeTold(deps.db)(order.sub_wallet_id, order.chain),
    announcements: [announcement, ...again],
  };
  const failed = new Map<string, unknown>();
  const show = async (signer: Signer): Promise<void> => {
    const refusal = await ifThere(signer, () => showTo(signer)(showing)).catch((error: unknown) => error);
    if (refusal !== undefined) failed.set(signer.name, refusal);
  };
  await Promise.all(deps.signers.map(show));
  return failed;
}
