import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineInJson } from './json-line.ts';

const file = `{
  "format": "rules",
  "senior": [
    {
      "id": "a",
      "when": { "hours": "0" }
    },
    { "id": "b", "when": {
        "hours": "x" } }
  ],
  "od\\u0064": [], "s": "a\\"}{"
}`;

describe('the line of a fault', () => {
  it.each([
    ['format', 2],
    ['senior', 3],
    ['senior.0', 4],
    ['senior.0.when.hours', 6],
    ['senior.1', 8],
    ['senior.1.when.hours', 9],
    ['odd', 11],
    ['s', 11],
  ])('%s stands in line %i', (path, line) => expect(lineInJson(file, path)).toBe(line));

  it.each([
    ['senior.0.when.scope', 6],
    ['senior.1.name', 8],
    ['cases', 1],
    ['senior.7.id', 3],
  ])('%s is missing from what begins in line %i', (path, line) => expect(lineInJson(file, path)).toBe(line));

  it.each([
    ['{\n"a": 1,\n}', 3],
    ['{\n"a": 1\n"b": 2}', 3],
    ['[1,\n2,\n03]', 3],
    ['', 1],
    ['{}\n\nx', 3],
    ['{"a":\n"\t"}', 2],
    [`${'['.repeat(10_000)}`, 1],
  ])('%j stops being JSON', (text, line) => expect(lineInJson(text, '')).toBe(line));

  it('is found in whatever JSON somebody writes, indented or not', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify({ before: value, here: 1, after: value }, null, indent);
        const line = text.split('\n').findIndex((one) => /^(\t| {2})"here": 1,$/.test(one));
        expect(lineInJson(text, 'here')).toBe(indent === 0 ? 1 : line + 1);
      }),
    );
  });
});
