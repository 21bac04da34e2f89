import { expect, test } from 'vitest';
import { partAttacks } from './parts/index.ts';
import { attackCopies, runParts } from './parts/run.ts';
import { exchanged } from './sources.ts';

test('each attack on a part is named once, has a copy that it is to notice or is a control, and every place to be exchanged is there once', () => {
  const names = partAttacks.map(({ family, name }) => `${family}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  for (const family of new Set(partAttacks.map((attack) => attack.family)))
    expect(
      partAttacks
        .filter((attack) => attack.family === family)
        .map(({ control }) => control)
        .sort(),
    ).toEqual(expect.arrayContaining([false, true]));
  for (const removed of partAttacks.flatMap(({ without }) => without))
    expect(() => exchanged(removed), removed.name).not.toThrow();
});

test('an attack is held by our sources, and a copy without its check is noticed', async () => {
  const some = partAttacks.filter(({ family }) => family === 'a payment of more coins than signers take');
  expect(await runParts(some)).toEqual([]);
  expect((await attackCopies(some)).map(({ caught }) => caught?.split(',')[0])).toEqual([
    'LET THROUGH as 41 coins',
    'LET THROUGH as 41 coins',
    'LET THROUGH as 60 coins',
    'LET THROUGH as 41 inputs',
  ]);
});
