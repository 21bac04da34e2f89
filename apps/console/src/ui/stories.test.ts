import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const read = (file: string): string => readFileSync(path.join(here, file), 'utf8');
const modules = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !/\.(test|stories)\.tsx$/.test(file),
);
const storiesOf = (file: string): string => file.replace(/\.tsx$/, '.stories.tsx');

/** Names of the components that a module gives to others. */
const piecesOf = (code: string): string[] =>
  [...code.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)(?=[(<: ]| =)/gm)]
    .map(([, name]) => `${name}`)
    .filter((name) => !name.endsWith('Provider'));
const pieces = modules.flatMap((file) => piecesOf(read(file)).map((piece) => [file, piece] as const));

it('finds the pieces', () => {
  expect(pieces.length).toBeGreaterThan(40);
  expect(
    piecesOf('export function Card(\nexport const Kbd = (\nexport default function Host(\nexport const x = 1;'),
  ).toEqual(['Card', 'Kbd', 'Host']);
});

it.each(pieces)('%s: %s has a story', (file, piece) => {
  expect(existsSync(path.join(here, storiesOf(file))), `${storiesOf(file)} is missing`).toBe(true);
  const stories = read(storiesOf(file));
  const used = new RegExp(`<${piece}[\\s/>]|component: ${piece}\\b`).test(stories);
  expect(used, `${storiesOf(file)} does not show ${piece}`).toBe(true);
});

it.each([...new Set(pieces.map(([file]) => file))])('%s is shown in more than one state', (file) => {
  expect(read(storiesOf(file)).match(/^export const [A-Z]/gm)?.length ?? 0).toBeGreaterThan(1);
});
