import type { Decision, Member } from '@holdfast/policy';
import { type Actor, honestText, memberName, type Review } from '@holdfast/review';
import { el, Fault, faultBox, localWords, notice, signerText } from '@holdfast/signer-ui';
import { signersText } from '../signers-text.ts';
import type { Screen } from '../texts.ts';
import { patienceMs, type Taken } from './deliver.ts';
import { keysHere } from './keys-here.ts';

export { deliver } from './deliver.ts';

const say = localWords({
  'en-US': {
    unsatisfiable: 'The rules cannot be satisfied with the present members. Change the rules first.',
    initiator: 'Waiting for {name} to sign the request.',
    one: 'Waiting for one more approver: {names}',
    more: 'Waiting for {count} more approvers: {names}',
    or: ' or ',
    thenOne: '; then step {step} of {steps}: {names}',
    thenMore: '; then step {step} of {steps}: {count} of {names}',
    approved: 'You have approved this request.',
    notAsked: '{name} is not asked about this request.',
    later: 'Your turn comes after {names}.',
    laterSome: 'Your turn comes after {count} of {names}.',
    page: 'Waiting for an approval through another signer’s page, from: {names}.',
    keyElsewhere: 'The key of {name} was never used in this browser. If you are not {name}, choose yourself.',
    keyOfNobody: 'This link is for {name}, who has no key that can be used here. Open it where that key is.',
    signingAs: 'Waiting for the key of {name} …',
    signingHint: 'Nothing asks you? Then this device does not have the key of {name}: cancel, and choose yourself.',
    keyAsked:
      'The key of {name} was asked for. If this device does not have it, open this page where it is. If you are not {name}, choose yourself.',
    sending: 'The key of {name} has signed. Waiting for {signer} …',
    done_approve: 'Approved. Your decision is with the signer.',
    done_initiate: 'Signed. The request now waits for its approvers.',
    done_refuse: 'Refused. This request has ended.',
    away: '{signer} does not answer yet. The other signers are given what was signed, too.',
    taken:
      '{taker} has your decision. {signer} does not answer: what stands above is from before, and it is given the decision as soon as it answers.',
    takenOwn: '{signer} has your decision, but this page could not be brought up to date.',
    closing: 'This tab closes by itself.',
  },
  'zh-CN': {
    unsatisfiable: '现有成员无法满足规则。请先变更规则。',
    initiator: '等待 {name} 签署请求。',
    one: '还需 1 人批准：{names}',
    more: '还需 {count} 人批准：{names}',
    or: '或',
    thenOne: '；然后第 {step} 步（共 {steps} 步）需 1 人批准：{names}',
    thenMore: '；然后第 {step} 步（共 {steps} 步）需 {count} 人批准：{names}',
    approved: '您已批准此请求。',
    notAsked: '此请求不需要 {name} 审批。',
    later: '{names} 批准后轮到您。',
    laterSome: '{names} 中 {count} 人批准后轮到您。',
    page: '还需一次经另一签名节点页面的批准，可由以下人员作出：{names}。',
    keyElsewhere: '{name} 的密钥从未在此浏览器中使用过。如果您不是 {name}，请选择您自己。',
    keyOfNobody: '此链接是发给 {name} 的，但其密钥在此无法使用。请在存有该密钥的设备上打开。',
    signingAs: '正在等待 {name} 的密钥……',
    signingHint: '没有提示？此设备没有 {name} 的密钥：请取消，并选择您自己。',
    keyAsked:
      '请求使用的是 {name} 的密钥。如果此设备没有该密钥，请在存有该密钥的设备上打开本页面；如果您不是 {name}，请选择您自己。',
    sending: '{name} 的密钥已签名，正在等待{signer}……',
    done_approve: '已批准。您的决定已交给签名节点。',
    done_initiate: '已签署。请求正在等待审批人。',
    done_refuse: '已拒绝。此请求已终止。',
    away: '{signer}尚无响应，签名也会交给其他签名节点。',
    taken: '{taker}已收到您的决定。{signer}无响应：以上为此前的状态，恢复后会立即收到您的决定。',
    takenOwn: '{signer}已收到您的决定，但本页面未能更新。',
    closing: '此标签页将自动关闭。',
  },
});

