import { attachedText } from '@holdfast/policy';
import { admit } from './admission/admit.ts';
import { standingDigest, standingMs, standingOf } from './admission/standing.ts';
import { type AdmissionRequest, type ChangeKind, type Draft, need, type Standing } from './admission/types.ts';
import { type Core, factsOf, policyInForce } from './core.ts';
import { refuse } from './errors.ts';
import { admittedKinds } from './kinds/index.ts';
import { liftsPresent } from './lifting.ts';
import { type Statement, stated } from './statements.ts';

const sayStanding = (core: Core, standing: Standing, at = core.now()): Statement =>
  stated(core, at, standingDigest(policyInForce(core).document.deployment, standing, core.me, at));

/** How changes of this kind are taken over, and the document of this one. @throws Refusal kindNotAllowed, bodyMismatch */
function changeOf({ purpose, attachments }: AdmissionRequest): { kind: ChangeKind; document: string } {
  const kind = admittedKinds[purpose].change;
  if (!kind) throw refuse('kindNotAllowed', purpose);
  const document = attachedText(purpose, attachments);
  if (document === undefined) throw refuse('bodyMismatch');
  return { kind, document };
}

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
  const { kind, document } = changeOf(request);
  if (kind.isInForce(core.store.state, document)) {
    await core.store.flushed();
    return { inForce: true, standing: sayStanding(core, standingOf(core.store.state)) };
  }
  const facts = () => factsOf(core, { ...request, onlyReady: true });
  return { inForce: false, standing: await admit(core.steps, facts, (draft) => promise(core, draft)) };
}

/** Writes the change down, and with it that a freeze is lifted where the members said so. */
function take(core: Core, request: AdmissionRequest, { kind, document }: ReturnType<typeof changeOf>, draft: Draft) {
  const lifts = liftsPresent(core.store.state, need(draft, 'intent'));
  const intent = need(draft, 'digest');
  const approved = { intent: request.intent, approvals: need(draft, 'approvals') };
  const written = core.store.append(kind.entry(document, approved));
  return lifts ? Promise.all([written, core.store.append({ type: 'unfrozen', intent })]) : written;
}

/** Takes over a change that the rules in force have approved. Repeating the one in force is no error. */
export async function applyChange(core: Core, request: AdmissionRequest): Promise<{ standing: Statement }> {
  const change = changeOf(request);
  const { kind, document } = change;
  const { state } = core.store;
  const isNew = !kind.isInForce(state, document);
  if (!isNew) await core.store.flushed();
  else
    await admit(
      core.steps,
      () => factsOf(core, request),
      (draft) => take(core, request, change, draft),
    );
  if (isNew) core.log(...kind.told(state));
  const standing = standingOf(state);
  return { ...kind.reply(standing), standing: sayStanding(core, standing) };
}
