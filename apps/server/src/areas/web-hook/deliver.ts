import { askOutside } from '../../outgoing/post.ts';
import { reasonOf } from '../../outgoing/reason.ts';
import type { WebHookDeps } from './deps.ts';
import { bodyOf, type HookEvent, wireId } from './events.ts';
import { type HookKey, openHookKey } from './keys.ts';
import * as queries from './queries.ts';
import * as queue from './queue.ts';
import { pauseMs, restMs, successWord } from './rules.ts';
import { signedHeaders } from './sign.ts';

/** An endpoint with what signs for it: nothing where its keys were sealed by another identity of the server, or altered. */
export interface Place {
  readonly endpoint: queries.EndpointRow;
  readonly keys: readonly HookKey[];
}
function openKey({ secrets }: WebHookDeps, row: queries.KeyRow): HookKey[] {
  try {
    return [openHookKey(secrets, row)];
  } catch {
    return [];
  }
}
const lockedOut = 'its secrets cannot be opened: give it new ones';

export async function placeOf(deps: WebHookDeps, id: string): Promise<Place | undefined> {
  const endpoint = await queries.endpointById(deps.db, id);
  if (!endpoint) return undefined;
  const rows = await queries.keysOf(deps.db, [id], deps.clock());
  return { endpoint, keys: rows.flatMap((row) => openKey(deps, row)) };
}

/** Why an answer is none that says that it has arrived; '' where it is. */
function faultOf({ success_word }: queries.EndpointRow, status: number, text: string): string {
  if (status < 200 || status > 299) return `answered ${status}`;
  return success_word && text.trim() !== successWord ? `answered without ${successWord}` : '';
}

/** One attempt; it never throws. */
export async function attempt(deps: WebHookDeps, place: Place, event: HookEvent, n: number): Promise<queue.Attempt> {
  const at = deps.clock();
  const began = performance.now();
  const ended = (code: number, error: string) => ({ at, code, ms: Math.round(performance.now() - began), error });
  if (place.keys.length === 0) return ended(0, lockedOut);
  try {
    const body = bodyOf(event, n);
    const headers = signedHeaders({ id: wireId(event), at, body }, place.keys);
    const { status, text } = await askOutside(place.endpoint.url, { headers, body }, deps.allowed);
    return ended(status, faultOf(place.endpoint, status, text));
  } catch (error) {
    return ended(0, reasonOf(error));
  }
}

/** How an endpoint fares in a round, kept in memory until its end. */
interface Course {
  failures: number;
  lastError: string;
  lastOkAt: Date | null;
  restUntil: Date | null;
  used: boolean;
}
function follow(course: Course, { at, error, code }: queue.Attempt): void {
  course.used = true;
  course.lastError = error;
  if (error === '') {
    course.failures = 0;
    course.lastOkAt = at;
    return;
  }
  course.failures += 1;
  // Whoever does not answer at all keeps others waiting each time.
  if (code === 0) course.restUntil = new Date(at.getTime() + restMs(course.failures));
}

/** Sends what waits in one line, in order, until nothing does, one fails, or the round is over. */
async function sendLine(deps: WebHookDeps, place: Place, held: queue.Held, course: Course, isOver: () => boolean) {
  while (!isOver()) {
    const found = await queue.headOf(deps.db, held);
    if (!found) return;
    const { added, head } = found;
    if (!head) {
      if (await queue.dropLine(deps.db, held, added)) return;
      continue;
    }
    const done = await attempt(deps, place, head, head.attempts + 1);
    follow(course, done);
    const pause = done.error === '' ? undefined : pauseMs(head.tries + 1, deps.random());
    const again = pause === undefined ? undefined : new Date(deps.clock().getTime() + pause);
    if (!(await queue.noteAttempt(deps.db, held, head.delivery, done, again)) || again) return;
  }
  await queue.releaseLine(deps.db, held);
}

const linesAtOnce = 4;
const roundMs = 5_000;
/** So often it is looked at again: nothing is tried meanwhile, so nothing is given up. */
const lockedOutMs = 60_000;

async function serve(deps: WebHookDeps, id: string): Promise<void> {
  const place = await placeOf(deps, id);
  if (!place) return;
  if (place.keys.length === 0) {
    const restUntil = new Date(deps.clock().getTime() + lockedOutMs);
    return void (await queries.noteHealth(deps.db, id, {
      failures: 1,
      lastError: lockedOut,
      lastOkAt: null,
      restUntil,
    }));
  }
  const { failures, last_error } = place.endpoint;
  const course: Course = { failures, lastError: last_error, lastOkAt: null, restUntil: null, used: false };
  const end = performance.now() + roundMs;
  const isOver = (): boolean => course.restUntil !== null || performance.now() > end;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const held = await queue.claimLine(deps.db, id, deps.clock());
      if (!held) return;
      await sendLine(deps, place, held, course, isOver);
    }
  };
  await Promise.all(Array.from({ length: linesAtOnce }, lane));
  if (course.used) await queries.noteHealth(deps.db, id, course);
}

/**
 * Sends what is due to every endpoint, for a few seconds. At least once: whoever dies between sending and noting it leaves its line, and after a minute it is
 * sent again, with the same id.
 */
export async function deliverAll(deps: WebHookDeps): Promise<void> {
  const due = await queue.dueEndpoints(deps.db, deps.clock());
  await Promise.all(due.map((id) => serve(deps, id)));
}
