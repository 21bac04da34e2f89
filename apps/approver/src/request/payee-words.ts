import { honestText, type Payee, timeText } from '@holdfast/review';
import { el, localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

/** Words about payees whom the address book has, or should have, fetched for the requests that pay one. */
export const say = localWords({
  'en-US': {
    held: 'Not listed, to be paid only from {from}: the whitelist was switched off lately',
    untold: 'Names entry {entry} of the address book, of which this signer tells nothing',
    active: 'In the address book as “{label}”, active',
    cooling: 'In the address book as “{label}”, to be paid only from {from}',
    coolingOff:
      'In the address book as “{label}”, which still cools down: the rules take it for listed from {from}. It can be paid before that too, since the whitelist is off',
    coolingHeld:
      'In the address book as “{label}”, to be paid only from {paid}: the whitelist was switched off lately. The rules take it for listed from {from}',
    unnamed: 'In the address book as “{label}”, listed since this was asked for: the rules take it as not listed',
    other:
      'Is of the entry “{label}” of the address book, but that is for another address, memo, network or asset. Do not approve.',
  },
  'zh-CN': {
    held: '未列入，{from} 起方可付款：白名单刚刚关闭',
    untold: '指向地址簿条目 {entry}，但此签名节点未提供其内容',
    active: '在地址簿中，标签“{label}”，有效',
    cooling: '在地址簿中，标签“{label}”，{from} 起方可付款',
    coolingOff: '在地址簿中，标签“{label}”，仍在冷静期：规则自 {from} 起视其为已列入。白名单已关闭，在此之前也可付款',
    coolingHeld: '在地址簿中，标签“{label}”，{paid} 起方可付款：白名单刚刚关闭。规则自 {from} 起视其为已列入',
    unnamed: '地址簿中为“{label}”，发起请求后才列入：规则按未列入处理',
    other: '指向地址簿条目“{label}”，但其属于其他地址、Memo、网络或资产。请勿批准。',
  },
});

type Listed = Extract<Payee, { kind: 'entry' }>;

/** Of an entry that cools down: from when it is taken for listed, and whether it is paid before that. */
function coolingNotice(screen: Screen, { label, from, paidFrom }: Listed): HTMLElement {
  const words = { label: honestText(label), from: timeText(String(from)) };
  if (paidFrom === undefined) return notice('warn', say(screen, 'cooling', words));
  return paidFrom <= Date.now()
    ? notice('info', say(screen, 'coolingOff', words))
    : notice('warn', say(screen, 'coolingHeld', { ...words, paid: timeText(String(paidFrom)) }));
}

export const heldNotice = (screen: Screen, from: number): HTMLElement =>
  notice('warn', say(screen, 'held', { from: timeText(String(from)) }));

export const untoldNotice = (screen: Screen, entry: string): HTMLElement =>
  notice('warn', say(screen, 'untold', { entry }));

export function entryView(screen: Screen, payee: Listed): HTMLElement {
  const words = { label: honestText(payee.label) };
  switch (payee.state) {
    case 'other':
      return notice('bad', say(screen, 'other', words));
    case 'unnamed':
      return el('p', {}, say(screen, 'unnamed', words));
    case 'active':
      return el('p', {}, say(screen, 'active', words));
    case 'cooling':
      return coolingNotice(screen, payee);
  }
}
