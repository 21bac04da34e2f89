import { expect, it } from 'vitest';
import { fitting } from './search-offers.ts';

const names = [
  'Awaiting approval',
  'Signing',
  'Confirmed',
  'Confirming',
  'Rejected by system',
  'Anna Müller',
  'José Álvarez',
  "Siobhán O'Neill",
  '签名中',
  '待审批',
  '王小明',
  'Ａｃｍｅ',
  'Con',
];

it.each([
  ['all of a name', 'signing', ['Signing']],
  ['the beginning of a name', 'sig', ['Signing']],
  ['the beginning of a word in it', 'appr', ['Awaiting approval']],
  ['no middle of a word', 'ning', []],
  ['words one after the other', 'rejected by', ['Rejected by system']],
  ['the whole name first, then as they came', 'con', ['Con', 'Confirmed', 'Confirming']],
  ['any case', 'ANNA', ['Anna Müller']],
  ['an accent left out', 'muller', ['Anna Müller']],
  ['an accent that is typed apart', 'mu\u0308l', ['Anna Müller']],
  ['an accent put where none is', 'sïgn', ['Signing']],
  ['a surname with an accent', 'alva', ['José Álvarez']],
  ['what follows an apostrophe', 'neill', ["Siobhán O'Neill"]],
  ['spaces around and between', '  anna   mü ', ['Anna Müller']],
  ['all of a Chinese name', '签名中', ['签名中']],
  ['the beginning of a Chinese name, one character', '签', ['签名中']],
  ['a Chinese word that no space sets off', '审批', ['待审批']],
  ['a Chinese given name', '小明', ['王小明']],
  ['a Chinese name typed with spaces', '王 小 明', ['王小明']],
  ['characters in another order', '名签', []],
  ['letters as wide as characters', 'acme', ['Ａｃｍｅ']],
  ['one letter', 's', []],
  ['nothing', '', []],
  ['spaces alone', '   ', []],
  ['marks of a pattern', '.*', []],
])('offers for %s', (_, typed, found) => {
  const fit = fitting(
    typed,
    names.map((name) => ({ name })),
  );
  expect(fit.map(({ one }) => one.name)).toEqual(found);
});

it('offers no more than are read at a glance', () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ name: `Anna ${n}` }));
  expect(fitting('anna', many).map(({ one }) => one)).toEqual(many.slice(0, 6));
});

it.each([
  ['sign muller', ['Signing|muller', 'Anna Müller|sign']],
  ['rent Confirmed', ['Confirmed|rent']],
  ['rejected by anna', ['Rejected by system|anna', 'Anna Müller|rejected by']],
  ['anna mü', ['Anna Müller|']],
  ['王 小 明 签名中', ['王小明|签名中', '签名中|王 小 明']],
  ['王小明 签名', ['王小明|签名', '签名中|王小明']],
  ['s m', []],
  ['0.5 0.6', []],
])('offers for each of the words %s, and says which are left', (typed, found) => {
  const fit = fitting(
    typed,
    names.map((name) => ({ name })),
  );
  expect(fit.map(({ one, rest }) => `${one.name}|${rest}`)).toEqual(found);
});

it('offers what is known by another word', () => {
  const done = { name: 'Completed', also: 'Paid' };
  expect(fitting('paid', [{ name: 'Signing' }, done])).toEqual([{ one: done, rest: '' }]);
  expect(fitting('compl', [done])).toEqual([{ one: done, rest: '' }]);
});

it('keeps the names of one word from hiding those of another', () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ name: `Anna ${n}` }));
  const found = fitting('anna eth', [...many, { name: 'ETH' }]);
  expect(found).toHaveLength(6);
  expect(found).toContainEqual({ one: { name: 'ETH' }, rest: 'anna' });
});

it('looks at no run of a text that was pasted', () => {
  expect(fitting('anna '.repeat(50), [{ name: 'Anna' }])).toEqual([]);
});
