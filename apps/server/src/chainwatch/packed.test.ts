import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPacked, type Watched } from './packed.ts';

const watched = (id: number, path: string): Watched =>
  ({ id, workspaceId: (id % 3) + 1, subWalletId: id % 7, path, branch: id % 2 }) as Watched;

test('holds whatever a map holds, in the order in which it came', () => {
  // Few different texts, so that many come twice and many look alike; hostile ones among them.
  const text = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 90 }).map((s) => s.toWellFormed()),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.string({ maxLength: 20 })), { maxLength: 300 }),
      fc.array(text),
      (put, ask) => {
        const [packed, map] = [createPacked(), new Map<string, Watched>()];
        for (const [n, [address, path]] of put.entries()) {
          if (Buffer.byteLength(address) > 255) continue;
          packed.add(address, watched(n, path));
          if (!map.has(address)) map.set(address, watched(n, path));
        }
        expect([...packed.keys()]).toEqual([...map.keys()]);
        for (const address of [...map.keys(), ...ask]) {
          expect(packed.get(address)).toEqual(map.get(address));
          expect(packed.has(address)).toBe(map.has(address));
        }
      },
    ),
  );
});

test('a hundred thousand are found, others and what is too long are not', () => {
  const packed = createPacked();
  for (let n = 0; n < 100_000; n++) packed.add(`address-${n}`, watched(n, `m/${n}`));
  for (let n = 0; n < 100_000; n += 97) expect(packed.get(`address-${n}`)).toEqual(watched(n, `m/${n}`));
  expect([packed.size, packed.has('address-100000'), packed.has('a'.repeat(1_000_000))]).toEqual([
    100_000,
    false,
    false,
  ]);
  expect(() => packed.add('a'.repeat(256), watched(1, ''))).toThrow();
});
