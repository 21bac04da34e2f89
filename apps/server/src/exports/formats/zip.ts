/**
 * A ZIP archive (PKWARE APPNOTE 6.3) that is written from front to back and can go on after a break: sizes stand behind each entry (3.4.4.4, bit 3), and of
 * deflated data each part is complete by itself (RFC 1951, a flush to a byte), so that parts made by different processes are one stream.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
/** A last block with nothing in it. */
const lastBlock = Buffer.from([0x03, 0x00]);
/** Nothing here is larger than 32 bits say. */
const most = 0xffffffff;

export interface ZipEntry {
  readonly name: string;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}
/** What is written so far; `open` is the entry that is being written. */
export interface ZipState {
  readonly at: number;
  readonly entries: readonly ZipEntry[];
  readonly open: ZipEntry | null;
}
export interface Zipped {
  readonly bytes: Buffer;
  readonly zip: ZipState;
}
export const emptyZip: ZipState = { at: 0, entries: [], open: null };

const deflated = 8;
/** Sizes follow, and names are UTF-8. */
const flags = 0x0808;
/** 1980-01-01 00:00: when a file was made is in its name. */
const [time, date] = [0, 0x21];

function within(value: number): number {
  if (value > most) throw new Error('the archive is larger than its format allows');
  return value;
}

export function openEntry({ at, entries, open }: ZipState, name: string): Zipped {
  if (open) throw new Error(`${open.name} is still open`);
  const text = Buffer.from(name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(time, 10);
  head.writeUInt16LE(date, 12);
  head.writeUInt16LE(text.length, 26);
  const bytes = Buffer.concat([head, text]);
  const entry = { name, offset: within(at), crc: 0, packed: 0, size: 0 };
  return { bytes, zip: { at: at + bytes.length, entries, open: entry } };
}

export async function writeEntry({ at, entries, open }: ZipState, text: string): Promise<Zipped> {
  if (!open) throw new Error('no entry is open');
  const data = Buffer.from(text);
  const bytes = (await deflate(data, { finishFlush: constants.Z_SYNC_FLUSH })) as Buffer;
  const entry = {
    ...open,
    crc: crc32(data, open.crc),
    packed: open.packed + bytes.length,
    size: within(open.size + data.length),
  };
  return { bytes, zip: { at: at + bytes.length, entries, open: entry } };
}

export function closeEntry({ at, entries, open }: ZipState): Zipped {
  if (!open) throw new Error('no entry is open');
  const entry = { ...open, packed: within(open.packed + lastBlock.length) };
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(entry.crc, 4);
  tail.writeUInt32LE(entry.packed, 8);
  tail.writeUInt32LE(entry.size, 12);
  const bytes = Buffer.concat([lastBlock, tail]);
  return { bytes, zip: { at: at + bytes.length, entries: [...entries, entry], open: null } };
}

function directoryLine({ name, offset, crc, packed, size }: ZipEntry): Buffer {
  const text = Buffer.from(name);
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x02014b50, 0);
  line.writeUInt16LE(20, 4);
  line.writeUInt16LE(20, 6);
  line.writeUInt16LE(flags, 8);
  line.writeUInt16LE(deflated, 10);
  line.writeUInt16LE(time, 12);
  line.writeUInt16LE(date, 14);
  line.writeUInt32LE(crc, 16);
  line.writeUInt32LE(packed, 20);
  line.writeUInt32LE(size, 24);
  line.writeUInt16LE(text.length, 28);
  line.writeUInt32LE(offset, 42);
  return Buffer.concat([line, text]);
}

/** What stands at the end of the archive. */
export function zipDirectory({ at, entries, open }: ZipState): Buffer {
  if (open) throw new Error(`${open.name} is still open`);
  const lines = Buffer.concat(entries.map(directoryLine));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(lines.length, 12);
  end.writeUInt32LE(within(at), 16);
  return Buffer.concat([lines, end]);
}
