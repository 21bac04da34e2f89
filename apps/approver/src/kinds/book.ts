import type { Review } from '@holdfast/review';
import { localWords } from '@holdfast/signer-ui';
import { bookCards } from '../request/book.ts';
import type { KindParts } from './fetched.ts';

const say = localWords({
  'en-US': {
    name: 'Change of the address book',
    head: 'Change the address book: {added} added, {removed} removed',
    tokens: 'Tokens to pay with: {added} added, {removed} removed',
    acknowledge: 'I have compared every address in full',
  },
  'zh-CN': {
    name: '地址簿变更',
    head: '变更地址簿：新增 {added} 项，移除 {removed} 项',
    tokens: '用于付款的代币：新增 {added} 项，移除 {removed} 项',
    acknowledge: '我已逐一核对每个完整地址',
  },
});

interface Listed {
  readonly add: readonly unknown[];
  readonly remove: readonly unknown[];
}
/** Of a change that is about tokens alone, those are counted. */
const headOf = (change: Review['book']): ['head' | 'tokens', Listed] =>
  change?.tokens && change.add.length + change.remove.length === 0
    ? ['tokens', change.tokens]
    : ['head', change ?? { add: [], remove: [] }];

export const book: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline: (screen, { book: change }) => {
    const [word, { add, remove }] = headOf(change);
    return say(screen, word, { added: String(add.length), removed: String(remove.length) });
  },
  acknowledge: (screen) => say(screen, 'acknowledge'),
  cards: async (screen, review) => bookCards(screen, review),
};
