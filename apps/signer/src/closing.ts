import { type Intent, intentDigestHex, movesCoins, PolicyError, parseIntent } from '@holdfast/policy';
import { clockToleranceMs } from './admission/types.ts';
import { policyInForce, type SignerContext } from './context.ts';
import { refuse } from './errors.ts';
import type { Signing } from './signing/signing.ts';
import { mayName } from './state/names.ts';
import { digestOfId } from './state/state.ts';

function paymentOf(ctx: SignerContext, text: string): Intent {
  try {
    const intent = parseIntent(text);
    if (!movesCoins(intent)) throw refuse('kindNotAllowed');
    if (intent.deployment !== policyInForce(ctx).document.deployment) throw refuse('otherDeployment');
    return intent;
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('badIntent', error.message);
    throw error;
  }
}

/** An intent nobody showed me before is remembered like an announced one, and counted like it (`state/names.ts`). */
function demandRoom({ store: { state }, now }: SignerContext, { created }: Intent): void {
  if (now() + clockToleranceMs < Number(created)) throw refuse('notYetValid');
  if (!mayName(state.names, now())) throw refuse('tooMany', 'intent ids');
}

/**
 * Gives a payment up: this signer never takes part in signing it any more, unless its part of a signature has left already (`closed` is false then, and
 * nothing has changed). A signature needs the parts of two online signers, so one of them that has closed the intent proves that none exists or ever
 * will. No ground is asked for: all that comes of it is that an approved payment is not made, which a server can have by carrying nothing.
 *
 * A batch that is given up pays no row; once this signer's part of one has left, only the others can be given up, each by itself.
 *
 * Check and record are one turn of the event loop, and so are the last check of a session and its record that the part leaves (`signing/rounds.ts`): one of
 * the two is first. Nothing is answered before it is on disk. Asked again it says the same.
 */
export async function closeIntent(ctx: SignerContext, signing: Signing, text: string): Promise<{ closed: boolean }> {
  const { store } = ctx;
  const { state } = store;
  const intent = paymentOf(ctx, text);
  const { id } = intent;
  const digest = intentDigestHex(intent);
  const known = digestOfId(state, id);
  if (known !== undefined && known !== digest) throw refuse('intentReused');
  const isGiven = state.exposed.has(id) || state.signed.has(id) || state.batches.get(id)?.exposed === true;
  if (isGiven || state.closed.has(id)) {
    await store.flushed();
    return { closed: !isGiven };
  }
  if (known === undefined) demandRoom(ctx, intent);
  const written = store.append({ type: 'closed', id, digest, expires: Number(intent.expires) });
  signing.drop(id);
  await written;
  return { closed: true };
}
