import { el, heading, localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

export const sayMissing = localWords({
  'en-US': {
    title: 'There is nothing to decide here',
    lead: 'This signer has no request under the name in the link.',
    why: 'It was decided or ended some time ago and is not kept here any more, or the link is incomplete or belongs to another installation.',
    what: 'Open the to-do list in the console: what still waits for you stands there, with a link that works. If it was asked for only a moment ago, try again.',
    again: 'Try again',
  },
  'zh-CN': {
    title: '此处没有待决定的请求',
    lead: '此签名节点没有链接所指的请求。',
    why: '该请求早已有决定或已终止，此处不再保留；也可能是链接不完整，或属于另一个部署。',
    what: '请打开控制台的待办列表：仍在等待您的请求都在那里，并附有有效链接。如果请求是刚刚发起的，请重试。',
    again: '重试',
  },
});
/** Of a link to what the signer does not have: what that means, and what to do. */
export const missingParts = (screen: Screen, again: () => void): HTMLElement[] => [
  heading(sayMissing(screen, 'title'), sayMissing(screen, 'lead')),
  notice('info', sayMissing(screen, 'why'), ' ', sayMissing(screen, 'what')),
  el('div', { class: 'actions' }, el('button', { type: 'button', click: again }, sayMissing(screen, 'again'))),
];
