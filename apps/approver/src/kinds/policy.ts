import { liftsFreeze } from '@holdfast/policy';
import { policyHeadline, viewsOf } from '@holdfast/review';
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

export const policy: KindOnPage = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) => {
    const views = viewsOf(review, review.policy, review.nextPolicy ?? review.policy);
    return screen.say('passThrough', { text: () => policyHeadline(screen.text, views, liftsFreeze(review.intent)) });
  },
  acknowledge: (screen, { intent }) => say(screen, liftsFreeze(intent) ? 'acknowledgeUnfreeze' : 'acknowledge'),
  approve: (screen, { intent }) => (liftsFreeze(intent) ? say(screen, 'approveUnfreeze') : undefined),
  initiate: (screen, { intent }) => (liftsFreeze(intent) ? say(screen, 'initiateUnfreeze') : undefined),
  cards: async (screen, review) => (await import('../request/book.ts')).loosenedNotices(screen, review),
};