/** How many of whom, in the language that is read. */
const someOf = (screen: Screen, review: Review, count: number, ids: readonly string[]) => {
  const names = ids.map((id) => memberName(review, id));
  const join = (): string => (count === 1 ? say.tables[screen.language()].or : screen.text('listJoin'));
  return { count: String(count), names: () => names.join(join()) };
};

/** Which step follows this node, and whom it asks, as the console says it: nothing where the approvals given so far are enough for all that follow. */
function laterText(screen: Screen, review: Review, node: Review['evaluation']['nodes'][number]): Text | null {
  const given = new Set(review.approvals.filter(({ decision }) => decision === 'approve').map(({ member }) => member));
  const { nodes } = review.evaluation;
  // What is asked of their pages is no step: one of the same approvals is.
  const steps = nodes.filter(({ kind }) => kind !== 'page');
  const lacking = ({ eligible, threshold }: typeof node): number =>
    threshold - eligible.filter((id) => given.has(id)).length;
  const step = steps.find((one) => nodes.indexOf(one) > nodes.indexOf(node) && lacking(one) > 0);
  if (!step) return null;
  const count = lacking(step);
  const left = step.eligible.filter((id) => !given.has(id));
  const place = { step: String(steps.indexOf(step) + 1), steps: String(steps.length) };
  return say(screen, count === 1 ? 'thenOne' : 'thenMore', { ...place, ...someOf(screen, review, count, left) });
}

/** Whose decision is missing now, by name; nothing where none is. */
export function nextNotice(screen: Screen, review: Review): HTMLElement | null {
  const { evaluation, intent } = review;
  if (evaluation.state !== 'waiting') return null;
  if (!evaluation.initiatorSigned && !evaluation.solo)
    return notice('info', say(screen, 'initiator', { name: memberName(review, intent.initiator) }));
  const node = evaluation.nodes.find(({ approved, threshold }) => approved.length < threshold);
  if (!node) return null;
  const isPage = node.kind === 'page';
  const left = node.eligible.filter((id) => isPage || !node.approved.includes(id));
  if (isPage) {
    const names = left.map((id) => memberName(review, id)).join(screen.text('listJoin'));
    return notice('info', say(screen, 'page', { names }));
  }
  const count = node.threshold - node.approved.length;
  const params = someOf(screen, review, count, left);
  const later = evaluation.solo ? null : laterText(screen, review, node);
  return notice('info', say(screen, count === 1 ? 'one' : 'more', params), later);
}

/** Who is waited for, by name: how a step is called says nothing to whom it is not about. */
function laterNotice(screen: Screen, review: Review): HTMLElement | null {
  const open = review.evaluation.nodes.find((node) => node.approved.length < node.threshold);
  if (!open) return null;
  const left = open.eligible.filter((id) => !open.approved.includes(id));
  const count = open.threshold - open.approved.length;
  const names = left.map((id) => memberName(review, id)).join(', ');
  return notice('info', say(screen, count < left.length ? 'laterSome' : 'later', { count: String(count), names }));
}

/** Why somebody who can do nothing now cannot. */
export function standingNotice(screen: Screen, review: Review, { standing, member }: Actor): HTMLElement | null {
  if (standing === 'approved') return notice('ok', say(screen, 'approved'));
  if (standing === 'notAsked') return notice('info', say(screen, 'notAsked', { name: honestText(member.name) }));
  return standing === 'later' ? laterNotice(screen, review) : null;
}

/** How long it can be read what came of it. */
const readMs = 2_500;

/** Nobody who is left could make it pass. */
export const unsatisfiableNotice = (screen: Screen): HTMLElement => notice('bad', say(screen, 'unsatisfiable'));

/** Takes away what is said of an open request alone (`effect.ts`). */
export function leaveOpen(): void {
  for (const part of document.querySelectorAll('[data-while-open]')) part.remove();
}

/** A tab that was opened for this and nothing else goes away when nothing is left to do in it; one with a past stays, as does one that the browser keeps. */
export function closeSoon(screen: Screen): HTMLElement | null {
  if (screen.route.query.get('tab') !== 'own' || history.length > 1) return null;
  const told = el('p', { class: 'muted', role: 'status' }, say(screen, 'closing'));
  const timer = setTimeout(() => {
    close();
    told.remove();
  }, readMs);
  screen.left.addEventListener('abort', () => clearTimeout(timer));
  return told;
}

