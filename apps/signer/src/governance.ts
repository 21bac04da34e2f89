import { attachedText } from '@holdfast/policy';
import { admit } from './admission/admit.ts';
import { standingDigest, standingMs, standingOf } from './admission/standing.ts';
import { type AdmissionRequest, type ChangeKind, type Draft, need, type Standing } from './admission/types.ts';
import { factsOf, policyInForce, type SignerContext } from './context.ts';
import { refuse } from './errors.ts';
import { admittedKinds } from './kinds/index.ts';
import { type Statement, stated } from './statements.ts';
import { liftsPresent } from './unfreeze.ts';

const sayStanding = (ctx: SignerContext, standing: Standing, at = ctx.now()): Statement =>
  stated(ctx, at, standingDigest(policyInForce(ctx).document.deployment, standing, ctx.me, at));

/** How changes of this kind are taken over, and the document of this one. @throws Refusal kindNotAllowed, bodyMismatch */
function changeOf({ purpose, attachments }: AdmissionRequest): { kind: ChangeKind; document: string } {
  const kind = admittedKinds[purpose].change;
  if (!kind) throw refuse('kindNotAllowed', purpose);
  const document = attachedText(purpose, attachments);
  if (document === undefined) throw refuse('bodyMismatch');
  return { kind, document };
}

/** Being ready is written down: after a crash this signer must still know to which change it has given its word. Asked again soon, it repeats itself. */
async function promise(ctx: SignerContext, draft: Draft): Promise<Statement> {
  const { state } = ctx.store;
  const { body } = need(draft, 'intent');
  const standing = standingOf(state, body);
  const intent = need(draft, 'digest');
  const repeats = state.ready?.body === body && state.readied.has(intent);
  const written =
    repeats && ctx.now() < (state.ready?.at ?? 0) + standingMs / 2
      ? ctx.store.flushed()
      : ctx.store.append({ type: 'readied', body, intent });
  const at = state.ready?.at ?? ctx.now();
  await written;
  return sayStanding(ctx, standing, at);
}

/**
 * Says, for the other signers, that this one would take the change over: its whole admission holds here and now. Where the change is in force
 * already, that is what it says.
 */
export async function readyFor(
  ctx: SignerContext,
  request: AdmissionRequest,
): Promise<{ inForce: boolean; standing: Statement }> {
  const { kind, document } = changeOf(request);
  if (kind.isInForce(ctx.store.state, document)) {
    await ctx.store.flushed();
    return { inForce: true, standing: sayStanding(ctx, standingOf(ctx.store.state)) };
  }
  const facts = () => factsOf(ctx, { ...request, onlyReady: true });
  return { inForce: false, standing: await admit(ctx.steps, facts, (draft) => promise(ctx, draft)) };
}

/** Writes the change down, and with it that a freeze is lifted where the members said so. */
function take(
  ctx: SignerContext,
  request: AdmissionRequest,
  { kind, document }: ReturnType<typeof changeOf>,
  draft: Draft,
) {
  const lifts = liftsPresent(ctx.store.state, need(draft, 'intent'));
  const intent = need(draft, 'digest');
  const approved = { intent: request.intent, approvals: need(draft, 'approvals') };
  const written = ctx.store.append(kind.entry(document, approved));
  return lifts ? Promise.all([written, ctx.store.append({ type: 'unfrozen', intent })]) : written;
}

/** Takes over a change that the rules in force have approved. Repeating the one in force is no error. */
export async function applyChange(ctx: SignerContext, request: AdmissionRequest): Promise<{ standing: Statement }> {
  const change = changeOf(request);
  const { kind, document } = change;
  const { state } = ctx.store;
  const isNew = !kind.isInForce(state, document);
  if (!isNew) await ctx.store.flushed();
  else
    await admit(
      ctx.steps,
      () => factsOf(ctx, request),
      (draft) => take(ctx, request, change, draft),
    );
  if (isNew) ctx.log(...kind.told(state));
  const standing = standingOf(state);
  return { ...kind.reply(standing), standing: sayStanding(ctx, standing) };
}
