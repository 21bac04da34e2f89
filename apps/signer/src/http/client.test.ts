import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClientOf, readNetworks } from './client.ts';

const ask = (proxies: readonly string[], remoteAddress: string, forwarded?: string): string =>
  createClientOf(proxies)({
    socket: { remoteAddress } as Socket,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });

describe('who a request is from', () => {
  it('is the socket’s address where no proxy is trusted, whatever a header says', () => {
    expect(ask([], '198.51.100.4')).toBe('198.51.100.4');
    expect(ask([], '198.51.100.4', '203.0.113.9')).toBe('198.51.100.4');
    expect(ask(['10.0.0.0/8'], '198.51.100.4', '203.0.113.9')).toBe('198.51.100.4');
  });

  it('is the right-most address that is no trusted proxy: what a client writes itself stands left of it', () => {
    expect(ask(['10.0.0.1'], '10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(ask(['10.0.0.1'], '::ffff:10.0.0.1', '192.0.2.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(ask(['10.0.0.0/8'], '10.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9');
  });

  it('is the last trusted proxy where that says nothing, or what is no address', () => {
    expect(ask(['10.0.0.1'], '10.0.0.1')).toBe('10.0.0.1');
    expect(ask(['10.0.0.1'], '10.0.0.1', '203.0.113.9, unknown')).toBe('10.0.0.1');
    expect(ask(['10.0.0.0/8'], '10.0.0.1', '10.0.0.2')).toBe('10.0.0.2');
  });

  it('is one for all of an IPv6 network of 64 bits', () => {
    expect(ask([], '2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(ask([], '2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(ask(['::1'], '::1', '2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(ask([], '::ffff:198.51.100.4')).toBe('198.51.100.4');
  });

  it('is read up to a number of proxies, however long the header is', () => {
    expect(ask(['10.0.0.0/8'], '10.0.0.1', `203.0.113.9, ${'10.0.0.2, '.repeat(1_000)}10.0.0.3`)).toBe('10.0.0.2');
  });

  it('no network is taken for a trusted proxy that is none', () => {
    for (const wrong of ['proxy.example', '10.0.0.1/33', '10.0.0.1/x', '::1/129', ''])
      expect(() => readNetworks([wrong]), wrong).toThrow(/neither an address nor a network/);
  });
});
