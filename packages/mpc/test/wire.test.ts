import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { groupFor } from '../src/group.ts';
import { headerBytes, read, strictly, write } from '../src/wire.ts';

const context = Uint8Array.from({ length: 32 }, (_, n) => n);
const header = { protocol: 3, round: 2, from: 0x1234, to: 0xabcd, context };
const body = new Uint8Array([7, 8, 9]);
const fault = (message: string) =>
  expect.objectContaining({ kind: 'fault', message: expect.stringContaining(message), party: 0x1234 });

it('a message is its header, as docs/mpc.md says, and its fields in order', () => {
  const message = write(header, body.subarray(0, 1), body.subarray(1));
  expect(bytesToHex(message)).toBe(`03021234abcd${bytesToHex(context)}070809`);
  expect(headerBytes).toBe(38);
  const reader = read(header, message, 3);
  expect([reader.bytes(1), reader.bytes(2)]).toEqual([body.slice(0, 1), body.slice(1)]);
});

it('one of another protocol, round, sender, receiver or run, or of another length, is a fault of its sender', () => {
  const message = write(header, body);
  for (let n = 0; n < headerBytes; n++) {
    const other = message.slice();
    other[n] = (other[n] ?? 0) ^ 1;
    expect(() => read(header, other, 3), `byte ${n}`).toThrow(fault('message of another run or round'));
  }
  for (const length of [2, 4, 0])
    expect(() => read(header, message, length)).toThrow(fault('message of the wrong length'));
  expect(() => read(header, message.slice(0, -1), 3)).toThrow(fault('message of the wrong length'));
});

it('points and scalars are canonical, or a fault of the sender that says which', () => {
  for (const curve of ['secp256k1', 'ed25519'] as const) {
    const group = groupFor(curve);
    const [point, scalar] = [group.base.multiplyUnsafe(5n).toBytes(), group.encodeScalar(6n)];
    const fields = read(header, write(header, point, scalar), point.length + 32);
    expect(fields.point(group).toBytes()).toEqual(point);
    expect(fields.scalar(group)).toBe(6n);
    const bad = write(header, new Uint8Array(point.length).fill(0xff), new Uint8Array(32).fill(0xff));
    const wrong = read(header, bad, point.length + 32);
    expect(() => wrong.point(group)).toThrow(fault('malformed point'));
    expect(() => wrong.scalar(group)).toThrow(fault('malformed scalar'));
  }
  expect(strictly(1, 'thing', () => 4)).toBe(4);
});
