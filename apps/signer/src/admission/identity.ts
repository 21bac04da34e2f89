import { familyOf } from '@holdfast/chains';
import {
  canonicalText,
  checkApproval,
  checkIntent,
  intentBytesOf,
  intentDigestHex,
  movesCoins,
  PolicyError,
} from '@holdfast/policy';
import { demandConflictWord, ownPath } from '../coins.ts';
import { refuse } from '../errors.ts';
import { digestOfId, requestKey } from '../state/state.ts';
import { need, type Step } from './types.ts';

const maxApprovals = 200;

/** The channel has already proven the peer's key; here its name must be one that may ask for this. */
export const authenticatedPeer: Step = {
  name: 'authenticatedPeer',
  check: ({ request, kind }) => {
    if (request.peer !== kind.peer) throw refuse('notAuthenticated', request.peer);
  },
};

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError || error instanceof SyntaxError) throw refuse('badIntent', error.message);
    throw error;
  }
}

/** The same again says nothing more, and is not checked again. */
const distinct = (approvals: readonly unknown[]): readonly unknown[] => [
  ...new Map(approvals.map((approval) => [JSON.stringify(approval), approval])).values(),
];

export const sizeAndSchema: Step = {
  name: 'sizeAndSchema',
  check: ({ request }, draft) => {
    if (request.intent.length > intentBytesOf(request.purpose) || request.approvals.length > maxApprovals)
      throw refuse('tooLarge');
    draft.intent = parsed(() => checkIntent(JSON.parse(request.intent)));
    draft.approvals = parsed(() => distinct(request.approvals).map(checkApproval));
  },
};

/** What was read must be written back byte for byte: no second text can stand for the same intent (RFC 8785). */
export const canonicalBytes: Step = {
  name: 'canonicalBytes',
  check: ({ request }, draft) => {
    const intent = need(draft, 'intent');
    if (canonicalText(intent) !== request.intent) throw refuse('notCanonical');
    draft.digest = intentDigestHex(intent);
  },
};

export const deployment: Step = {
  name: 'deployment',
  check: ({ state }, draft) => {
    if (!state.policy) throw refuse('notInitialised');
    if (need(draft, 'intent').deployment !== state.policy.document.deployment) throw refuse('otherDeployment');
  },
};

export const keyGroup: Step = {
  name: 'keyGroup',
  check: ({ state, chains }, draft) => {
    const intent = need(draft, 'intent');
    const group = state.groups.get(intent.keyGroup);
    if (!group?.public.active) throw refuse('unknownKey');
    const chain = chains.get(intent.chain);
    if (!chain) throw refuse('unknownWallet', `chain ${intent.chain}`);
    demandConflictWord(intent, chain);
    Object.assign(draft, { group, chain });
  },
};

/** The paying address is this key group's, at a path of this sub-wallet, and the sub-wallet is of this workspace. */
export const walletOwnsAddress: Step = {
  name: 'walletOwnsAddress',
  check: ({ state, childKey }, draft) => {
    const intent = need(draft, 'intent');
    const chain = need(draft, 'chain');
    const group = need(draft, 'group').public;
    const path = ownPath(intent.path);
    if (!path) throw refuse('unknownWallet', intent.path);
    const family = familyOf(chain);
    const address = family.addressOf(chain, childKey(group, intent.path), intent.path);
    const workspace = state.workspaces.get(intent.wallet) ?? intent.workspace;
    const owns =
      path.coin === family.coinType && String(path.wallet) === intent.wallet && workspace === intent.workspace;
    if (!owns || address !== intent.from) throw refuse('unknownWallet', intent.path);
  },
};

/** What was given up here stays so: others may have taken its place since. */
export const notClosed: Step = {
  name: 'notClosed',
  check: ({ state }, draft) => {
    if (state.closed.has(need(draft, 'intent').id)) throw refuse('intentClosed');
  },
};

/**
 * An id is used for one intent only, for ever: here, and among all ever announced for approval. And what somebody asked for under one request id is paid
 * once: whoever repeats a request cannot know which intent a server shows them for it. An intent that was given up (`closing.ts`) pays nothing.
 */
export const idUnseen: Step = {
  name: 'idUnseen',
  check: ({ state }, draft) => {
    const intent = need(draft, 'intent');
    const seen = digestOfId(state, intent.id);
    if (seen !== undefined && seen !== draft.digest) throw refuse('intentReused');
    if (!movesCoins(intent) || intent.request === '') return;
    const paid = state.requests.get(requestKey(intent));
    if (paid !== undefined && paid !== intent.id && !state.closed.has(paid)) throw refuse('intentReused', 'request');
  },
};
