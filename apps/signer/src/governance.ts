import { bookHash, parseBookChange } from '@holdfast/policy';
import { admit } from './admission/admit.ts';
import { type Standing, standingDigest, standingMs, standingOf } from './admission/standing.ts';
import { type AdmissionRequest, type Draft, need } from './admission/types.ts';
import { type Core, factsOf, policyInForce } from './core.ts';
import { refuse } from './errors.ts';
import { liftsPresent } from './lifting.ts';
import { type Statement, stated } from './statements.ts';

const sayStanding = (core: Core, standing: Standing, at = core.now()): Statement =>
  stated(core, at, standingDigest(policyInForce(core).document.deployment, standing, core.me, at));

const isInForce = (core: Core, { attachments: { document, book } }: AdmissionRequest): boolean =>
  document === undefined ? book !== undefined && isLast(core, book) : document === policyInForce(core).text;

/** Being ready is written down: after a crash this signer must still know to which change it has given its word. Asked again soon, it repeats itself. */
async function promise(core: Core, draft: Draft): Promise<Statement> {
  const { state } = core.store;
  const { body } = need(draft, 'intent');
  const standing = standingOf(state, body);
  const intent = need(draft, 'digest');
  const repeats = state.ready?.body === body && state.readied.has(intent);
  const written =
    repeats && core.now() < (state.ready?.at ?? 0) + standingMs / 2
      ? core.store.flushed()
      : core.store.append({ type: 'readied', body, intent });
  const at = state.ready?.at ?? core.now();
  await written;
  return sayStanding(core, standing, at);
}

/**
 * Says, for the other signers, that this one would take the change over: its whole admission holds here and now. Where the change is in force
 * already, that is what it says.
 */
export async function readyFor(
  core: Core,
  request: AdmissionRequest,
): Promise<{ inForce: boolean; standing: Statement }> {
  if (isInForce(core, request)) {
    await core.store.flushed();
    return { inForce: true, standing: sayStanding(core, standingOf(core.store.state)) };
  }
  const facts = () => factsOf(core, { ...request, onlyReady: true });
  return { inForce: false, standing: await admit(core.steps, facts, (draft) => promise(core, draft)) };
}

/** Takes a next policy version that the flow in force has approved. Repeating the change in force is no error. */
export async function applyPolicy(
  core: Core,
  request: AdmissionRequest,
): Promise<{ policyHash: string; standing: Statement }> {
  const { attachments } = request;
  const taken = () => {
    const standing = standingOf(core.store.state);
    return { policyHash: standing.policy, standing: sayStanding(core, standing) };
  };
  if (isInForce(core, request)) {
    await core.store.flushed();
    return taken();
  }
  await admit(
    core.steps,
    () => factsOf(core, request),
    (draft) => {
      const { document } = attachments;
      if (document === undefined) throw refuse('bodyMismatch');
      const lifts = liftsPresent(core.store.state, need(draft, 'intent'));
      const intent = need(draft, 'digest');
      const written = core.store.append({
        type: 'policy',
        document,
        intent: request.intent,
        approvals: need(draft, 'approvals'),
      });
      return lifts ? Promise.all([written, core.store.append({ type: 'unfrozen', intent })]) : written;
    },
  );
  core.log('a new policy is in force', { version: policyInForce(core).document.version });
  return taken();
}

/** Takes a change of the address book that the rules in force have approved. Repeating the last change is no error. */
export async function applyBook(
  core: Core,
  request: AdmissionRequest,
): Promise<{ bookHash: string; standing: Statement }> {
  const { book: change } = request.attachments;
  const taken = () => {
    const standing = standingOf(core.store.state);
    return { bookHash: standing.book, standing: sayStanding(core, standing) };
  };
  if (isInForce(core, request)) {
    await core.store.flushed();
    return taken();
  }
  await admit(
    core.steps,
    () => factsOf(core, request),
    (draft) => {
      if (change === undefined) throw refuse('bodyMismatch');
      return core.store.append({ type: 'book', change, intent: request.intent, approvals: need(draft, 'approvals') });
    },
  );
  core.log('the address book has changed', { entries: core.store.state.book.entries.size });
  return taken();
}

function isLast({ store }: Core, change: string): boolean {
  try {
    return bookHash(parseBookChange(change)) === store.state.book.hash;
  } catch {
    return false;
  }
}
