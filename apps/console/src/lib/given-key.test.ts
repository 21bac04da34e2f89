import { describe, expect, it } from 'vitest';
import { isWebAddress, keyOf, withKey } from './given-key.ts';

const key = { id: 'dk-1', type: 'device', publicKey: 'ab' };
const hashOf = (value: unknown): string => `#${new URLSearchParams({ credential: JSON.stringify(value) })}`;

describe('what the signer’s page sent back', () => {
  it('is taken as it is', () => expect(keyOf(hashOf(key))).toEqual(key));
  it.each([
    '',
    '#',
    '#credential=',
    '#credential=%7B',
    hashOf(null),
    hashOf([]),
    hashOf({ ...key, type: 'other' }),
    hashOf({ ...key, id: 7 }),
    hashOf({ id: 'dk-1', type: 'device' }),
    hashOf({ ...key, extra: 'x'.repeat(9_000) }),
  ])('%s is no key', (hash) => expect(keyOf(hash)).toBeUndefined());
});

it('only a web address is a way to the key page', () => {
  expect(isWebAddress('https://signer.example/#/key?name=a')).toBe(true);
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/mpc', '']) expect(isWebAddress(url)).toBe(false);
});

it('a key in a link is found again', () => {
  expect(
    keyOf(new URL(withKey('https://console.example/mpc?d=member%3Am-1', { ...key, type: 'device' })).hash),
  ).toEqual(key);
});
