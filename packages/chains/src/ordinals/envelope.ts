import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { WholeTx } from './types.ts';

/**
 * Envelopes of inscriptions, as the ordinals handbook has them (docs.ordinals.com, "Inscriptions"): data that a tapscript skips, so that its witness carries it.
 * Nothing here throws: a witness is by strangers, and what is no envelope is none.
 */

/** Why an inscription does not count for what is built on the first ones: its number is below zero in ord's count. */
export type Curse =
  | 'evenField'
  | 'duplicateField'
  | 'incompleteField'
  | 'notFirstInput'
  | 'notAtOffsetZero'
  | 'pointer'
  | 'pushnum'
  | 'stutter'
  | 'reinscription';

export interface Envelope {
  /** Whose witness has it, and its place among those of that input. */
  readonly input: number;
  readonly offset: number;
  /** '' where it names none, or not in UTF-8. */
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The sat of the outputs that it is to lie on. */
  readonly pointer: bigint | undefined;
  /** Ids of the inscriptions that it says it comes from. */
  readonly parents: readonly string[];
  /** The first reason found; undefined where none is. */
  readonly curse: Curse | undefined;
}

/** A push of data, or any other opcode. */
type Op = Uint8Array | number;
const [opIf, opEndIf, push1Negate, push1, push16] = [0x63, 0x68, 0x4f, 0x51, 0x60];
const tags = { contentType: '01', pointer: '02', parent: '03' } as const;
const known: ReadonlySet<string> = new Set(Object.values(tags));
/** Fields that may be there several times, in pieces or one after the other. */
const repeated: ReadonlySet<string> = new Set([tags.parent, '05']);
const annex = 0x50;

/** The opcodes of a script; undefined where it ends inside a push. */
function opsOf(script: Uint8Array): Op[] | undefined {
  const ops: Op[] = [];
  let at = 0;
  const push = (width: number, length: number): boolean => {
    at += width;
    if (at + length > script.length) return false;
    ops.push(script.subarray(at, at + length));
    at += length;
    return true;
  };
  const view = new DataView(script.buffer, script.byteOffset, script.byteLength);
  while (at < script.length) {
    const op = script[at] ?? 0;
    at += 1;
    if (op === 0) ops.push(new Uint8Array());
    else if (op < 0x4c) {
      if (!push(0, op)) return undefined;
    } else if (op <= 0x4e) {
      const width = op === 0x4c ? 1 : op === 0x4d ? 2 : 4;
      if (at + width > script.length) return undefined;
      const length =
        width === 1 ? view.getUint8(at) : width === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
      if (!push(width, length)) return undefined;
    } else ops.push(op);
  }
  return ops;
}

/** The script that a taproot input was spent by (BIP 341): the last but one item, an annex aside. */
function tapscriptOf(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const hasAnnex = witness.length > 1 && witness.at(-1)?.[0] === annex;
  const items = hasAnnex ? witness.slice(0, -1) : witness;
  return items.length < 2 ? undefined : items.at(-2);
}

const isEmpty = (op: Op | undefined): boolean => op instanceof Uint8Array && op.length === 0;
const isOrd = (op: Op | undefined): boolean => op instanceof Uint8Array && bytesToHex(op) === '6f7264';

interface Raw {
  readonly payload: readonly Uint8Array[];
  readonly pushnum: boolean;
  readonly stutter: boolean;
}

/** What stands between the head and OP_ENDIF; undefined where anything but pushes does. */
function payloadOf(ops: readonly Op[], from: number) {
  const payload: Uint8Array[] = [];
  let pushnum = false;
  for (let at = from; at < ops.length; at++) {
    const op = ops[at];
    if (op instanceof Uint8Array) payload.push(op);
    else if (op === opEndIf) return { payload, pushnum, end: at };
    else if (op !== undefined && (op === push1Negate || (op >= push1 && op <= push16))) {
      pushnum = true;
      payload.push(new Uint8Array([op === push1Negate ? 0x81 : op - push1 + 1]));
    } else return undefined;
  }
  return undefined;
}

