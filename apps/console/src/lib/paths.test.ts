// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { isWalletCenter, safeReturn } from './paths.ts';

describe('after log-in one is led back', () => {
  it.each([
    '/mpc/wallet',
    '/mpc/center/transactions?type=1&q=0xab&d=transaction%3A7~approve%3A8',
    '/mpc/center/collection/edit/7',
  ])('to %s', (target) => expect(safeReturn(target)).toBe(target));

  it.each([
    ['another origin', 'https://evil.example/mpc/wallet'],
    ['another origin without a scheme', '//evil.example'],
    ['another origin behind our path', '/mpc//evil.example'],
    ['a backslash for a slash', '/\\evil.example'],
    ['a backslash later', '/mpc/\\evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,<script>'],
    ['somebody’s name before our host', '/mpc/wallet@evil.example'],
    ['an encoded slash', '/mpc/%2f%2fevil.example'],
    ['a way out of the folder', '/mpc/../api/logout'],
    ['an API call', '/api/logout'],
    ['the log-in itself', '/login'],
    ['set-up', '/mpc/setup'],
    ['a line break', '/mpc/wallet?a=1\nb'],
    ['a tab in the scheme', 'java\tscript:alert(1)'],
    ['a part after #', '/mpc/wallet#//evil.example'],
    ['too much', `/mpc/wallet?q=${'x'.repeat(100_000)}`],
    ['nothing', ''],
    ['what is no path', 'mpc/wallet'],
  ])('to the wallet instead of %s', (_name, target) => expect(safeReturn(target)).toBe('/mpc/wallet'));

  it('never to another origin, whatever stands there', () => {
    for (const target of ['/mpc/wallet', '//evil.example', '/mpc//evil', '/\t/evil.example', 'https:evil'])
      expect(new URL(safeReturn(target), 'https://console.example').origin).toBe('https://console.example');
  });
});

it.each([
  ['/mpc/center/wallet', true],
  ['/mpc/centre/wallet', true],
  ['/mpc/center/wallet/addressBook', true],
  ['/mpc/wallet/center', true],
  ['/mpc/wallet/center/addressBook', true],
  ['/mpc/center/todo', false],
  ['/mpc/wallet', false],
])('the wallet centre is told by its path: %s', (path, is) => expect(isWalletCenter(path)).toBe(is));
