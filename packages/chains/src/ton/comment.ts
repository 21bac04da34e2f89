import { type ReadCell, sliceOf } from './boc.ts';

const mostBytes = 4_096;

/**
 * The text of a comment (op 0), which may go on in further cells. undefined for a body that is none, or whose bytes are no UTF-8: a comment never names
 * anybody by what is left of one.
 */
export function commentIn(body: ReadCell): string | undefined {
  const parts: Uint8Array[] = [];
  let [size, cell]: [number, ReadCell | undefined] = [0, body];
  for (let n = 0; cell !== undefined; n++) {
    const slice = sliceOf(cell);
    if (n === 0 && (slice.left.bits < 32 || slice.uint(32) !== 0n)) return undefined;
    if (slice.left.bits % 8 !== 0 || slice.left.refs > 1) return undefined;
    const next: ReadCell | undefined = slice.left.refs === 1 ? slice.ref() : undefined;
    const bytes = slice.bytes();
    size += bytes.length;
    if (size > mostBytes || n > 64) return undefined;
    parts.push(bytes);
    cell = next;
  }
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole);
  } catch {
    return undefined;
  }
}
