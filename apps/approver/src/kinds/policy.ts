import { liftsFreeze } from '@holdfast/policy';
import { localWords } from '@holdfast/signer-ui';
import type { KindOnPage } from './kind.ts';

const say = localWords({
  'en-US': {
    name: 'Change of rules',
    acknowledge: 'I have read every change of the rules',
    acknowledgeUnfreeze: 'I have read every change of the rules, and the signers shall sign again',
    approveUnfreeze: 'Approve: lift the freeze',
    initiateUnfreeze: 'Sign this request: lift the freeze',
  },
  'zh-CN': {
    name: '规则变更',
    acknowledge: '我已阅读规则的每一项变更',
    acknowledgeUnfreeze: '我已阅读规则的每一项变更，并同意签名节点恢复签名',
    approveUnfreeze: '批准：解除冻结',
    initiateUnfreeze: '签署此请求：解除冻结',
  },
});

/** Comparing two documents is half of the page: only a change of rules needs it. */
let parts: typeof import('../request/changes.ts') | undefined;

export const policy: KindOnPage = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  fetch: async () => {
    parts ??= await import('../request/changes.ts');
  },
  headline: (screen, review) => parts?.changesHeadline(screen, review) ?? say(screen, 'name'),
  document: (screen, review) => parts?.changesCard(screen, review) ?? null,
  acknowledge: (screen, { intent }) => say(screen, liftsFreeze(intent) ? 'acknowledgeUnfreeze' : 'acknowledge'),
  approve: (screen, { intent }) => (liftsFreeze(intent) ? say(screen, 'approveUnfreeze') : undefined),
  initiate: (screen, { intent }) => (liftsFreeze(intent) ? say(screen, 'initiateUnfreeze') : undefined),
  cards: async (screen, review) => (await import('../request/book.ts')).loosenedNotices(screen, review),
};
