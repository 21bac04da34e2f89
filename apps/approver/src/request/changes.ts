import { type Child, card, digestView, el, row, rows } from '@holdfast/pagekit';
import {
  credentialFingerprint,
  honestText,
  memberName,
  type PolicyChange,
  policyChanges,
  type Review,
} from '@holdfast/pagekit/review';
import { type BasicStrategy, digestWords, liftsFreeze, type PolicyDocument } from '@holdfast/policy';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Screen } from '../texts.ts';

function ruleText(screen: Screen, policy: PolicyDocument, rule: BasicStrategy): string {
  const nodes = rule.nodes.map((node) => {
    const people = node.approvers.map((id) => memberName({ policy }, id)).join(', ');
    return screen.text('rulePart', { node: honestText(node.name), threshold: node.threshold, people });
  });
  return nodes.join(' → ') + screen.text(rule.signProtection === 'on' ? 'rulePartProtected' : 'rulePartUnprotected');
}

const scopeText = (screen: Screen, wallet: string): string =>
  wallet === '*' ? screen.text('scopeAll') : screen.text('scopeWallet', { wallet });

function changeText(screen: Screen, review: Review, next: PolicyDocument, change: PolicyChange): Text {
  const { policy } = review;
  const rule = (policyOf: PolicyDocument, strategy: BasicStrategy) => () => ruleText(screen, policyOf, strategy);
  switch (change.what) {
    case 'memberAdded':
    case 'memberRemoved':
      return screen.say(`change_${change.what}`, { name: honestText(change.member.name), role: change.member.role });
    case 'memberRenamed':
    case 'roleChanged':
    case 'statusChanged':
      return screen.say(`change_${change.what}`, {
        name: honestText(change.member.name),
        from: change.from,
        to: change.to,
      });
    case 'credentialAdded':
    case 'credentialRemoved': {
      const { credential, member } = change;
      const type = (): string => screen.text(`credential_${credential.type}`);
      return screen.say(`change_${change.what}`, { name: honestText(member.name), type, id: credential.id });
    }
    case 'ruleAdded':
    case 'ruleRemoved': {
      const scope = (): string => scopeText(screen, change.rule.wallet);
      return screen.say(`change_${change.what}`, {
        scope,
        rule: rule(change.what === 'ruleAdded' ? next : policy, change.rule),
      });
    }
    case 'ruleChanged':
      return screen.say('change_ruleChanged', { scope: () => scopeText(screen, change.to.wallet) });
  }
}

function beforeAndAfter(screen: Screen, review: Review, next: PolicyDocument, change: PolicyChange): HTMLElement[] {
  if (change.what !== 'ruleChanged') return [];
  const before = () => ruleText(screen, review.policy, change.from);
  const after = () => ruleText(screen, next, change.to);
  return [
    el('p', { class: 'muted' }, screen.say('ruleBefore', { rule: before })),
    el('p', {}, screen.say('ruleAfter', { rule: after })),
  ];
}

/** Whose key it is cannot be read from its id; the person it is said to belong to reads these words where the key was made. */
function newKey(screen: Screen, change: PolicyChange): HTMLElement[] {
  if (change.what !== 'credentialAdded') return [];
  const { credential, member } = change;
  const print = credentialFingerprint(credential);
  const name = honestText(member.name);
  const where =
    credential.type === 'passkey'
      ? [el('p', { class: 'mono' }, `${credential.rpId}: ${credential.origins.join(', ')}`)]
      : [];
  return [
    digestView(digestWords(print), bytesToHex(print)),
    ...where,
    el('p', { class: 'muted' }, screen.say('credentialCompare', { name })),
  ];
}

const signOf = (change: PolicyChange): string =>
  change.what.endsWith('Added') ? 'plus' : change.what.endsWith('Removed') ? 'minus' : '';

/** A proposed policy as sentences about what becomes different. */
export function changesCard(screen: Screen, review: Review): HTMLElement | null {
  const next = review.nextPolicy;
  if (!next) return null;
  const items = policyChanges(review.policy, next).map((change) =>
    el(
      'li',
      { class: signOf(change) },
      changeText(screen, review, next, change),
      ...newKey(screen, change),
      ...beforeAndAfter(screen, review, next, change),
    ),
  );
  if (liftsFreeze(review.intent)) items.unshift(el('li', { class: 'plus' }, screen.say('changeUnfreeze')));
  const list: Child = items.length > 0 ? el('ul', { class: 'changes' }, ...items) : screen.say('changesNone');
  return card(screen.say('changesTitle'), undefined, list);
}

/** Who will hold the keys, and how many of them sign. */
export function keygenCard(screen: Screen, review: Review): HTMLElement | null {
  const { keygen } = review;
  if (!keygen) return null;
  const names = keygen.parties.map(
    (id) => review.policy.signers.find((signer) => signer.id === id)?.name ?? screen.text('keygenRecovery'),
  );
  return el(
    'div',
    { class: 'stack' },
    rows(row(screen.say('keygenParties'), names.join(', ')), row(screen.say('keygenThreshold'), keygen.threshold)),
    card(
      screen.say('keygenRecovery'),
      undefined,
      digestView(digestWords(hexToBytes(keygen.recovery.identity)), keygen.recovery.identity),
    ),
  );
}
