import { checkpointLine, entryLine, headLine } from '@holdfast/audit';
import type { Db } from '../db/database.ts';
import type { Signer } from '../signers/client.ts';
import { type LogIdentity, noteOf, witnessOf } from './checkpoints.ts';
import * as queries from './queries.ts';

const entriesAtOnce = 1_000;
const checkpointsAtOnce = 200;

async function* checkpointsTo(db: Db, size: number) {
  for (let after = 0; after < size; ) {
    const rows = (await queries.findCheckpoints(db, after, checkpointsAtOnce)).filter((row) => row.size <= size);
    if (rows.length === 0) return;
    const cosigned = await queries.findCosignatures(
      db,
      rows.map((row) => row.size),
    );
    for (const row of rows) yield { row, cosignatures: cosigned.filter((each) => each.size === row.size) };
    after = rows.at(-1)?.size ?? size;
  }
}

/** The log up to a checkpoint as `holdfast verify-log` reads it, piece by piece. Cosignatures by signers that are configured no more are left out. */
export async function* exportLog(
  { db, own, signers }: { db: Db; own: LogIdentity; signers: readonly Signer[] },
  size: number,
): AsyncGenerator<string> {
  const cosigned = new Set(await queries.cosigners(db));
  const witnesses = signers.filter(({ id }) => cosigned.has(id));
  yield `${headLine(own.key.name, [own.key, ...witnesses.map(witnessOf)])}\n`;
  let at = 0;
  let place = 0;
  for await (const { row, cosignatures } of checkpointsTo(db, size)) {
    for (; at < row.size; at = Math.min(at + entriesAtOnce, row.size)) {
      const rows = await queries.findEntries(db, at, Math.min(at + entriesAtOnce, row.size));
      yield rows.map(({ entry, hash }) => `${entryLine(entry, hash.toString('hex'))}\n`).join('');
    }
    const known = cosignatures.filter(({ signer_id }) => witnesses.some(({ id }) => id === signer_id));
    yield `${checkpointLine(noteOf(own, row, known), place++)}\n`;
  }
}
