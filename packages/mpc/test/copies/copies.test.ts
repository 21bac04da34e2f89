import { describe, expect, it } from 'vitest';
import { original, withCopy } from './copy.ts';
import { onResumed } from './resumed.ts';
import { covered, onUnbound } from './unbound.ts';

/** Each attack fails against the library, and succeeds against a copy without the check that stops it: else it would show nothing. */
describe.each([...onResumed, ...onUnbound])('a peer $name', ({ without, succeeds }) => {
  it('never does', async () => expect(succeeds(await original())).toBe(false));

  it(`does where ${without.file} is without its check`, async () =>
    expect(await withCopy(without, succeeds)).toBe(true));
});

describe.each(covered)('covered by another check: $name', ({ without, end }) => {
  it('is refused', async () => expect(end(await original())).toBe('cheat'));

  it(`is refused as well where ${without.file} is without its check`, async () =>
    expect(await withCopy(without, end)).toBe('cheat'));
});
