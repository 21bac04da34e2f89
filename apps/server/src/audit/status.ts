import { keyText } from '@holdfast/audit';
import { noteOf, witnessOf } from './checkpoints.ts';
import type { LogDeps } from './deps.ts';
import * as queries from './queries.ts';

export async function readStatus({ db, signers, own }: LogDeps) {
  const [{ size }, row, problems] = await Promise.all([
    queries.readHead(db),
    queries.lastCheckpoint(db),
    queries.findProblems(db),
  ]);
  const cosigned = row ? await queries.findCosignatures(db, [row.size]) : [];
  const witnesses = await Promise.all(
    signers.map(async ({ id, name }) => {
      const last = await queries.lastWitnessed(db, id);
      const problem = problems.find(({ signer_id }) => signer_id === id)?.problem ?? '';
      return { signer: id, name, size: last?.size ?? 0, witnessed_at: last?.created_at ?? null, problem };
    }),
  );
  return {
    log: own.key.name,
    size,
    keys: [own.key, ...signers.map(witnessOf)].map(keyText),
    checkpoint: row ? noteOf(own, row, cosigned) : '',
    checkpoint_size: row?.size ?? 0,
    checkpoint_at: row?.created_at ?? null,
    witnesses,
  };
}
