import { digestWords } from '@holdfast/policy';
import { signerFingerprint } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import {
  card,
  digestView,
  el,
  faultBox,
  heading,
  localWords,
  notice,
  showWaiting,
  signerFacts,
  stopWaiting,
} from '@holdfast/signer-ui';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Screen } from './texts.ts';

/** The words of this screen, fetched with it. */
const say = localWords({
  'en-US': {
    title: 'This is where decisions are signed',
    lead: 'A signer serves this page from its own origin. It shows a request in whole, as the signer understands it, and has your passkey sign your decision over exactly that.',
    how: 'Open it by the link or code of a waiting item in the console, or by “holdfast approve” in a terminal.',
    ready: 'This signer is set up. Rules in force: version {version}.',
    empty: 'This signer has not been set up yet. Begin in the console.',
    id: 'Request id',
    open: 'Open request',
    fingerprint: 'Fingerprint of this signer',
    fingerprintHint:
      'It names this signer’s keys. “holdfast kit open --fingerprint” takes these words to see that a share really came from here; note them before you need them.',
    stop: 'Stop all signing',
    diskLow: 'The disk of this signer is getting full. Tell its operator.',
    diskFull:
      'The disk of this signer is nearly full: it takes nothing new. Refusals and freezes are still taken. Tell its operator.',
    stopped: 'This signer signs nothing: it is frozen.',
    stoppedLook: 'Since when, and by whom',
    badId: 'A request id looks like 0195b2c4-7e11-7c3a-9f00-1c2d3e4f5a6b.',
  },
  'zh-CN': {
    title: '在这里签署决定',
    lead: '此页面由签名节点从它自己的地址提供。它按签名节点的理解完整显示请求，并由您的通行密钥对该内容签署您的决定。',
    how: '请通过控制台待办事项的链接或二维码打开，或在终端中使用 “holdfast approve”。',
    ready: '此签名节点已完成设置。现行规则：第 {version} 版。',
    empty: '此签名节点尚未设置。请从控制台开始。',
    id: '请求编号',
    open: '打开请求',
    fingerprint: '此签名节点的指纹',
    fingerprintHint:
      '指纹代表此签名节点的密钥。“holdfast kit open --fingerprint” 用这些词核对密钥份额确实来自这里；请提前记下。',
    stop: '停止一切签名',
    diskLow: '此签名节点的磁盘空间不足，请通知其运维人员。',
    diskFull: '此签名节点的磁盘即将用尽，不再接受新的请求；拒绝与冻结仍可提交。请通知其运维人员。',
    stopped: '此签名节点已冻结，不再签名。',
    stoppedLook: '查看时间与下令人',
    badId: '请求编号的格式类似 0195b2c4-7e11-7c3a-9f00-1c2d3e4f5a6b。',
  },
});

const diskWords = { low: 'diskLow', full: 'diskFull' } as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function openForm(screen: Screen): HTMLElement {
  const input = el('input', {
    id: 'request-id',
    class: 'mono',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'request-hint',
  });
  const hint = el('p', { class: 'hint', id: 'request-hint', 'aria-live': 'polite' });
  const submit = (event: Event): void => {
    event.preventDefault();
    const id = input.value.trim().toLowerCase();
    if (uuid.test(id)) location.hash = `#/i/${id}`;
    else {
      hint.className = 'hint bad';
      hint.replaceChildren(say(screen, 'badId'));
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  };
  return el(
    'form',
    { class: 'card pad', submit, novalidate: true },
    el('div', { class: 'field' }, el('label', { for: 'request-id' }, say(screen, 'id')), input, hint),
    el('div', { class: 'actions' }, el('button', { type: 'submit' }, say(screen, 'open'))),
  );
}

/** The words by which a person knows this signer elsewhere: at a terminal, with a file that says it came from here. */
function fingerprintCard(screen: Screen, facts: SignerFacts): HTMLElement {
  const print = signerFingerprint(facts);
  const view = digestView(digestWords(print), bytesToHex(print));
  return card(say(screen, 'fingerprint'), say(screen, 'fingerprintHint'), view);
}

const freezeLink = (screen: Screen, word: 'stop' | 'stoppedLook'): HTMLElement =>
  el('a', { href: '#/freeze' }, say(screen, word));

/** Says what this page is and how one usually gets to it. */
export async function drawWelcome(screen: Screen): Promise<void> {
  document.title = `Holdfast · ${screen.text('pageName')}`;
  showWaiting(screen);
  const title = heading(say(screen, 'title'), say(screen, 'lead'));
  try {
    const facts = await signerFacts(location.origin);
    if (screen.left.aborted) return;
    screen.servedBy(facts.name, facts.singleHost);
    const state = facts.policy
      ? notice('ok', say(screen, 'ready', { version: facts.policy.version }))
      : notice('info', say(screen, 'empty'));
    const how = el('p', {}, say(screen, 'how'));
    const stopped = facts.frozen && notice('warn', say(screen, 'stopped'), ' ', freezeLink(screen, 'stoppedLook'));
    const disk = (facts.disk === 'low' || facts.disk === 'full') && notice('warn', say(screen, diskWords[facts.disk]));
    const stop = !facts.frozen && facts.policy && el('p', {}, freezeLink(screen, 'stop'));
    screen.show(title, stopped, disk, state, how, openForm(screen), stop, fingerprintCard(screen, facts));
  } catch (error) {
    screen.show(
      title,
      faultBox(screen, error, () => void drawWelcome(screen)),
    );
  } finally {
    stopWaiting(screen);
  }
}
