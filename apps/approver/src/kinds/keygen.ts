import { localWords } from '@holdfast/signer-ui';
import { keygenCards } from '../request/keygen.ts';
import type { KindParts } from './fetched.ts';

const say = localWords({
  'en-US': {
    name: 'Key ceremony',
    head: 'Make new keys, shared by {parties} parties',
    acknowledge: 'I am about to make these keys',
  },
  'zh-CN': {
    name: '密钥仪式',
    head: '生成由 {parties} 方共同持有的新密钥',
    acknowledge: '我即将生成这些密钥',
  },
});

export const keygen: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, { keygen: request }) => say(screen, 'head', { parties: String(request?.parties.length ?? 0) }),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  cards: async (screen, review) => keygenCards(screen, review),
};
