import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  ChannelError,
  createHeadProof,
  createSender,
  createTransportReceiver,
  newIdentity,
  openRequest,
  publicKeysOf,
  sealRequest,
  type Transport,
  transportOf,
} from '../src/index.ts';

const [server, signer] = [newIdentity(), newIdentity()];
const peers = { server: publicKeysOf(server) };
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

/** A whole handshake, and what it leaves on each side. */
function handshake(): { readonly mine: Transport; readonly theirs: Transport } {
  const sealed = sealRequest(server, publicKeysOf(signer), payload);
  const opened = openRequest(signer, peers, sealed.message);
  expect([sealed.left(), opened.left()]).toEqual([undefined, undefined]);
  sealed.openReply(opened.reply(payload));
  return { mine: sealed.left() ?? expect.fail('nothing left'), theirs: opened.left() ?? expect.fail('nothing left') };
}

function session() {
  const { mine, theirs } = handshake();
  return { seal: createSender(server, publicKeysOf(signer), mine), open: createTransportReceiver(theirs), mine };
}

describe('requests after a handshake', () => {
  it('are carried with their replies, in any order, and name their session', () => {
    const { seal, open, mine } = session();
    const sealed = [0, 1, 2, 3].map((n) => seal(Uint8Array.of(n)));
    for (const n of [2, 0, 3, 1]) {
      const { message, openReply } = sealed[n] ?? expect.fail('none');
      expect(transportOf(message)).toEqual(mine.id);
      const opened = open(message);
      expect(opened.payload).toEqual(Uint8Array.of(n));
      expect(openReply(opened.reply(Uint8Array.of(n, n)))).toEqual(Uint8Array.of(n, n));
    }
  });

  it('show by their tag that they are the server’s', () => {
    const { seal } = session();
    const { message, tag } = seal(payload);
    const proves = createHeadProof(signer, peers);
    expect(proves(message, tag)).toBe(true);
    expect(proves(flipped(message, 3), tag)).toBe(false);
  });

  it('have keys that are another’s in each direction and in each session', () => {
    const all = [handshake(), handshake()].flatMap(({ mine, theirs }) => {
      expect(mine).toEqual(theirs);
      return [mine.id, mine.requests, mine.replies].map(bytesToHex);
    });
    expect(new Set(all).size).toBe(6);
  });

  it('are refused with any byte changed, cut or added, and the true one is still taken', () => {
    const { seal, open } = session();
    const { message } = seal(payload);
    for (let at = 17; at < message.length; at++)
      expect(fault(() => open(flipped(message, at)))).toMatch(/^(malformed|notAuthentic)$/);
    for (let at = 0; at < message.length; at++)
      expect(fault(() => open(message.subarray(0, at)))).toMatch(/^(malformed|notAuthentic)$/);
    expect(fault(() => open(Uint8Array.of(...message, 0)))).toBe('notAuthentic');
    expect(open(message).payload).toEqual(payload);
  });

  it('are taken once, however many came between, and answered once', () => {
    const { seal, open } = session();
    const first = seal(payload);
    const opened = open(first.message);
    opened.reply(payload);
    expect(fault(() => opened.reply(payload))).toBe('outOfOrder');
    for (let n = 0; n < 3_000; n++) {
      const next = seal(Uint8Array.of());
      open(next.message);
      if (n % 500 === 0) expect(fault(() => open(next.message))).toBe('replayed');
    }
    expect(fault(() => open(first.message))).toBe('replayed');
  });

  it('are refused when they come so late that nobody knows whether they were taken', () => {
    const { seal, open } = session();
    const [late, later] = [seal(payload), seal(payload)];
    let last = seal(payload);
    for (let n = 0; n < 1_024; n++) last = seal(payload);
    open(last.message);
    expect(fault(() => open(late.message))).toBe('replayed');
    expect(fault(() => open(later.message))).toBe('replayed');
  });

  it('of one session are not opened by another, nor is a reply to another request', () => {
    const [one, other] = [session(), session()];
    const asked = one.seal(payload);
    expect(fault(() => other.open(asked.message))).toBe('notAuthentic');
    const [first, second] = [one.seal(payload), one.seal(payload)];
    const reply = one.open(first.message).reply(payload);
    expect(fault(() => second.openReply(reply))).toBe('notAuthentic');
    for (let at = 0; at < reply.length; at++)
      expect(fault(() => first.openReply(flipped(reply, at)))).toBe('notAuthentic');
    expect(first.openReply(reply)).toEqual(payload);
  });

  it('of a number far beyond the last one do not hold up whoever opens them', () => {
    const { mine, theirs } = handshake();
    const open = createTransportReceiver(theirs);
    const seal = createSender(server, publicKeysOf(signer), mine);
    open(seal(payload).message);
    const { message } = seal(payload);
    message.fill(0xff, 17, 25);
    expect(fault(() => open(message))).toBe('malformed');
  });
});
