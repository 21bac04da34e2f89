import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  ChannelError,
  createReplayGuard,
  identityFromJson,
  identityToJson,
  maxSkewMs,
  newIdentity,
  openRequest,
  publicKeysOf,
  sealRequest,
} from '../src/index.ts';

const [server, signer, stranger] = [newIdentity(), newIdentity(), newIdentity()];
const peers = { server: publicKeysOf(server), other: publicKeysOf(newIdentity()) };
const payload = utf8ToBytes('{"method":"health"}');
const flipped = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

function fault(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof ChannelError ? error.code : `not a ChannelError: ${error}`;
  }
  return 'no refusal';
}

describe('request channel', () => {
  it('carries a request and its reply, and names the peer', () => {
    const sealed = sealRequest(server, publicKeysOf(signer), payload);
    const opened = openRequest(signer, peers, sealed.message);
    expect(opened.peer).toBe('server');
    expect(opened.payload).toEqual(payload);
    expect(sealed.openReply(opened.reply(utf8ToBytes('ok')))).toEqual(utf8ToBytes('ok'));
  });

  it('carries empty and large payloads', () => {
    for (const size of [0, 1, 65_536, 1_000_000]) {
      const large = new Uint8Array(size).fill(7);
      const sealed = sealRequest(server, publicKeysOf(signer), large);
      const opened = openRequest(signer, peers, sealed.message);
      expect(bytesToHex(opened.payload)).toBe(bytesToHex(large));
      expect(bytesToHex(sealed.openReply(opened.reply(large)))).toBe(bytesToHex(large));
    }
  });

  it('refuses a request with any byte changed, cut or added', () => {
    const { message } = sealRequest(server, publicKeysOf(signer), payload);
    for (let at = 0; at < message.length; at++) {
      expect(fault(() => openRequest(signer, peers, flipped(message, at)))).toMatch(
        /^(malformed|unknownPeer|notAuthentic)$/,
      );
      expect(fault(() => openRequest(signer, peers, message.subarray(0, at)))).toMatch(/^(malformed|notAuthentic)$/);
    }
    expect(fault(() => openRequest(signer, peers, Uint8Array.of(...message, 0)))).toBe('notAuthentic');
  });

  it('refuses a reply with any byte changed or cut, and still opens the true one', () => {
    const sealed = sealRequest(server, publicKeysOf(signer), payload);
    const reply = openRequest(signer, peers, sealed.message).reply(payload);
    for (let at = 0; at < reply.length; at++) {
      expect(fault(() => sealed.openReply(flipped(reply, at)))).toMatch(/^(malformed|notAuthentic)$/);
      expect(fault(() => sealed.openReply(reply.subarray(0, at)))).toMatch(/^(malformed|notAuthentic)$/);
    }
    expect(sealed.openReply(reply)).toEqual(payload);
  });

  it('refuses a stranger, and a stranger who borrows a known peer’s hint', () => {
    const { message } = sealRequest(stranger, publicKeysOf(signer), payload);
    expect(fault(() => openRequest(signer, peers, message))).toBe('unknownPeer');
    const known = sealRequest(server, publicKeysOf(signer), payload).message.subarray(0, 9);
    expect(fault(() => openRequest(signer, peers, Uint8Array.of(...known, ...message.subarray(9))))).toBe(
      'notAuthentic',
    );
  });

  it('refuses a request meant for another node', () => {
    const { message } = sealRequest(server, publicKeysOf(stranger), payload);
    expect(fault(() => openRequest(signer, peers, message))).toBe('notAuthentic');
  });

  it('refuses its own request sent back, as a request and as a reply', () => {
    const sealed = sealRequest(server, publicKeysOf(signer), payload);
    const known = { signer: publicKeysOf(signer), server: publicKeysOf(server) };
    expect(fault(() => openRequest(server, known, sealed.message))).toBe('notAuthentic');
    expect(fault(() => sealed.openReply(sealed.message))).toBe('notAuthentic');
    expect(fault(() => sealed.openReply(sealed.message.subarray(9)))).toBe('notAuthentic');
  });

  it('refuses the reply to another request', () => {
    const [first, second] = [1, 2].map(() => sealRequest(server, publicKeysOf(signer), payload));
    if (!first || !second) throw new Error('two requests');
    const reply = openRequest(signer, peers, first.message).reply(payload);
    expect(fault(() => second.openReply(reply))).toBe('notAuthentic');
  });

  it('refuses points of small order as ephemeral keys', () => {
    const { message } = sealRequest(server, publicKeysOf(signer), payload);
    const zeroed = message.map((byte, i) => (i >= 9 && i < 41 ? 0 : byte));
    expect(fault(() => openRequest(signer, peers, zeroed))).toBe('malformed');
  });

  it('refuses rubbish of every length without anything but a ChannelError', () => {
    for (let size = 0; size < 200; size++) {
      const rubbish = Uint8Array.of(1, ...randomBytes(size));
      expect(fault(() => openRequest(signer, peers, rubbish))).toMatch(/^(malformed|unknownPeer)$/);
    }
  });
});

describe('replay guard', () => {
  it('takes a request once', () => {
    const guard = createReplayGuard(() => 1_000_000);
    guard('a', 1_000_000);
    guard('b', 1_000_000);
    expect(fault(() => guard('a', 1_000_000))).toBe('replayed');
  });

  it('refuses clocks further apart than the limit, in both directions and not a number', () => {
    const guard = createReplayGuard(() => 1_000_000);
    guard('early', 1_000_000 - maxSkewMs);
    guard('late', 1_000_000 + maxSkewMs);
    expect(fault(() => guard('x', 1_000_000 - maxSkewMs - 1))).toBe('skewed');
    expect(fault(() => guard('x', 1_000_000 + maxSkewMs + 1))).toBe('skewed');
    expect(fault(() => guard('x', Number.NaN))).toBe('skewed');
  });

  it('remembers an id for as long as its time is accepted, at every step of the clock', () => {
    for (const ahead of [-maxSkewMs, -1, 0, 1, maxSkewMs]) {
      let now = 5_000_000;
      const guard = createReplayGuard(() => now);
      guard('id', now + ahead);
      const time = now + ahead;
      for (now = 5_000_001; now < 5_000_000 + 3 * maxSkewMs; now += 7_919) {
        expect(fault(() => guard('id', time))).toMatch(/^(replayed|skewed)$/);
        guard(`other-${now}`, now);
      }
    }
  });

  it('forgets ids whose time has passed and refuses new ones when full', () => {
    let now = 1_000_000;
    const guard = createReplayGuard(() => now, 3);
    for (const id of ['a', 'b', 'c']) guard(id, now);
    expect(fault(() => guard('d', now))).toBe('replayed');
    now += 2 * maxSkewMs + 1;
    guard('d', now);
  });

  it('refuses ids that are empty or long', () => {
    const guard = createReplayGuard(() => 0);
    expect(fault(() => guard('', 0))).toBe('malformed');
    expect(fault(() => guard('x'.repeat(65), 0))).toBe('malformed');
  });
});

describe('identity', () => {
  it('survives being written and read', () => {
    expect(publicKeysOf(identityFromJson(identityToJson(signer)))).toEqual(publicKeysOf(signer));
  });

  it.each(['', 'null', '{}', '[]', '{"sign":"00","dh":"00"}', '{"sign":1,"dh":2}', 'not json'])(
    'refuses %j as an identity',
    (text) => expect(fault(() => identityFromJson(text))).toBe('malformed'),
  );
});
