import { randomBytes } from 'node:crypto';
import type { AddressId, SubWalletId, WorkspaceId } from '@holdfast/contract';

/** An address of ours, as the watcher needs it. */
export interface Watched {
  readonly id: AddressId;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly path: string;
  /** 0 user (deposit), 1 system (change). */
  readonly branch: number;
}

const chunkBytes = 1 << 20;
/** Slots of the table that are taken at most: above it looking for a free one takes long. */
const load = 0.7;
const longest = 255;

/** FNV-1a from a start that nobody knows: whoever chooses addresses cannot choose ones that meet in the table. */
function hashed(bytes: Buffer, from: number, end: number, seed: number): number {
  let hash = seed;
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array;
function longer<T extends Numbers>(old: T, make: new (length: number) => T, length: number): T {
  const grown = new make(length);
  grown.set(old as never);
  return grown;
}

/** A text on its way in or looked for. One at a time, so that looking makes no garbage. */
interface Text {
  readonly bytes: Buffer;
  length: number;
}
const newText = (): Text => ({ bytes: Buffer.allocUnsafeSlow(3 * longest), length: 0 });
/** False for what is longer than any address or path. */
function read(into: Text, text: string): boolean {
  if (text.length > longest) return false;
  into.length = into.bytes.write(text, 0, 'utf8');
  return into.length <= longest;
}

/**
 * Texts in plain bytes, two to an entry, each with its length before it. Where an entry begins is its place in chunks of one length each, so that growing moves
 * nothing.
 */
function createTexts() {
  const chunks: Buffer[] = [];
  let used = chunkBytes;
  const chunkOf = (place: number): Buffer => chunks[Math.floor(place / chunkBytes)] as Buffer;
  function append({ bytes, length }: Text): void {
    const chunk = chunks.at(-1) as Buffer;
    chunk[used] = length;
    bytes.copy(chunk, used + 1, 0, length);
    used += length + 1;
  }
  return {
    /** @returns where they are */
    keep(first: Text, second: Text): number {
      if (used + first.length + second.length + 2 > chunkBytes) {
        chunks.push(Buffer.allocUnsafeSlow(chunkBytes));
        used = 0;
      }
      const place = (chunks.length - 1) * chunkBytes + used;
      append(first);
      append(second);
      return place;
    },
    hash(place: number, seed: number): number {
      const [chunk, from] = [chunkOf(place), (place % chunkBytes) + 1];
      return hashed(chunk, from, from + (chunk[from - 1] ?? 0), seed);
    },
    /** Is the first text of the entry this one? */
    isFirst(place: number, { bytes, length }: Text): boolean {
      const [chunk, from] = [chunkOf(place), (place % chunkBytes) + 1];
      return chunk[from - 1] === length && chunk.compare(bytes, 0, length, from, from + length) === 0;
    },
    at(place: number): { readonly first: string; readonly second: string } {
      const [chunk, from] = [chunkOf(place), (place % chunkBytes) + 1];
      const end = from + (chunk[from - 1] ?? 0);
      const text = (start: number, to: number): string => chunk.toString('utf8', start, to);
      return { first: text(from, end), second: text(end + 1, end + 1 + (chunk[end] ?? 0)) };
    },
  };
}

const firstRoom = 1024;
/** What is known of each entry, by its number. */
function createColumns() {
  const columns = {
    /** Of its texts; 4 GiB of them are sixty million addresses. */
    place: new Uint32Array(firstRoom),
    id: new Float64Array(firstRoom),
    workspace: new Uint32Array(firstRoom),
    wallet: new Uint32Array(firstRoom),
    branch: new Uint8Array(firstRoom),
  };
  return {
    columns,
    makeRoom(size: number): void {
      if (size < columns.id.length) return;
      const room = Math.ceil(size * 1.5);
      columns.place = longer(columns.place, Uint32Array, room);
      columns.id = longer(columns.id, Float64Array, room);
      columns.workspace = longer(columns.workspace, Uint32Array, room);
      columns.wallet = longer(columns.wallet, Uint32Array, room);
      columns.branch = longer(columns.branch, Uint8Array, room);
    },
  };
}

/**
 * Addresses by their spelling: a million of them take some 100 MB, where as many objects in a map take over 400. None is ever taken out. Found by an open
 * hash table of entries.
 */
export function createPacked() {
  const seed = randomBytes(4).readUInt32LE();
  const texts = createTexts();
  const { columns, makeRoom } = createColumns();
  const [address, path] = [newText(), newText()];
  /** Workspaces by what stands in the column: few, and their ids may be long. */
  const workspaces: WorkspaceId[] = [];
  let size = 0;
  /** 1 + the entry that is there; 0 where none is. */
  let slots = new Int32Array(2 * firstRoom);
  const placeOf = (entry: number): number => columns.place[entry] ?? 0;

  /** The slot that holds `address`, or that would. */
  function slotOf(): number {
    let slot = hashed(address.bytes, 0, address.length, seed) & (slots.length - 1);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (texts.isFirst(placeOf(taken - 1), address)) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
  function makeSlots(): void {
    if (size < slots.length * load) return;
    slots = new Int32Array(slots.length * 2);
    for (let entry = 0; entry < size; entry++) {
      let slot = texts.hash(placeOf(entry), seed) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = entry + 1;
    }
  }
  const entryOf = (wanted: string): number => (read(address, wanted) ? (slots[slotOf()] ?? 0) - 1 : -1);
  function numberOf(id: WorkspaceId): number {
    const known = workspaces.indexOf(id);
    return known < 0 ? workspaces.push(id) - 1 : known;
  }

  return {
    get size() {
      return size;
    },
    workspaces: (): readonly WorkspaceId[] => workspaces,
    has: (wanted: string): boolean => entryOf(wanted) >= 0,
    get(wanted: string): Watched | undefined {
      const entry = entryOf(wanted);
      if (entry < 0) return undefined;
      return {
        id: columns.id[entry] as AddressId,
        workspaceId: workspaces[columns.workspace[entry] ?? 0] as WorkspaceId,
        subWalletId: columns.wallet[entry] as SubWalletId,
        path: texts.at(placeOf(entry)).second,
        branch: columns.branch[entry] ?? 0,
      };
    },
    /** Puts it in; what is there already stays. @throws Error for what is longer than any address or path */
    add(text: string, of: Watched): void {
      if (!read(address, text) || !read(path, of.path)) throw new Error(`address ${of.id} is too long`);
      makeRoom(size);
      makeSlots();
      const slot = slotOf();
      if (slots[slot] !== 0) return;
      columns.place[size] = texts.keep(address, path);
      columns.id[size] = of.id;
      columns.workspace[size] = numberOf(of.workspaceId);
      columns.wallet[size] = of.subWalletId;
      columns.branch[size] = of.branch;
      slots[slot] = ++size;
    },
    /** In the order in which they were put in. */
    *keys(): Generator<string> {
      for (let entry = 0; entry < size; entry++) yield texts.at(placeOf(entry)).first;
    },
  };
}
