import { readFileSync } from 'node:fs';
import type { Entry } from '../../apps/signer/src/state/entries.ts';
import { openJournal } from '../../apps/signer/src/store/journal.ts';
import { openVault } from '../../apps/signer/src/store/vault.ts';
import { signerFolder } from '../sandbox/config.ts';
import type { Decided } from './facts.ts';

/** Reads what a stopped signer decided from its own journal, every record authenticated and in its place in the chain of hashes. */
async function decisionsOf(data: string, signer: string): Promise<Decided[]> {
  const { dir, passphraseFile } = signerFolder(data, signer);
  const decided: Decided[] = [];
  const journal = openJournal(dir, openVault(dir, readFileSync(passphraseFile, 'utf8').trim()), (plain) => {
    const entry = JSON.parse(new TextDecoder().decode(plain)) as Entry;
    if (entry.type !== 'decided') return;
    const { id, conflict } = entry.decision;
    decided.push({ signer, intent: id, keys: conflict.family === 'evm' ? [conflict.lane] : conflict.inputs });
  });
  await journal.close();
  return decided;
}

export async function readJournals(data: string): Promise<Decided[]> {
  return [...(await decisionsOf(data, '1')), ...(await decisionsOf(data, '2'))];
}
