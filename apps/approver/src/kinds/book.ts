import { localWords } from '@holdfast/signer-ui';
import { bookCards } from '../request/book.ts';
import type { KindParts } from './fetched.ts';

const say = localWords({
  'en-US': {
    name: 'Change of the address book',
    head: 'Change the address book: {added} added, {removed} removed',
    acknowledge: 'I have compared every address in full',
  },
  'zh-CN': {
    name: '地址簿变更',
    head: '变更地址簿：新增 {added} 项，移除 {removed} 项',
    acknowledge: '我已逐一核对每个完整地址',
  },
});

export const book: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, { book: change }) =>
    say(screen, 'head', { added: String(change?.add.length ?? 0), removed: String(change?.remove.length ?? 0) }),
  acknowledge: (screen) => say(screen, 'acknowledge'),
  cards: async (screen, review) => bookCards(screen, review),
};
