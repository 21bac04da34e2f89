import { randomUUID } from 'node:crypto';
import { createSender, newIdentity, publicKeysOf, sealRequest } from '@holdfast/channel';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { createChannel } from './channel.ts';

const [server, signer] = [newIdentity(), newIdentity()];
const now = 1_800_000_000_000;
const channelOf = () =>
  createChannel(
    { identity: signer, config: { server: publicKeysOf(server) }, now: () => now, log: () => undefined } as never,
    async (method) => ({ method }),
  );
const asked = (time = now): Uint8Array => utf8ToBytes(JSON.stringify({ id: randomUUID(), time, method: 'health' }));
const handshake = (time = now) => sealRequest(server, publicKeysOf(signer), asked(time));

test('a handshake that was recorded and is sent again, or is of another time, is not kept and drives out none', async () => {
  const channel = channelOf();
  const made = handshake();
  const answer = await channel(made.message, true);
  expect(answer.kept).toBe(true);
  made.openReply(answer.reply);
  const seal = createSender(server, publicKeysOf(signer), made.left() ?? expect.fail('nothing left'));

  const [recorded, late] = [handshake(), handshake(now - 600_000)];
  expect((await channel(recorded.message, true)).kept).toBe(true);
  for (let n = 0; n < 300; n++) expect((await channel(recorded.message, true)).kept).toBe(false);
  expect((await channel(late.message, true)).kept).toBe(false);

  const next = seal(asked());
  const { reply } = await channel(next.message, true);
  expect(JSON.parse(Buffer.from(next.openReply(reply)).toString())).toEqual({ method: 'health' });
});