/** All envelopes of one script, in their order. A false start right before one makes it stutter, as ord has it. */
function rawEnvelopes(ops: readonly Op[]): Raw[] {
  const found: Raw[] = [];
  let stutter = false;
  for (let at = 0; at < ops.length; at++) {
    if (!isEmpty(ops[at])) continue;
    if (ops[at + 1] !== opIf || !isOrd(ops[at + 2])) {
      stutter = isEmpty(ops[at + 1]) || (ops[at + 1] === opIf && isEmpty(ops[at + 2]));
      continue;
    }
    const read = payloadOf(ops, at + 3);
    if (!read) {
      stutter = false;
      continue;
    }
    found.push({ payload: read.payload, pushnum: read.pushnum, stutter });
    stutter = false;
    at = read.end;
  }
  return found;
}

/** Little endian, at most eight bytes that say something; undefined where there are more. */
function numberOf(bytes: Uint8Array): bigint | undefined {
  if (bytes.subarray(8).some((byte) => byte !== 0)) return undefined;
  return bytes.subarray(0, 8).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** An id in its bytes: the transaction, and its index without trailing zeros. */
function idOf(bytes: Uint8Array): string | undefined {
  if (bytes.length < 32 || bytes.length > 36 || (bytes.length > 32 && bytes.at(-1) === 0)) return undefined;
  const txid = bytesToHex(bytes.slice(0, 32).reverse());
  return `${txid}i${numberOf(bytes.subarray(32)) ?? 0n}`;
}

function textOf(bytes: Uint8Array | undefined): string {
  try {
    return bytes ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : '';
  } catch {
    return '';
  }
}

function curseOf(fields: ReadonlyMap<string, readonly Uint8Array[]>, incomplete: boolean, raw: Raw, at: Place) {
  const [evenField] = [...fields.keys()].filter(
    (tag) => !known.has(tag) && Number.parseInt(tag.slice(0, 2), 16) % 2 === 0,
  );
  const isTwice = [...fields].some(([tag, values]) => values.length > 1 && !repeated.has(tag));
  const reasons: readonly (readonly [Curse, boolean])[] = [
    ['evenField', evenField !== undefined],
    ['duplicateField', isTwice],
    ['incompleteField', incomplete],
    ['notFirstInput', at.input !== 0],
    ['notAtOffsetZero', at.offset !== 0],
    ['pointer', fields.has(tags.pointer)],
    ['pushnum', raw.pushnum],
    ['stutter', raw.stutter],
  ];
  return reasons.find(([, holds]) => holds)?.[0];
}

interface Place {
  readonly input: number;
  readonly offset: number;
}

function envelopeOf(raw: Raw, at: Place): Envelope {
  const { payload } = raw;
  // The body begins after the first empty push in the place of a tag.
  const start = payload.findIndex((item, n) => n % 2 === 0 && item.length === 0);
  const head = start < 0 ? payload : payload.slice(0, start);
  const fields = new Map<string, Uint8Array[]>();
  for (let n = 0; n + 1 < head.length; n += 2) {
    const [tag, value] = [bytesToHex(head[n] ?? new Uint8Array()), head[n + 1] ?? new Uint8Array()];
    // Strangers may write one tag a hundred thousand times.
    const values = fields.get(tag);
    if (values) values.push(value);
    else fields.set(tag, [value]);
  }
  const [pointer] = fields.get(tags.pointer) ?? [];
  return {
    ...at,
    contentType: textOf(fields.get(tags.contentType)?.[0]),
    body: start < 0 ? new Uint8Array() : concatBytes(...payload.slice(start + 1)),
    pointer: pointer && numberOf(pointer),
    parents: (fields.get(tags.parent) ?? []).flatMap((bytes) => idOf(bytes) ?? []),
    curse: curseOf(fields, head.length % 2 !== 0, raw, at),
  };
}

/** The envelopes of a transaction, in the order in which their inscriptions are counted. */
export function envelopesOf({ witnesses }: Pick<WholeTx, 'witnesses'>): Envelope[] {
  return witnesses.flatMap((witness, input) => {
    const script = tapscriptOf(witness);
    const ops = script && opsOf(script);
    return ops ? rawEnvelopes(ops).map((raw, offset) => envelopeOf(raw, { input, offset })) : [];
  });
}
