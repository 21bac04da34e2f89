import { batchOf, type Intent, intentDigestHex, PolicyError } from '@holdfast/policy';
import { refuse } from '../errors.ts';
import { digestOfId, requestKey } from '../state/state.ts';
import { type Draft, need, type Step } from './types.ts';

/** @throws Refusal for a row that is not exactly what its batch makes of that place */
function readBatch(draft: Draft): Intent {
  try {
    return batchOf(need(draft, 'intent'), draft.attached ?? {});
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw refuse('notOfBatch', error.message);
  }
}

/**
 * A row is decided by its batch: by the approvals of that one, under the rules about all of its rows together. So nothing of a row is believed but what the
 * batch makes of its place, the id of its intent included; and since that id is one for ever, the row is paid once, by what holds for every intent
 * (`conflict.ts`). The batch's own id and request stand for one batch, as those of a payment do, and what was given up here pays no row.
 */
export const rowOfBatch: Step = {
  name: 'rowOfBatch',
  check: ({ state }, draft) => {
    const intent = readBatch(draft);
    const digest = intentDigestHex(intent);
    if (state.closed.has(intent.id)) throw refuse('intentClosed');
    const seen = digestOfId(state, intent.id);
    if (seen !== undefined && seen !== digest) throw refuse('intentReused');
    const paid = intent.request === '' ? undefined : state.requests.get(requestKey(intent));
    if (paid !== undefined && paid !== intent.id && !state.closed.has(paid)) throw refuse('intentReused', 'request');
    draft.batch = { intent, digest };
  },
};

/** Of a batch itself no transaction is made. */
export const byRows: Step = {
  name: 'byRows',
  check: () => {
    throw refuse('kindNotAllowed', 'a batch is paid by its rows');
  },
};
