import { hexToBytes } from '@noble/hashes/utils.js';
import { type Checkpoint, type OpenedCheckpoint, openCheckpoint } from './checkpoint.ts';
import { chainStart, entryHash } from './entry.ts';
import { AuditError } from './errors.ts';
import { type ExportLine, parseLine } from './export.ts';
import { append, emptyFrontier, type Frontier, frontierRoot } from './merkle.ts';
import { type KeyType, keyText, keyTypes, type NoteKey, parseKey } from './note.ts';

export type ExportFault =
  /** Not a line of an export at all. */
  | 'badLine'
  | 'badHead'
  /** An entry is missing, doubled or out of its place. */
  | 'sequence'
  /** The entry is not the one its hash was made of. */
  | 'hash'
  /** The entry after this one was chained to another. */
  | 'chain'
  /** The entries since the last good checkpoint are not those that were signed. */
  | 'root'
  | 'badCheckpoint'
  | 'badSignature'
  | 'unknownSigner'
  /** A checkpoint stands where it does not belong, or one before it is missing. */
  | 'misplaced'
  /** The file ends with entries that nobody has signed for. */
  | 'unsigned'
  /** The log was longer once: a checkpoint known from elsewhere lies behind its end. */
  | 'truncated'
  /** The log was another once. */
  | 'forked'
  /** The file's keys are not those it should be checked with. */
  | 'otherKey'
  /** A witness that should have, has never seen this log. */
  | 'notWitnessed';

export interface Coverage {
  readonly key: string;
  readonly role: 'log' | 'witness';
  /** Did the caller name this key, or is it only the file's own word? */
  readonly pinned: boolean;
  /** Entries its last checkpoint covers, and how many it signed. */
  readonly size: number;
  readonly checkpoints: number;
}
export type ExportVerdict =
  | {
      readonly ok: true;
      readonly log: string;
      readonly size: number;
      readonly root: string;
      readonly signers: readonly Coverage[];
    }
  /** `entry`: the first entry that is wrong, or from which on nothing is sure; null when the fault is not in the entries. */
  | { readonly ok: false; readonly fault: ExportFault; readonly line: number; readonly entry: number | null };

export interface VerifyOptions {
  /** Keys known from elsewhere (`name+id+base64`). With none, the file is only checked against itself. */
  readonly keys?: readonly string[];
  /** Checkpoints kept from earlier, as notes: the log must still contain them. */
  readonly checkpoints?: readonly string[];
}
export interface ExportVerifier {
  /** Takes the next line, without its line feed. Returns the verdict as soon as something is wrong. */
  line(text: string): ExportVerdict | undefined;
  end(): ExportVerdict;
}

interface State {
  lines: number;
  log: string;
  keys: NoteKey[];
  frontier: Frontier;
  lastHash: string;
  /** Size of the last good checkpoint. */
  signed: number;
  /** How many checkpoints the file had so far. */
  checkpoints: number;
  /** Size of the last kept checkpoint that the log still contains. */
  agreed: number;
  readonly reached: Map<string, { size: number; checkpoints: number }>;
  readonly known: Checkpoint[];
}

class Wrong extends Error {
  readonly fault: ExportFault;
  readonly entry: number | null;
  constructor(fault: ExportFault, entry: number | null) {
    super(fault);
    this.fault = fault;
    this.entry = entry;
  }
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);
const ofType = (keys: readonly NoteKey[], type: KeyType): NoteKey[] => keys.filter((key) => key.type === type);

function open(note: string, keys: readonly NoteKey[], entry: number | null): OpenedCheckpoint {
  try {
    return openCheckpoint(note, keys);
  } catch (error) {
    const signature = error instanceof AuditError && error.code === 'badSignature';
    throw new Wrong(signature ? 'badSignature' : 'badCheckpoint', entry);
  }
}

function takeHead(state: State, head: Extract<ExportLine, { kind: 'head' }>, pinned: readonly NoteKey[]): void {
  try {
    state.keys = head.keys.map(parseKey);
  } catch {
    throw new Wrong('badHead', null);
  }
  const [log, ...others] = ofType(state.keys, keyTypes.note);
  const doubled = new Set(head.keys).size !== head.keys.length;
  if (!log || others.length > 0 || log.name !== head.log || doubled) throw new Wrong('badHead', null);
  const own = new Set(head.keys);
  if (ofType(pinned, keyTypes.note).some((key) => !own.has(keyText(key)))) throw new Wrong('otherKey', null);
  state.log = head.log;
  state.lastHash = chainStart(head.log);
}

function takeEntry(state: State, { entry, text, hash }: Extract<ExportLine, { kind: 'entry' }>): void {
  const at = state.frontier.size;
  if (entry.seq !== String(at)) throw new Wrong('sequence', at);
  if (entryHash(text) !== hash) throw new Wrong('hash', at);
  // Both entries hold in themselves, so it is the earlier one that was exchanged for another.
  if (entry.prev !== state.lastHash) throw new Wrong('chain', Math.max(0, at - 1));
  state.frontier = append(state.frontier, hexToBytes(hash)).next;
  state.lastHash = hash;
  checkKnown(state);
}

