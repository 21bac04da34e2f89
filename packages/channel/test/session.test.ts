import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  ChannelError,
  type Hello,
  newIdentity,
  openSession,
  publicKeysOf,
  type Session,
  startHello,
} from '../src/index.ts';
import { signHello } from './hello.ts';

const names = ['1', '2', '3'] as const;
type Name = (typeof names)[number];
const identities = { 1: newIdentity(), 2: newIdentity(), 3: newIdentity() };
const peers = Object.fromEntries(names.map((name) => [name, publicKeysOf(identities[name])]));
const context = utf8ToBytes('intent digest and sighash');
const payload = utf8ToBytes('round message');

type Started = ReturnType<typeof startHello>;
const start = (party: Name, about = context): Started => startHello(identities[party], party, about);
const join = (me: string, mine: Started, hellos: Hello[], about = context): Session =>
  openSession({ me, secret: mine.secret, hellos, peers, context: about });

function three(about = context): Record<Name, Session> {
  const started = { 1: start('1', about), 2: start('2', about), 3: start('3', about) };
  const hellos = names.map((name) => started[name].hello);
  return {
    1: join('1', started[1], hellos, about),
    2: join('2', started[2], [...hellos].reverse(), about),
    3: join('3', started[3], hellos, about),
  };
}

function fault(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof ChannelError ? error.code : `not a ChannelError: ${error}`;
  }
  return 'no refusal';
}

describe('session', () => {
  it('is the same for everybody, in whatever order the hellos come, and carries every direction and round', () => {
    const all = three();
    expect(all[2].id).toEqual(all[1].id);
    expect(all[3].id).toEqual(all[1].id);
    expect(all[2].parties).toEqual(['1', '2', '3']);
    for (const from of names)
      for (const to of names.filter((name) => name !== from))
        for (const round of [0, 1, 7, 0xffffffff])
          expect(all[to].open(from, round, all[from].seal(to, round, payload))).toEqual(payload);
  });

  it('gives every session another id', () => {
    expect(three()[1].id).not.toEqual(three()[1].id);
  });

  it.each(['party', 'ephemeral', 'nonce'] as const)('has another id when one %s is another', (field) => {
    const [one, two, again] = [start('1'), start('2'), start(field === 'party' ? '3' : '2')];
    const mixed = { ...two.hello, [field]: again.hello[field] };
    const hello = signHello(identities[field === 'party' ? '3' : '2'], mixed, context);
    const id = (other: Hello) => bytesToHex(join('1', one, [one.hello, other]).id);
    expect(id(hello)).not.toBe(id(two.hello));
    expect(id(two.hello)).toBe(id(two.hello));
  });

  it('refuses a box with any byte changed or cut, and still opens the true one', () => {
    const all = three();
    const box = all[1].seal('2', 1, payload);
    for (let at = 0; at < box.length; at++) {
      const changed = box.map((byte, i) => (i === at ? byte ^ 0x80 : byte));
      expect(fault(() => all[2].open('1', 1, changed))).toBe('notAuthentic');
      expect(fault(() => all[2].open('1', 1, box.subarray(0, at)))).toBe('notAuthentic');
    }
    expect(all[2].open('1', 1, box)).toEqual(payload);
  });

  it('opens a round once and seals a round once', () => {
    const all = three();
    const box = all[1].seal('2', 1, payload);
    all[2].open('1', 1, box);
    expect(fault(() => all[2].open('1', 1, box))).toBe('outOfOrder');
    expect(fault(() => all[1].seal('2', 1, payload))).toBe('outOfOrder');
  });

  it('refuses a box in another round, from another party, for another party, or sent back', () => {
    const all = three();
    const box = all[1].seal('2', 1, payload);
    expect(fault(() => all[2].open('1', 2, box))).toBe('notAuthentic');
    expect(fault(() => all[2].open('3', 1, box))).toBe('notAuthentic');
    expect(fault(() => all[3].open('1', 1, box))).toBe('notAuthentic');
    expect(fault(() => all[1].open('2', 1, box))).toBe('notAuthentic');
    expect(fault(() => all[2].open('2', 1, box))).toBe('unknownPeer');
    expect(fault(() => all[2].open('9', 1, box))).toBe('unknownPeer');
  });

  it('refuses a box of another session of the same parties', () => {
    const box = three()[1].seal('2', 1, payload);
    expect(fault(() => three()[2].open('1', 1, box))).toBe('notAuthentic');
  });

  it.each([-1, 0.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %s as a round, whose nonce would repeat',
    (round) => {
      const all = three();
      expect(fault(() => all[1].seal('2', round, payload))).toBe('malformed');
      expect(fault(() => all[2].open('1', round, payload))).toBe('malformed');
    },
  );
});

describe('hellos', () => {
  it('are refused when any field is changed', () => {
    const [one, two] = [start('1'), start('2')];
    for (const field of ['ephemeral', 'nonce', 'signature'] as const)
      for (let at = 0; at < two.hello[field].length; at++) {
        const text = two.hello[field];
        const digit = (Number.parseInt(text.charAt(at), 16) ^ 1).toString(16);
        const changed = { ...two.hello, [field]: text.slice(0, at) + digit + text.slice(at + 1) };
        expect(fault(() => join('1', one, [one.hello, changed]))).toBe('badSignature');
      }
    expect(fault(() => join('1', one, [one.hello, { ...two.hello, party: '3' }]))).toBe('badSignature');
    expect(fault(() => join('1', one, [one.hello, { ...two.hello, nonce: two.hello.nonce.slice(2) }]))).toBe(
      'badSignature',
    );
  });

  it('are refused in another context', () => {
    const other = utf8ToBytes('another intent');
    const [one, two] = [start('1'), start('2', other)];
    expect(fault(() => join('1', one, [one.hello, two.hello]))).toBe('badSignature');
  });

  it('are refused from parties that nobody pinned, twice from one, or without mine', () => {
    const [one, two] = [start('1'), start('2')];
    const stranger = startHello(newIdentity(), '9', context).hello;
    const shadow = startHello(newIdentity(), '2', context).hello;
    expect(fault(() => join('1', one, [one.hello, stranger]))).toBe('unknownPeer');
    expect(fault(() => join('1', one, [one.hello, { ...two.hello, party: 'constructor' }]))).toBe('unknownPeer');
    expect(fault(() => join('1', one, [one.hello, shadow]))).toBe('badSignature');
    expect(fault(() => join('1', one, [one.hello, two.hello, start('2').hello]))).toBe('malformed');
    expect(fault(() => join('1', one, [two.hello, start('3').hello]))).toBe('malformed');
    expect(fault(() => join('1', one, [one.hello]))).toBe('malformed');
  });

  it('of an earlier session do not open this one: my own must hold my secret', () => {
    const [old, fresh, two] = [start('1'), start('1'), start('2')];
    expect(fault(() => join('1', fresh, [old.hello, two.hello]))).toBe('malformed');
  });

  it('shown differently to different parties give keys that do not fit', () => {
    const [one, two, again, third] = [start('1'), start('2'), start('2'), start('3')];
    const first = join('1', one, [one.hello, two.hello, third.hello]);
    const last = join('3', third, [one.hello, again.hello, third.hello]);
    expect(first.id).not.toEqual(last.id);
    expect(fault(() => last.open('1', 1, first.seal('3', 1, payload)))).toBe('notAuthentic');
  });
});
