import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238 with SHA-1 and six digits: what an authenticator app would show. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Whoever has an authenticator, with the codes of it that were typed. */
interface Holder {
  readonly secret: string;
  readonly usedCodes: Set<string>;
  /** For how long their authenticator shows a code; the sandbox has to be started with the same. */
  readonly codeSeconds: number;
}

/** From reading a code to its arrival at the server, on a machine that is busy. */
const typedWithin = 6;

/**
 * A code that has not been used (each counts once), and that counts for long enough to be typed: the server takes the one before and the one after the
 * present one too. Where both are used up somebody waits for the next.
 */
export async function freshTotpCode({ secret, usedCodes, codeSeconds }: Holder): Promise<string> {
  for (;;) {
    const now = Date.now() / 1_000;
    const shown = Math.floor(now / codeSeconds);
    const code = [shown, shown + 1]
      .filter((step) => (step + 2) * codeSeconds - now >= typedWithin)
      .map((step) => totpCode(secret, step))
      .find((one) => !usedCodes.has(one));
    if (code !== undefined) {
      usedCodes.add(code);
      return code;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}