/** Holds a checkpoint kept from earlier against the log as it stands at that size. */
function checkKnown(state: State): void {
  const { known, frontier, log, agreed } = state;
  for (const { origin, size, root } of known) {
    if (size !== frontier.size) continue;
    if (origin !== log || !same(root, frontierRoot(frontier))) throw new Wrong('forked', agreed);
    state.agreed = size;
  }
}

type CheckpointLine = Extract<ExportLine, { kind: 'checkpoint' }>;
function takeCheckpoint(state: State, { note, place }: CheckpointLine): void {
  const { frontier, signed } = state;
  const { checkpoint, by, unknown } = open(note, state.keys, signed);
  if (unknown.length > 0) throw new Wrong('unknownSigner', signed);
  const { origin, size, root } = checkpoint;
  if (origin !== state.log || !by.some(({ type }) => type === keyTypes.note)) throw new Wrong('badCheckpoint', signed);
  if (size > frontier.size) throw new Wrong('sequence', frontier.size);
  const again = size === signed && state.checkpoints > 0;
  if (size < frontier.size || again || place !== String(state.checkpoints)) throw new Wrong('misplaced', signed);
  if (!same(root, frontierRoot(frontier))) throw new Wrong('root', signed);
  state.signed = size;
  state.checkpoints += 1;
  for (const key of by) {
    const { checkpoints } = state.reached.get(keyText(key)) ?? { checkpoints: 0 };
    state.reached.set(keyText(key), { size, checkpoints: checkpoints + 1 });
  }
}

function finish(state: State, pinned: readonly NoteKey[]): ExportVerdict {
  const { frontier, keys, known, reached, signed, log } = state;
  if (log === '') throw new Wrong('badHead', null);
  if (known.some(({ size }) => size > frontier.size)) throw new Wrong('truncated', frontier.size);
  if (signed !== frontier.size || reached.size === 0) throw new Wrong('unsigned', signed);
  if (keys.some((key) => !reached.has(keyText(key)))) throw new Wrong('badHead', null);
  if (pinned.some((key) => !reached.has(keyText(key)))) throw new Wrong('notWitnessed', 0);
  const named = new Set(pinned.map(keyText));
  const signers = keys.map((key): Coverage => {
    const role = key.type === keyTypes.note ? 'log' : 'witness';
    const far = reached.get(keyText(key)) ?? { size: 0, checkpoints: 0 };
    return { key: keyText(key), role, pinned: named.has(keyText(key)), ...far };
  });
  const root = Array.from(frontierRoot(frontier), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ok: true, log, size: frontier.size, root, signers };
}

function take(state: State, text: string, pinned: readonly NoteKey[]): void {
  state.lines += 1;
  const line = parseLine(text);
  if (!line || (line.kind === 'head') !== (state.lines === 1))
    throw new Wrong(state.lines === 1 ? 'badHead' : 'badLine', state.lines === 1 ? null : state.frontier.size);
  if (line.kind === 'head') takeHead(state, line, pinned);
  else if (line.kind === 'entry') takeEntry(state, line);
  else takeCheckpoint(state, line);
}

/**
 * Checks an export line by line in constant memory: its sequence, hashes and chain, every checkpoint's root and signatures, and that it still contains
 * the checkpoints the caller kept.
 * @throws AuditError for keys or checkpoints of the caller's that cannot be read or are signed by none of the caller's keys
 */
export function createExportVerifier({ keys = [], checkpoints = [] }: VerifyOptions = {}): ExportVerifier {
  const pinned = keys.map(parseKey);
  const known = checkpoints.map((note) => {
    const { checkpoint, by } = openCheckpoint(note, pinned);
    if (pinned.length > 0 && by.length === 0) throw new AuditError('badSignature', 'a kept checkpoint');
    return checkpoint;
  });
  const state: State = {
    lines: 0,
    log: '',
    keys: [],
    frontier: emptyFrontier,
    lastHash: '',
    signed: 0,
    agreed: 0,
    checkpoints: 0,
    reached: new Map(),
    known,
  };
  let verdict: ExportVerdict | undefined;
  const guarded = (work: () => ExportVerdict | undefined): ExportVerdict | undefined => {
    try {
      verdict ??= work();
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      verdict = { ok: false, fault: error.fault, line: state.lines, entry: error.entry };
    }
    return verdict;
  };
  return {
    line: (text) =>
      guarded(() => {
        take(state, text, pinned);
        return undefined;
      }),
    end: () => guarded(() => finish(state, pinned)) as ExportVerdict,
  };
}

/** Checks a whole export at once. Every line, the last one too, ends with a line feed. */
export function verifyExport(text: string, options: VerifyOptions = {}): ExportVerdict {
  const verifier = createExportVerifier(options);
  const lines = text.split('\n');
  const rest = lines.pop();
  for (const line of lines) {
    const wrong = verifier.line(line);
    if (wrong) return wrong;
  }
  return rest === '' ? verifier.end() : (verifier.line(rest ?? '') ?? cut(lines.length + 1));
}
const cut = (line: number): ExportVerdict => ({ ok: false, fault: 'badLine', line, entry: null });
