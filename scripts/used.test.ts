import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contract, errors } from '@holdfast/contract';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');

/** What the first column of the table below a heading names, in its order. */
function listed(heading: string): string[] {
  const [, part = ''] = glossary.split(`\n### ${heading}\n`);
  const [own = ''] = part.split(/\n##/);
  return [...own.matchAll(/^\| ([^|]+) \|/gm)]
    .slice(1)
    .flatMap(([, names = '']) => [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name));
}

const sourceOf = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.(test|stories)\.|\/test\//.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');

test('the console makes every call that it could make, but for those of which the glossary says why not', () => {
  const source = sourceOf('apps/console/src/**/*.{ts,tsx}');
  const isMade = (area: string, name: string): boolean =>
    new RegExp(`'${area}',\\s*'${name}'|\\b${area}\\s*\\.${name}\\b|\\(\\(?${area}\\)? =>[^;]*\\.${name}\\(`).test(
      source,
    );
  const never = Object.entries(contract).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([name, { path: at }]) =>
      at.startsWith('/api/') && !isMade(area, name) ? [`${area}.${name}`] : [],
    ),
  );
  expect(never.sort()).toEqual(listed('Calls that the console does not make').sort());
});

test('the server raises every refusal that the specification names, but for those of which the glossary says why not', () => {
  const source = sourceOf('apps/server/src/**/*.ts');
  const never = Object.keys(errors).filter((name) => !source.includes(`'${name}'`));
  expect(never.sort()).toEqual(listed('Refusals that are not raised').sort());
});
