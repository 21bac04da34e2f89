import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { JournalTampered } from './records.ts';
import { readArchived, type Segment, type Walked, walkSegment } from './segments.ts';

/** What lies in segments. It is asked for only now and then, so it is read again then, one segment at a time. */
export interface Archive {
  /** Roots at the segments' ends, by size, hex. */
  roots(): ReadonlyMap<number, string>;
  add(segment: Segment, root: string): void;
  rootAt(size: number): Uint8Array | undefined;
  /** @throws JournalTampered, or Error when it is not in the folder */
  read(index: number): { readonly record: Uint8Array; readonly previous: Uint8Array };
}

export function createArchive(dir: string, there: readonly Segment[], known: ReadonlyMap<number, string>): Archive {
  const segments = [...there];
  const roots = new Map(known);
  let last: { readonly from: number; readonly walked: Walked } | undefined;

  const holding = (index: number): Segment | undefined => segments.find(({ from, to }) => index >= from && index < to);

  /** It has to lead from the root before it to the root after it. */
  function walked({ from, to }: Segment): Walked {
    if (last?.from === from) return last.walked;
    const root = hexToBytes(roots.get(from) ?? '');
    const found = walkSegment(dir, { from, to }, root, () => undefined);
    if (bytesToHex(found.hashes.at(-1) ?? root) !== roots.get(to)) throw new JournalTampered(to, 'is another');
    last = { from, walked: found };
    return found;
  }

  return {
    roots: () => roots,
    add: (segment, root) => {
      segments.push(segment);
      roots.set(segment.to, root);
    },
    rootAt: (size) => {
      const end = roots.get(size);
      if (end !== undefined) return hexToBytes(end);
      const segment = holding(size);
      return segment && walked(segment).hashes[size - segment.from];
    },
    read: (index) => {
      const segment = holding(index);
      if (!segment) throw new Error(`Record ${index} was put away, and is not in the data folder.`);
      const { spans, hashes } = walked(segment);
      const [span, previous] = [spans[index - segment.from], hashes[index - segment.from]];
      if (!span || !previous) throw new Error(`There is no record ${index}.`);
      return { record: readArchived(dir, segment, span), previous };
    },
  };
}
