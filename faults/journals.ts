import { readFileSync } from 'node:fs';
import { parseIntent } from '@holdfast/policy';
import { boundBy, type Entry } from '../apps/signer/src/state/entries.ts';
import { openJournal } from '../apps/signer/src/store/journal.ts';
import { openVault } from '../apps/signer/src/store/vault.ts';
import { signerFolder } from '../sandbox/config.ts';
import type { Decided } from './facts.ts';

/** Reads what a stopped signer decided, and what was announced to it, from its own journal, every record authenticated and in its place in the chain of hashes. */
async function decisionsOf(
  data: string,
  signer: string,
  requests: Map<string, string>,
): Promise<Omit<Decided, 'request'>[]> {
  const { dir, passphraseFile } = signerFolder(data, signer);
  const decided: Omit<Decided, 'request'>[] = [];
  const journal = openJournal({
    dir,
    vault: openVault(dir, readFileSync(passphraseFile, 'utf8').trim()),
    onRecord: (plain) => {
      const entry = JSON.parse(new TextDecoder().decode(plain)) as Entry;
      if (entry.type === 'announced') {
        const { id, request } = parseIntent(entry.intent);
        requests.set(id, request);
      }
      if (entry.type !== 'decided') return;
      const { id, conflict } = entry.decision;
      decided.push({ signer, intent: id, keys: boundBy(conflict) });
    },
  });
  await journal.close();
  return decided;
}

/** An intent's request is known from whichever signer it was announced to. */
export async function readJournals(data: string): Promise<Decided[]> {
  const requests = new Map<string, string>();
  const all = [...(await decisionsOf(data, '1', requests)), ...(await decisionsOf(data, '2', requests))];
  return all.map((one) => ({ ...one, request: requests.get(one.intent) ?? one.intent }));
}
