import { utf8ToBytes } from '@noble/hashes/utils.js';
import { apply } from '../state/apply.ts';
import type { Entry, NewEntry, PeerLog } from '../state/entries.ts';
import type { SignerState } from '../state/state.ts';
import { decode, newestState } from './compact.ts';
import { createCompactor } from './compactor.ts';
import { type Journal, openJournal } from './journal.ts';
import { lockFolder } from './lock.ts';
import { sweepSnapshots } from './snapshot.ts';
import { openVault, type Vault } from './vault.ts';

/** The signer's memory: the state in force, and the journal it is the fold of. */
export interface Store {
  readonly vault: Vault;
  readonly state: SignerState;
  /**
   * Applies an entry at once, so that whatever is decided next sees it, and resolves when a crash can no longer take it back. Nothing that the
   * entry allows may leave the process before that.
   */
  append(entry: NewEntry): Promise<void>;
  /** Resolves when everything appended so far is on disk: what an answer that repeats an earlier one must wait for too. */
  flushed(): Promise<void>;
  /** Size and root of my log as far as it is on disk. */
  log(): PeerLog;
  rootAt(size: number): string | undefined;
  /** Entries behind the event feed: durable ones only. */
  eventsAfter(seq: number, max: number): { seq: number; entry: Entry }[];
  /** Called after entries became durable. */
  onDurable(listener: () => void): void;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly dir: string;
  readonly passphrase: string;
  readonly now: () => number;
  /** Called when the journal can no longer be written: the process must end. */
  readonly onFailure?: (error: unknown) => void;
  /** An entry is on disk. */
  readonly onWritten?: (entry: NewEntry) => void;
  /** A snapshot could not be written: the signer goes on, and its next start takes longer. */
  readonly onCompactFailure?: (error: unknown) => void;
  /** Records in one file of the journal; each file that is full is followed by a snapshot. */
  readonly segmentRecords?: number;
}

/** Locks the folder, opens the journal and rebuilds the state. @throws Error with a text for the operator */
export function openStore(options: StoreOptions): Store {
  const { dir, passphrase, segmentRecords } = options;
  const release = lockFolder(dir);
  try {
    const vault = openVault(dir, passphrase);
    sweepSnapshots(dir);
    const { state, snapshot } = newestState(dir, vault);
    const compactor = createCompactor(options);
    const journal = openJournal({
      dir,
      vault,
      known: snapshot,
      onRecord: (plain, index) => apply(state, decode(plain), index),
      onArchived: compactor.run,
      ...(segmentRecords === undefined ? {} : { segmentRecords }),
    });
    if (journal.archived > snapshot.size) compactor.run();
    return storeOf(vault, state, journal, options, async () => {
      await compactor.stop();
      release();
    });
  } catch (error) {
    release();
    throw error;
  }
}

function storeOf(
  vault: Vault,
  state: SignerState,
  journal: Journal,
  { now, onFailure, onWritten }: StoreOptions,
  release: () => Promise<void>,
): Store {
  const listeners: (() => void)[] = [];
  let newest: Promise<void> = Promise.resolve();
  return {
    vault,
    state,
    append: async (entry) => {
      const stamped = { ...entry, at: now() } as Entry;
      const index = journal.size;
      const written = journal.append(utf8ToBytes(JSON.stringify(stamped)));
      newest = written;
      apply(state, stamped, index);
      await written.catch((error: unknown) => {
        onFailure?.(error);
        throw error;
      });
      onWritten?.(entry);
      for (const listener of listeners) listener();
    },
    flushed: () => newest,
    log: () => ({ size: journal.durable, root: journal.rootAt(journal.durable) ?? '' }),
    rootAt: (size) => journal.rootAt(size),
    eventsAfter: (seq, max) =>
      state.events
        .slice(seq, seq + max)
        .map((index, i) => ({ index, seq: seq + i + 1 }))
        .filter(({ index }) => index < journal.durable)
        .map(({ index, seq: number }) => ({ seq: number, entry: decode(journal.read(index)) })),
    onDurable: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      await journal.close();
      await release();
    },
  };
}
