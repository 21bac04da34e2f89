import { honestText, type Review } from '@holdfast/review';
import { localWords } from '@holdfast/signer-ui';
import { bookCards } from '../request/book.ts';
import type { Screen } from '../texts.ts';
import type { KindParts } from './fetched.ts';

const say = localWords({
  'en-US': {
    name: 'Change of the address book',
    one: 'Add “{label}” to the address book',
    head: 'Change the address book: {entries}',
    tokens: 'Tokens to pay with: {tokens}',
    both: 'Change the address book: {entries}; and tokens to pay with: {tokens}',
    added: '{count} added',
    removed: '{count} removed',
    join: ', ',
    acknowledge: 'I have compared every address in full',
    acknowledgeTokens: 'I have compared every address in full, and the decimals of every token',
  },
  'zh-CN': {
    name: '地址簿变更',
    one: '将“{label}”加入地址簿',
    head: '变更地址簿：{entries}',
    tokens: '用于付款的代币：{tokens}',
    both: '变更地址簿：{entries}；用于付款的代币：{tokens}',
    added: '新增 {count} 项',
    removed: '移除 {count} 项',
    join: '，',
    acknowledge: '我已逐一核对每个完整地址',
    acknowledgeTokens: '我已逐一核对每个完整地址以及每种代币的小数位数',
  },
});

type Parts = { readonly add: readonly unknown[]; readonly remove: readonly unknown[] };
const nothing = { add: [], remove: [] };

/** How many come and go; nobody reads of none. */
function countsOf(screen: Screen, { add, remove }: Parts): () => string {
  return () => {
    const words = say.tables[screen.language()];
    const told = [
      [words.added, add.length],
      [words.removed, remove.length],
    ] as const;
    return told
      .flatMap(([text, count]) => (count > 0 ? [text.replace('{count}', String(count))] : []))
      .join(words.join);
  };
}

/** Between quotation marks, which it cannot end: what stands behind them is ours. */
const quoted = (label: string): string => honestText(label).replaceAll(/[“”"]/g, "'");

/** What a change is about: the one payee that comes, or counts of entries, of tokens, or both. */
function headline(screen: Screen, { book }: Review): Text {
  const change = book ?? nothing;
  const tokens = book?.tokens ?? nothing;
  const [entryCount, tokenCount] = [change, tokens].map(({ add, remove }) => add.length + remove.length);
  const counts = { entries: countsOf(screen, change), tokens: countsOf(screen, tokens) };
  const [first] = change.add;
  if (first && entryCount === 1 && tokenCount === 0) return say(screen, 'one', { label: quoted(first.label) });
  return say(screen, tokenCount === 0 ? 'head' : entryCount === 0 ? 'tokens' : 'both', counts);
}

export const book: KindParts = {
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  outdates: 'likes',
  headline,
  acknowledge: (screen, { book: change }) =>
    say(screen, change?.tokens && change.tokens.add.length > 0 ? 'acknowledgeTokens' : 'acknowledge'),
  cards: async (screen, review) => bookCards(screen, review),
};
