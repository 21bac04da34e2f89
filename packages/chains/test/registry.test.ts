import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ChainError, familyOf, parsePath } from '../src/index.ts';
import { families } from '../src/registry.ts';
import { readerOf } from '../src/rpc.ts';
import { evmChain } from './support.ts';

const code = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof ChainError ? error.code : String(error);
  }
  return 'accepted';
};

it('never takes an unknown family for another', () => {
  for (const id of ['', 'tronix', 'EVM', 'evm2', 'constructor', '__proto__']) {
    expect(
      code(() => familyOf(id)),
      id,
    ).toBe('unknownFamily');
    expect(
      code(() => readerOf({ ...evmChain, family: id })),
      id,
    ).toBe('unknownFamily');
  }
  expect(familyOf('evm:1')).toBe(familyOf({ family: 'evm' }));
});

it('has families with ids, coin types and conflict tags of their own, each tag beginning with the id', () => {
  const all = Object.values(families);
  for (const field of ['id', 'coinType', 'conflict'] as const)
    expect(new Set(all.map((family) => family[field])).size, field).toBe(all.length);
  for (const [id, family] of Object.entries(families)) {
    expect(family.id).toBe(id);
    expect(family.conflict).toMatch(new RegExp(`^${id}-[a-z]+$`));
    expect(parsePath(`m/${family.coinType}/1/0/0`).coin).toBe(family.coinType);
  }
  expect(code(() => parsePath('m/196/1/0/0'))).toBe('badPath');
});

const root = path.resolve(import.meta.dirname, '../../..');
const ids = new Set([...Object.keys(families), 'slate']);
/** Words of a line, also those of one name; of symbols of coins, which are all capitals, one is a family's name too. */
const wordsOf = (line: string): string[] => line.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
const names = (line: string): boolean => wordsOf(line).some((word) => word !== 'TON' && ids.has(word.toLowerCase()));
const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !['node_modules', 'dist', 'test'].includes(entry.name)) yield* sources(file);
    else if (entry.isFile() && /\.(tsx?|mjs|html)$/.test(file) && !/\.test\.tsx?$/.test(file)) yield file;
  }
}

/** Refusals and screens have the names that the specification gave them; a coin's drawing may be called as its network. */
const others = new Set([
  'packages/contract/src/errors.ts',
  'packages/contract/src/messages.ts',
  'apps/console/src/lib/coins.ts',
  'apps/console/src/features/tools/search.ts',
]);

/** Whether a chain is of a family is for the registry to say (`isOfFamily`), and for a family's own code. */
it('is the only place where what a family is called is compared', () => {
  const compared = /\bfamily(Of\(\w+\))?\s*[!=]==|[!=]==\s*(\w+\.)*family(Of\(\w+\))?(?![\w.(])/;
  const found = ['apps', 'packages', 'sandbox', 'faults']
    .flatMap((folder) => [...sources(folder)])
    .filter((file) => !/^packages\/(chains\/src|devnet|testkit)\//.test(file))
    .filter((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .some((line) => !isComment(line) && compared.test(line)),
    );
  expect(found).toEqual([]);
});

it('is the only place where families are named, beside their development chains and tests', () => {
  const own = Object.keys(families).join('|');
  const rooms = new RegExp(
    `^packages/(chains/src/(${own}|registry\\.ts|rpc/reader-of\\.ts)|devnet/(scripts|src/(${own}|registry\\.ts))|testkit)\\b`,
  );
  const found = ['apps', 'packages', 'scripts', 'sandbox', 'faults']
    .flatMap((folder) => [...sources(folder)])
    .filter((file) => !rooms.test(file) && !others.has(file))
    .filter((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .some((line) => !isComment(line) && names(line)),
    );
  expect(found).toEqual([]);
});
