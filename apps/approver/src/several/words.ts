import { localWords } from '@holdfast/signer-ui';

/** Words of the page on which several requests are approved, fetched with it. */
export const say = localWords({
  'en-US': {
    title: 'Decide on {count} requests',
    lead: 'Each is shown whole. Tick what you have compared; your key is asked once for each that is ticked, over exactly that one.',
    badTitle: 'This link names no requests',
    badLead: 'Open it again from the console.',
    approve: 'Approve {count}',
    none: 'Tick what you approve',
    progress: 'Request {number} of {count}: waiting for the key of {name} …',
    waiting: 'not decided',
    signing: 'waiting for your key',
    done: 'approved by you',
    notYours: 'nothing for you to decide',
    blocked: 'open it by itself',
    broken: 'not shown',
    doneAll: '{count} approved. Your decisions are with the signer.',
  },
  'zh-CN': {
    title: '决定 {count} 项请求',
    lead: '每一项都完整显示。请勾选已核对的项；对勾选的每一项分别使用一次您的密钥，且只针对该项。',
    badTitle: '此链接未指明任何请求',
    badLead: '请从控制台重新打开。',
    approve: '批准 {count} 项',
    none: '请勾选要批准的项',
    progress: '第 {number} 项，共 {count} 项：正在等待 {name} 的密钥……',
    waiting: '未决定',
    signing: '正在等待您的密钥',
    done: '您已批准',
    notYours: '无需您决定',
    blocked: '请单独打开',
    broken: '未显示',
    doneAll: '已批准 {count} 项。您的决定已交给签名节点。',
  },
});
