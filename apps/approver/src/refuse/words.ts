import { localWords } from '@holdfast/pagekit';

/** The words of this screen, fetched with it. */
export const say = localWords({
  'en-US': {
    title: 'Refuse {count} requests',
    lead: 'Read each one. Every refusal is signed on its own; a passkey asks once for each. What is refused ends for everybody.',
    refuse: 'Refuse {count}',
    progress: 'Signing refusal {number} of {count} …',
    done: '{count} refused.',
    waiting: 'to be refused',
    notYours: 'not yours to refuse',
    ended: 'has ended already',
    broken: 'not shown',
    badTitle: 'This link names no requests',
    badLead: 'It is not whole, or names too many. Choose them in the console again.',
  },
  'zh-CN': {
    title: '拒绝 {count} 项请求',
    lead: '请逐项阅读。每项拒绝单独签名；使用通行密钥时每项都会要求确认一次。被拒绝的请求将对所有人终止。',
    refuse: '拒绝 {count} 项',
    progress: '正在签署第 {number} 项拒绝，共 {count} 项…',
    done: '已拒绝 {count} 项。',
    waiting: '待拒绝',
    notYours: '您无权拒绝',
    ended: '已结束',
    broken: '不予显示',
    badTitle: '此链接未指明任何请求',
    badLead: '链接不完整或包含过多请求，请在控制台重新选择。',
  },
});
