import { leaf } from '../phrase.ts';
import { anyOf, clause } from './clause.ts';

export const wallets = clause({
  words: {
    en: { rule_wallets: ' from wallet {list}' },
    zh: { rule_wallets: '，从钱包 {list} 转出' },
  },
  tell: (_, { when }) =>
    anyOf(
      'rule_wallets',
      when.wallets.map((wallet) => leaf('wallet', wallet)),
    ),
});
