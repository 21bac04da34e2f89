import { memberName } from '@holdfast/review';
import { localWords } from '@holdfast/signer-ui';
import { exportCard } from '../key-material.ts';
import type { KindParts } from './fetched.ts';

const say = localWords({
  'en-US': {
    name: 'Key material',
    head: 'Give out the share of signer {signer}: asked by {name}, readable by the holder of {recipient}',
    acknowledge: 'I have compared the recipient',
  },
  'zh-CN': {
    name: '密钥材料',
    head: '交出签名节点 {signer} 的分片：由 {name} 申请，可由 {recipient} 的持有人读取',
    acknowledge: '我已核对接收方',
  },
});

export const keyExport: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, review) =>
    say(screen, 'head', {
      signer: review.keyExport?.signer ?? '?',
      name: memberName(review, review.intent.initiator),
      // In whole it stands below, in blocks to compare.
      recipient: `${review.keyExport?.recipient.slice(0, 14) ?? '?'}…`,
    }),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  cards: async (screen, review, facts) => exportCard(screen, review, facts),
};
