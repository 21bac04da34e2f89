import { utf8ToBytes } from '@noble/hashes/utils.js';
import { apply } from '../state/apply.ts';
import type { Entry, NewEntry, PeerLog } from '../state/entries.ts';
import { emptyState, type SignerState } from '../state/state.ts';
import { type Journal, openJournal } from './journal.ts';
import { lockFolder } from './lock.ts';
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

const decode = (plain: Uint8Array): Entry => JSON.parse(new TextDecoder().decode(plain)) as Entry;

export interface StoreOptions {
  readonly dir: string;
  readonly passphrase: string;
  readonly now: () => number;
  /** Called when the journal can no longer be written: the process must end. */
  readonly onFailure?: (error: unknown) => void;
}

/** Locks the folder, opens the journal and rebuilds the state. @throws Error with a text for the operator */
export function openStore(options: StoreOptions): Store {
  const { dir, passphrase } = options;
  const release = lockFolder(dir);
  try {
    const vault = openVault(dir, passphrase);
    const state = emptyState();
    const journal = openJournal(dir, vault, (plain, index) => apply(state, decode(plain), index));
    return storeOf(vault, state, journal, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

function storeOf(
  vault: Vault,
  state: SignerState,
  journal: Journal,
  { now, onFailure }: StoreOptions,
  release: () => void,
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
      release();
    },
  };
}
