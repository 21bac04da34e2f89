import { expect, it } from 'vitest';
import { isInviteToken } from './view.ts';

it('a token has one form', () => {
  expect(isInviteToken('A'.repeat(43))).toBe(true);
  for (const text of ['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}/`])
    expect(isInviteToken(text)).toBe(false);
});
