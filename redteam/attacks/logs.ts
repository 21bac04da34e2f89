import {
  append,
  checkpointNote,
  consistencyRanges,
  emptyFrontier,
  type Frontier,
  frontierRoot,
  leafHash,
  logKey,
  proofOf,
  signCheckpoint,
} from '@holdfast/audit';
import { newIdentity } from '@holdfast/channel';
import { call } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';

type Named = (index: number) => string;
const usual: Named = (i) => `entry ${i}`;
const editedAt =
  (at: number): Named =>
  (i) =>
    i === at ? 'edited' : usual(i);
const leftOut =
  (at: number): Named =>
  (i) =>
    usual(i < at ? i : i + 1);

/** A whole log, rewritten as its owner likes: root, and proofs from any size of the same log. */
function logOf(name: Named, size: number) {
  const rows: Uint8Array[][] = [];
  let frontier: Frontier = emptyFrontier;
  for (let i = 0; i < size; i++) {
    const hash = leafHash(Buffer.from(name(i)));
    const { next, completed } = append(frontier, hash);
    rows.push([hash, ...completed]);
    frontier = next;
  }
  const read = ({ level, index }: { level: number; index: number }): Uint8Array =>
    rows[(index + 1) * 2 ** level - 1]?.[level] ?? new Uint8Array(32);
  const proof = (from: number): string[] =>
    from > size ? [] : proofOf(consistencyRanges(from, size), read).map((hash) => Buffer.from(hash).toString('hex'));
  return { root: frontierRoot(frontier), proof };
}

/** Offers each signer a checkpoint of the log, signed by the server's own key. */
async function offer(
  fixture: Fixture,
  size: number,
  from: number,
  name: Named = usual,
  by = fixture.pair.server,
): Promise<string[]> {
  const key = logKey(fixture.pair.server.sign.public);
  const { root, proof } = logOf(name, size);
  const checkpoint = { origin: key.name, size, root };
  const note = checkpointNote(checkpoint, [signCheckpoint(checkpoint, key, by.sign.secret)]);
  const replies = await Promise.all(
    fixture.pair.places.map((place) =>
      call(fixture.pair, place, 'witness', { checkpoint: note, from, proof: proof(from) }),
    ),
  );
  return replies.map((reply) => reply.error?.code ?? (reply.cosignature === undefined ? 'elsewhere' : 'witnessed'));
}

const witness = family('the audit log is rewritten after the signers have seen it');
const seen = 20;
witness.play(
  'a log that only grew',
  'witnessed',
  async (fixture) => [...(await offer(fixture, seen, 0)), ...(await offer(fixture, 27, seen))],
  {
    control: true,
    alone: true,
  },
);
const rewritten = (title: string, size: number, name: Named): void =>
  witness.play(
    title,
    'logForked',
    async (fixture) => {
      await offer(fixture, seen, 0);
      return offer(fixture, size, seen, name);
    },
    { alone: true },
  );
for (const at of [0, 1, 7, 15, 19]) {
  rewritten(`entry ${at} edited`, seen, editedAt(at));
  rewritten(`entry ${at} edited, the log gone on`, 33, editedAt(at));
  rewritten(`entry ${at} left out, the log gone on`, 33, leftOut(at));
}
rewritten('cut by one entry', seen - 1, usual);
rewritten('cut to its first entry', 1, usual);
witness.play('signed by another key', 'badCheckpoint', (fixture) => offer(fixture, 5, 0, usual, newIdentity()));
witness.play(
  'a proof from elsewhere',
  'elsewhere',
  async (fixture) => {
    await offer(fixture, seen, 0);
    return offer(fixture, 33, 3, editedAt(1));
  },
  { alone: true },
);

export const logAttacks = witness.attacks;
