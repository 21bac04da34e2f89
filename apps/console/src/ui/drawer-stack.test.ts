import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStack, stackText } from './drawer-stack.ts';

const known = (name: string): boolean => ['deposit', 'withdraw', 'transaction'].includes(name);
const read = (text: string | undefined) => parseStack(text, known).map(({ name, args }) => [name, ...args]);

describe('drawers in the address', () => {
  it('are read in their order', () => {
    expect(read('deposit:BTC~transaction:2:17')).toEqual([
      ['deposit', 'BTC'],
      ['transaction', '2', '17'],
    ]);
    expect(read(undefined)).toEqual([]);
  });

  it('are written as they are read, whatever their arguments hold', () => {
    const page = fc.record({
      name: fc.constantFrom('deposit', 'withdraw', 'transaction'),
      args: fc.array(fc.string({ maxLength: 12 }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 5 }), (pages) => {
        const text = stackText(pages.map((one) => ({ ...one, key: '' })));
        expect(read(text)).toEqual(pages.map(({ name, args }) => [name, ...args]));
      }),
    );
  });

  it('that nobody knows are left out, and hostile text opens nothing', () => {
    expect(read('nothing:1~deposit')).toEqual([['deposit']]);
    for (const text of ['<script>', '../..', 'deposit '.repeat(3), 'constructor', '%E0%A4%A', ':', '~~~'])
      expect(read(text)).toEqual([]);
    expect(() => fc.assert(fc.property(fc.string(), (text) => read(text).length <= 20))).not.toThrow();
  });

  it('of a pile of more than twenty are the last ones', () => {
    const pile = Array.from({ length: 22 }, (_, at) => `transaction:${at}`);
    expect(read(pile.join('~')).map(([, at]) => at)).toEqual(pile.slice(2).map((page) => page.slice(12)));
  });
});
