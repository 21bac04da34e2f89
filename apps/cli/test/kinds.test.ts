import { intentKinds } from '@holdfast/policy';
import { expect, it } from 'vitest';
import { kindInTerminal } from '../src/kinds.ts';

it.each(intentKinds)('a terminal has words of its own for %s', (kind) => {
  const { headline, lines } = kindInTerminal(kind);
  expect([typeof headline, typeof lines]).toEqual(['function', 'function']);
  const others = intentKinds.filter((other) => other !== kind).map((other) => kindInTerminal(other).headline);
  expect(others).not.toContain(headline);
});
