import { expect, it } from 'vitest';
import { isSlipOf } from './slip.ts';

it('takes one slip of the fingers for the word that was meant, and nothing else', () => {
  for (const typed of ['withdaw', 'withdrwa', 'withdraww', 'withdrow', 'ithdraw', 'wwithdraw'])
    expect(isSlipOf(typed, 'withdraw'), typed).toBe(true);
  for (const typed of ['withdraw', 'widraw', 'withdrawal', 'wallet', 'htiwdraw'])
    expect(isSlipOf(typed, 'withdraw'), typed).toBe(false);
  // Of so few letters too many words are near.
  expect(isSlipOf('pau', 'pay')).toBe(false);
});
