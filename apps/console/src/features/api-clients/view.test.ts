import { describe, expect, it } from 'vitest';
import { readAppId } from './search.ts';
import { expiryOf, isBounded, readFilter, readKey, readNetworks, wordsOf } from './view.ts';

/** RFC 8032 §7.1, test 1. */
const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const credential = { id: 'dk-d75a980182b10ab7d54bfed3', type: 'device', publicKey };

describe('a pasted key', () => {
  it.each([
    ['the key alone', publicKey],
    ['in capitals, with white space', `  ${publicKey.toUpperCase()}\n`],
    ['the credential', JSON.stringify(credential)],
    ['all that the command printed', `words: ${wordsOf(publicKey).join(' ')}\n${JSON.stringify(credential, null, 2)}`],
  ])('is read: %s', (_, text) => expect(readKey(text)).toEqual({ publicKey }));

  it.each([
    ['an unsealed key file', { ...credential, secret: 'ab'.repeat(32) }],
    ['a sealed one', { ...credential, sealed: { box: 'ab' } }],
  ])('%s is known for what nobody else should have', (_, file) =>
    expect(readKey(JSON.stringify(file, null, 2))).toEqual({ problem: 'secret' }),
  );

  it.each(['', 'words: a b', publicKey.slice(1), `${publicKey}0`])('%j is none', (text) =>
    expect(readKey(text)).toEqual({ problem: 'none' }),
  );
});

it('networks are read from lines and lists, each once; the first that is none is told', () => {
  expect(readNetworks(' 203.0.113.7\n198.51.100.0/24, 2001:db8::/32;203.0.113.7 ')).toEqual({
    list: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'],
    wrong: undefined,
  });
  expect(readNetworks('203.0.113.7 example.com 0.0.0.0/0').wrong).toBe('example.com');
  expect(readNetworks('0.0.0.0/0').wrong).toBe('0.0.0.0/0');
});

describe('without networks', () => {
  const now = 1_800_000_000_000;
  const bounded = (span: Parameters<typeof expiryOf>[0], kept: Date | null = null) =>
    isBounded([], expiryOf(span, now, kept), now);

  it('an API client ends within thirty days', () => {
    expect([bounded('30'), bounded('90'), bounded('365'), bounded('never')]).toEqual([true, false, false, false]);
    expect([bounded('keep', new Date(now + 86_400_000)), bounded('keep')]).toEqual([true, false]);
  });
  it('with them it may stay', () => {
    expect(isBounded(['203.0.113.7'], undefined, now)).toBe(true);
  });
});

it('what anybody may have written into the address is left out where it means nothing', () => {
  expect(readFilter({ status: 'on', q: ' pay ' })).toEqual({ status: 'on', q: 'pay' });
  expect(readFilter({ status: 'constructor', q: { a: 1 } })).toEqual({ status: undefined, q: '' });
  expect([readAppId('p-0123456789abcdef'), readAppId('p-0'), readAppId(7)]).toEqual([
    'p-0123456789abcdef',
    undefined,
    undefined,
  ]);
});