/** Does this browser know other keys, but not this one? Then the device would only wait for a key that it does not have. */
function isElsewhere({ credential }: Actor): boolean {
  const known = keysHere();
  return credential.type === 'passkey' && known.length > 0 && !known.includes(credential.id);
}

/** That the link is for somebody without a key here, or that the key which would be used was never used in this browser. */
export function keyNotices(screen: Screen, wanted: Member | undefined, actor: Actor | undefined): HTMLElement[] {
  const name = honestText((actor?.member ?? wanted)?.name ?? '');
  if (!actor) return wanted ? [notice('warn', say(screen, 'keyOfNobody', { name }))] : [];
  return isElsewhere(actor) ? [notice('warn', say(screen, 'keyElsewhere', { name }))] : [];
}

/** The signer of this page, as people call it. */
const ownSigner = (screen: Screen, { signers }: Review['policy']): (() => string) =>
  signerText(screen, signers.find(({ origin }) => origin === location.origin)?.name ?? location.host);

/** Who has what was decided, as long as the signer of this page has not told of it; nothing where it has of all. */
export function takenNotice(
  screen: Screen,
  { policy }: Review,
  all: readonly (Taken | undefined)[],
): HTMLElement | null {
  const signer = ownSigner(screen, policy);
  const taken = all.flatMap((one) => one ?? []);
  if (taken.length === 0) return null;
  const takers = new Set(taken.flatMap(({ by }) => (by === 'own' ? [] : [by.name])));
  return takers.size === 0
    ? notice('warn', say(screen, 'takenOwn', { signer }))
    : notice('ok', say(screen, 'taken', { signer, taker: signersText(screen, [...takers]) }));
}

/** What was decided here, and who has it. */
export const doneNotice = (screen: Screen, review: Review, done: Decision, taken: Taken | undefined): HTMLElement =>
  takenNotice(screen, review, [taken]) ?? notice(done === 'refuse' ? 'info' : 'ok', say(screen, `done_${done}`));

/** Says below what is told that the signer of this page does not answer, once its time is up. */
export function tellLate(screen: Screen, { policy }: Pick<Review, 'policy'>, told: HTMLElement): void {
  const tell = (): void =>
    told.after(el('p', { class: 'muted', role: 'status' }, say(screen, 'away', { signer: ownSigner(screen, policy) })));
  setTimeout(() => told.isConnected && tell(), patienceMs);
}

/** That the key has done its part: what is waited for from then on is the signer of this page. */
export const sendingText = (screen: Screen, { policy }: Pick<Review, 'policy'>, { name }: Pick<Member, 'name'>): Text =>
  say(screen, 'sending', {
    name: honestText(name),
    signer: ownSigner(screen, policy),
  });

/** The same in place of the waiting for the key; nothing is left to cancel. */
export function waitingForSigner(screen: Screen, review: Review, { member }: Actor): HTMLElement {
  const told = el('p', { class: 'lead', role: 'status' }, sendingText(screen, review, member));
  tellLate(screen, review, told);
  return el('div', { class: 'bar' }, told);
}

/** The way out where the device does not have the key. */
export const signingHint = (screen: Screen, { member, credential }: Actor): HTMLElement | false =>
  credential.type === 'passkey' &&
  el('p', { class: 'muted' }, say(screen, 'signingHint', { name: honestText(member.name) }));

/** What failed. A device that does not have the key says no by itself: then it also names the key that was asked for, and the way out. */
export function failureBox(screen: Screen, error: unknown, { member }: Pick<Actor, 'member'>): HTMLElement {
  const box = faultBox(screen, error);
  if (error instanceof Fault && error.key === 'faultPasskeyCancelled')
    box.lastElementChild?.append(el('p', {}, say(screen, 'keyAsked', { name: honestText(member.name) })));
  return box;
}

/** What stands there while a key is asked for: whose, and the way out where the device does not have it. */
export function waitingForKey(screen: Screen, actor: Actor, stop: AbortController): HTMLElement {
  const name = honestText(actor.member.name);
  const cancel = el('button', { type: 'button', id: 'stop', click: () => stop.abort() }, screen.say('cancel'));
  return el(
    'div',
    { class: 'bar' },
    el('p', { class: 'lead', role: 'status' }, say(screen, 'signingAs', { name })),
    signingHint(screen, actor),
    el('div', { class: 'actions' }, cancel),
  );
}
