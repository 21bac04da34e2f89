/** Number of base OTs, the computational security parameter kappa. */
export const kappa = 128;

/** 0xff when bit i is set, else 0x00: selects without a branch. */
export function bitMask(bits: Uint8Array, i: number): number {
  return -(((bits[i >> 3] ?? 0) >> (i & 7)) & 1) & 0xff;
}

/** The i-th 32 bytes. */
export function slot(bytes: Uint8Array, i: number): Uint8Array {
  return bytes.subarray(i * 32, i * 32 + 32);
}

/** out = mask is set ? one : zero. */
export function chooseInto(out: Uint8Array, zero: Uint8Array, one: Uint8Array, mask: number): void {
  for (let k = 0; k < out.length; k++) out[k] = ((zero[k] ?? 0) & ~mask) | ((one[k] ?? 0) & mask);
}

export function xorInto(out: Uint8Array, other: Uint8Array): void {
  for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) ^ (other[k] ?? 0);
}
