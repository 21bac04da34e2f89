import { type Permutation, rounds } from './keccak.ts';

/**
 * Keccak-p[1600, 12] (FIPS 202 §3.3) as WebAssembly, which has the 64-bit numbers that JavaScript lacks. The program is made here from the definition, so that it can be
 * read: some thousand instructions without a branch but the one that ends a round.
 */
const five = [0, 1, 2, 3, 4] as const;
const lanes = 25;
const allRounds = 24;
const laneBytes = 8;
/** Where the round constants lie in memory: behind the state. */
const constantsAt = 256;
const constantsEnd = constantsAt + rounds * laneBytes;

/** Places of the program's variables: the state, what it becomes within a round, parities of columns, what is added to them, and where the round's constant is. */
const [A, B, C, D, constant] = [0, lanes, 2 * lanes, 2 * lanes + 5, 2 * lanes + 10];
const at = (x: number, y: number): number => (x % 5) + 5 * (y % 5);

const leb = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]);
/** A signed one needs room for its sign. */
const signedLeb = (value: number): number[] =>
  value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signedLeb(value >> 7)];

/** Instructions (WebAssembly 2.0 §5.4). */
const get = (local: number): number[] => [0x20, ...leb(local)];
const set = (local: number): number[] => [0x21, ...leb(local)];
const load = (offset: number): number[] => [0x29, 3, ...leb(offset)];
const store = (offset: number): number[] => [0x37, 3, ...leb(offset)];
const int32 = (value: number): number[] => [0x41, ...signedLeb(value)];
const int64 = (value: number): number[] => [0x42, ...signedLeb(value)];
const xor = [0x85];
const and = [0x83];
const rotateLeft = (bits: number): number[] => [...int64(bits), 0x89];
const add32 = [0x6a];
const isBelow32 = [0x49];
const loop = [0x03, 0x40];
const again = [0x0d, 0];
const end = [0x0b];
const not = [...int64(-1), ...xor];

/** FIPS 202 §3.2.2, table 2: how far each lane is turned. */
function rotations(): number[] {
  const turns = new Array<number>(lanes).fill(0);
  let [x, y] = [1, 0];
  for (let t = 0; t < allRounds; t++) {
    turns[at(x, y)] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return turns;
}

/** FIPS 202 §3.2.5: bits of a shift register, seven for each round. */
function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: allRounds }, () => {
    let value = 0n;
    for (let j = 0; j < 7; j++) {
      if (register & 1) value |= 1n << BigInt(2 ** j - 1);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    return value;
  }).slice(allRounds - rounds);
}

function theta(): number[] {
  const parities = five.flatMap((x) => [
    ...five.flatMap((y) => [...get(A + at(x, y)), ...(y > 0 ? xor : [])]),
    ...set(C + x),
  ]);
  const added = five.flatMap((x) => [
    ...[...get(C + ((x + 4) % 5)), ...get(C + ((x + 1) % 5)), ...rotateLeft(1), ...xor],
    ...set(D + x),
  ]);
  const lanesOf = five.flatMap((y) => five.map((x) => [x, y] as const));
  return [
    ...parities,
    ...added,
    ...lanesOf.flatMap(([x, y]) => [...get(A + at(x, y)), ...get(D + x), ...xor, ...set(A + at(x, y))]),
  ];
}

/** Rho and pi: each lane is turned, and takes another's place. */
function rhoPi(): number[] {
  const turns = rotations();
  return five.flatMap((y) =>
    five.flatMap((x) => [
      ...[...get(A + at(x, y)), ...rotateLeft(turns[at(x, y)] ?? 0)],
      ...set(B + at(y, 2 * x + 3 * y)),
    ]),
  );
}

function chi(): number[] {
  return five.flatMap((y) =>
    five.flatMap((x) => [
      ...[...get(B + at(x + 1, y)), ...not, ...get(B + at(x + 2, y)), ...and],
      ...[...get(B + at(x, y)), ...xor, ...set(A + at(x, y))],
    ]),
  );
}

const iota = (): number[] => [...get(A), ...get(constant), ...load(0), ...xor, ...set(A)];

function program(): number[] {
  const all = Array.from({ length: lanes }, (_, lane) => lane);
  return [
    ...all.flatMap((lane) => [...int32(0), ...load(lane * laneBytes), ...set(A + lane)]),
    ...[...int32(constantsAt), ...set(constant), ...loop],
    ...[...theta(), ...rhoPi(), ...chi(), ...iota()],
    ...[...get(constant), ...int32(laneBytes), ...add32, ...set(constant)],
    ...[...get(constant), ...int32(constantsEnd), ...isBelow32, ...again, ...end],
    ...all.flatMap((lane) => [...int32(0), ...get(A + lane), ...store(lane * laneBytes)]),
    ...end,
  ];
}

const sized = (bytes: readonly number[]): number[] => [...leb(bytes.length), ...bytes];
const name = (text: string): number[] => sized([...Buffer.from(text)]);

/** A module (WebAssembly 2.0 §5.5) of one function without arguments, over one page of memory. */
function moduleBytes(): Uint8Array {
  const [int32Type, int64Type, functionType] = [0x7f, 0x7e, 0x60];
  const locals = [2, ...leb(constant), int64Type, 1, int32Type];
  const sections: readonly (readonly [number, number[]])[] = [
    [1, [1, functionType, 0, 0]],
    [3, [1, 0]],
    [5, [1, 0, 1]],
    [7, [2, ...name('memory'), 2, 0, ...name('permute'), 0, 0]],
    [10, [1, ...sized([...locals, ...program()])]],
  ];
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([...head, ...sections.flatMap(([id, bytes]) => [id, ...sized(bytes)])]);
}

/** What Node has of it, and what its types leave out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  permute(): void;
}

function open(): Permutation {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()));
  const { memory, permute } = exports as Exports;
  new BigUint64Array(memory.buffer, constantsAt, rounds).set(roundConstants());
  return { state: new Uint32Array(memory.buffer, 0, 2 * lanes), permute };
}

export const keccak: Permutation = open();
