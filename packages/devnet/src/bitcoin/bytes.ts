import { createHash } from 'node:crypto';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));

/** Bitcoin shows hashes in reversed byte order. */
export const displayHash = (bytes: Uint8Array): string => hash256(bytes).reverse().toString('hex');

export const fromDisplay = (hash: string): Buffer => Buffer.from(hash, 'hex').reverse();

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

export function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value]);
  const wide = value > 0xffff;
  const bytes = Buffer.alloc(wide ? 5 : 3);
  bytes[0] = wide ? 0xfe : 0xfd;
  if (wide) bytes.writeUInt32LE(value, 1);
  else bytes.writeUInt16LE(value, 1);
  return bytes;
}

/** Root over hashes in internal byte order; an odd row repeats its last hash. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  let row = [...leaves];
  while (row.length > 1) {
    const next: Buffer[] = [];
    for (let i = 0; i < row.length; i += 2) {
      const left = row[i] as Buffer;
      next.push(hash256(Buffer.concat([left, row[i + 1] ?? left])));
    }
    row = next;
  }
  return row[0] ?? Buffer.alloc(32);
}

/** BTC in the words of a refusal: at least two decimals (Bitcoin Core's FormatMoney). */
export function moneyText(satoshis: bigint): string {
  const fraction = String(satoshis % 100_000_000n).padStart(8, '0');
  return `${satoshis / 100_000_000n}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}

/** Satoshis as the JSON-RPC writes them, in BTC with eight decimals. Exact for every amount that exists (< 2^53 satoshis). */
export const toBtc = (satoshis: bigint): number => Number(satoshis) / 1e8;
