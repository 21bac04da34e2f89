import type { Review } from '@holdfast/review';
import { localWords } from '@holdfast/signer-ui';
import { bookCards } from '../request/book.ts';
import type { Screen } from '../texts.ts';
import type { KindParts } from './fetched.ts';

const say = localWords({
  'en-US': {
    name: 'Change of the address book',
    head: 'Change the address book: {added} added, {removed} removed',
    tokens: 'Tokens to pay with: {added} added, {removed} removed',
    both: 'Change the address book: {added} added, {removed} removed; and tokens to pay with: {tokensAdded} added, {tokensRemoved} removed',
    acknowledge: 'I have compared every address in full',
    acknowledgeTokens: 'I have compared every address in full, and the decimals of every token',
  },
  'zh-CN': {
    name: '地址簿变更',
    head: '变更地址簿：新增 {added} 项，移除 {removed} 项',
    tokens: '用于付款的代币：新增 {added} 项，移除 {removed} 项',
    both: '变更地址簿：新增 {added} 项，移除 {removed} 项；用于付款的代币：新增 {tokensAdded} 项，移除 {tokensRemoved} 项',
    acknowledge: '我已逐一核对每个完整地址',
    acknowledgeTokens: '我已逐一核对每个完整地址以及每种代币的小数位数',
  },
});

const nothing = { add: [], remove: [] };
const countOf = ({ add, remove }: { readonly add: readonly unknown[]; readonly remove: readonly unknown[] }): number =>
  add.length + remove.length;

/** What a change is about, by its counts: entries, tokens, or both. */
function headline(screen: Screen, { book }: Review): Text {
  const change = book ?? nothing;
  const tokens = book?.tokens ?? nothing;
  const [added, removed] = [String(change.add.length), String(change.remove.length)];
  const [tokensAdded, tokensRemoved] = [String(tokens.add.length), String(tokens.remove.length)];
  if (countOf(tokens) === 0) return say(screen, 'head', { added, removed });
  if (countOf(change) === 0) return say(screen, 'tokens', { added: tokensAdded, removed: tokensRemoved });
  return say(screen, 'both', { added, removed, tokensAdded, tokensRemoved });
}

export const book: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  headline,
  acknowledge: (screen, { book: change }) =>
    say(screen, change?.tokens && change.tokens.add.length > 0 ? 'acknowledgeTokens' : 'acknowledge'),
  cards: async (screen, review) => bookCards(screen, review),
};
