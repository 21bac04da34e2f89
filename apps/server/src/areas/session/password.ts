import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
export interface PasswordCost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
}
/** RFC 9106 section 4, second recommendation: 64 MiB, 3 passes. */
const recommended: PasswordCost = { memory: 65_536, passes: 3 };
/** One lane, as Node's pool gives each call one thread. */
const parallelism = 1;
/** Each derivation holds 64 MiB: more than this at once would let logins eat the machine's memory. */
const maxConcurrent = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
async function hashPassword(password: string, { memory, passes }: PasswordCost): Promise<string> {
  const nonce = randomBytes(16);
  const message = password.normalize('NFKC');
  const tag = await limited(() => derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength: 32 }));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Constant-time comparison with the parameters the hash was made with. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? [];
  if (!salt || !tag) throw new Error('a stored password hash is malformed');
  const expected = Buffer.from(tag, 'base64');
  const found = await limited(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(expected, found);
}

/** @param cost of each new hash; a stored one says its own */
export function createPasswords(cost = recommended) {
  let decoy: Promise<string> | undefined;
  return {
    hash: (password: string): Promise<string> => hashPassword(password, cost),
    /** A hash nobody has the password of: an unknown account must cost as much time as a known one. */
    decoyHash: (): Promise<string> => {
      decoy ??= hashPassword(randomBytes(32).toString('hex'), cost);
      return decoy;
    },
  };
}
export type Passwords = ReturnType<typeof createPasswords>;
