import { bookHash, liftsFreeze, parseBookChange } from '@holdfast/policy';
import { admit } from './admission/admit.ts';
import { type AdmissionRequest, need } from './admission/types.ts';
import { type Core, factsOf, policyInForce } from './core.ts';
import { refuse } from './errors.ts';

/** Takes a next policy version that the flow in force has approved. Repeating the change in force is no error. */
export async function applyPolicy(core: Core, request: AdmissionRequest): Promise<{ policyHash: string }> {
  const { attachments } = request;
  const inForce = policyInForce(core);
  if (attachments.document === inForce.text) {
    await core.store.flushed();
    return { policyHash: inForce.hash };
  }
  await admit(
    core.steps,
    () => factsOf(core, request),
    (draft) => {
      const { document } = attachments;
      if (document === undefined) throw refuse('bodyMismatch');
      const lifts = core.store.state.frozen !== undefined && liftsFreeze(need(draft, 'intent'));
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
  return { policyHash: policyInForce(core).hash };
}

/** Takes a change of the address book that the rules in force have approved. Repeating the last change is no error. */
export async function applyBook(core: Core, request: AdmissionRequest): Promise<{ bookHash: string }> {
  const { book: change } = request.attachments;
  const last = (): { bookHash: string } => ({ bookHash: core.store.state.book.hash });
  if (change !== undefined && isLast(core, change)) {
    await core.store.flushed();
    return last();
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
  return last();
}

function isLast({ store }: Core, change: string): boolean {
  try {
    return bookHash(parseBookChange(change)) === store.state.book.hash;
  } catch {
    return false;
  }
}
