import { expect, test } from 'vitest';
import { changeText } from './change-text.ts';

const say = (key: string, values: Readonly<Record<string, string>> = {}): string =>
  [key.replace('tools:todo.do.', ''), values.payee ?? ''].join(' ').trim();

test.each([
  [{ added: '1', removed: '0', payee: 'Landlord' }, 'payeeAdd Landlord'],
  [{ added: '1', removed: '1', payee: 'Landlord' }, 'payeeChange Landlord'],
  [{ added: '0', removed: '1', payee: 'Landlord' }, 'payeeRemove Landlord'],
  [{ added: '2', removed: '0' }, 'payeesAdded'],
  [{ added: '2', removed: '1' }, 'payeesBoth'],
  // Proposals of before payees were named.
  [{ added: '1', removed: '0' }, 'payeesAdded'],
])('a change of the address book is told by its payee where it is of one: %j', (subject, told) => {
  expect(changeText(say, subject)).toBe(told);
});

test('a name that would turn the text around is shown for what it is', () => {
  expect(changeText(say, { added: '1', removed: '0', payee: 'Land\u202elord' })).not.toContain('\u202e');
});
