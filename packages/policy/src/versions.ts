import { type Canonical, joinPath, PolicyError } from './canonical.ts';
import type { Check } from './schema.ts';

/**
 * Signed documents have versions for ever: `v` selects how one is read and how it is written. Reading lifts it to the newest meaning, in which every field
 * is there; a field that its version did not have gets the value that means nothing. Its text and its hash are those of its own version, so what was
 * signed stays what it was.
 */
export interface Version<T> {
  /** Checks what was written in this version, and lifts it. */
  readonly read: Check<T>;
  /** The fields of this version alone. @throws PolicyError inconsistent where it has no words for what the document says */
  readonly write: (document: T) => Canonical;
}

export type Versions<T> = Readonly<Record<string, Version<T>>>;
type Readable<T> = Readonly<Record<string, Pick<Version<T>, 'read'>>>;

/** A version that means what it says: nothing is lifted. */
export const asWritten = <T extends Canonical>(read: Check<T>): Version<T> => ({ read, write: (document) => document });

const versionOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined;

/**
 * Reads a document of any version there is.
 * @param versions the oldest first
 * @throws PolicyError badField at `v` for a version that is not known here, whatever else stands in it
 */
export function readVersion<T>(versions: Readable<T>, value: unknown, at = ''): T {
  const v = versionOf(value);
  if (typeof v === 'string' && !Object.hasOwn(versions, v)) throw new PolicyError('badField', joinPath(at, 'v'));
  const [oldest] = Object.values(versions);
  const version = typeof v === 'string' ? versions[v] : oldest;
  if (!version) throw new Error('a document without versions');
  return version.read(value, at);
}

/**
 * A document as its own version says it; one of a version that is not known here, which nobody here reads, as it stands.
 * @throws PolicyError where its version cannot say it
 */
export const writeVersion = <T extends Canonical & { readonly v: string }>(
  versions: Versions<T>,
  document: T,
): Canonical => (Object.hasOwn(versions, document.v) ? versions[document.v]?.write(document) : undefined) ?? document;
