import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bookVectors } from './cases/book.ts';
import { approvalVectors, evaluationVectors } from './cases/decisions.ts';
import {
  canonicalVectors,
  changeVectors,
  documentVectors,
  exportVectors,
  intentVectors,
  keygenVectors,
  rowVectors,
} from './cases/documents.ts';
import { freezeVectors } from './cases/freezes.ts';
import { heldVectors } from './cases/held.ts';
import { refusalVectors } from './cases/refusals.ts';
import { rulingVectors } from './cases/rulings.ts';
import { stepVectors } from './cases/steps.ts';
import { transactionVectors } from './cases/transactions.ts';
import { valueVectors } from './cases/values.ts';
import { readVectorText, vectorFile, vectorText } from './read-vectors.ts';

const files = {
  canonical: canonicalVectors,
  intents: intentVectors,
  rows: rowVectors,
  documents: documentVectors,
  changes: changeVectors,
  keygen: keygenVectors,
  exports: exportVectors,
  refusals: refusalVectors,
  approvals: approvalVectors,
  freezes: freezeVectors,
  evaluations: evaluationVectors,
  rulings: rulingVectors,
  transactions: transactionVectors,
  steps: stepVectors,
  values: valueVectors,
  book: bookVectors,
  held: heldVectors,
};

describe('golden vectors', () => {
  // A change of them is a change of what members sign: UPDATE_VECTORS=1 writes them anew, and the difference wants a reader.
  it.each(Object.entries(files))('of %s come out byte for byte as committed', (name, make) => {
    const text = vectorText(make());
    if (process.env.UPDATE_VECTORS === '1') writeFileSync(vectorFile(name), text);
    expect(text).toBe(readVectorText(name));
  });

  it('are confirmed by the second implementation, written separately in Python', () => {
    const script = fileURLToPath(new URL('verify.py', import.meta.url));
    const run = spawnSync('python3', [script], { encoding: 'utf8', timeout: 120_000 });
    if (run.error) throw new Error(`these tests need python3 on the PATH: ${run.error.message}`);
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    const checked = Number(/^(\d+) vectors confirmed$/m.exec(run.stdout)?.[1]);
    expect(checked).toBeGreaterThanOrEqual(600);
  }, 150_000);
});
