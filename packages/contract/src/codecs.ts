/**
 * Wire codecs: text and small numbers on the wire, real types in code. A codec's `decode` adds an issue, it never throws (an exception
 * inside zod would surface as a server fault instead of the caller's mistake).
 */
import { z } from 'zod';

/** Whole number on the wire; a form field carries it as text. Its limits stand in the API's description. */
const wireInt = (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) =>
  z.union([z.string().regex(/^-?\d{1,16}$/), z.int()]).meta({ minimum, maximum });

/** Whole number within limits, both included. */
export const ranged = (min: number, max: number) =>
  z.codec(wireInt(min, max), z.int().min(min).max(max), { decode: Number, encode: (value) => value });

/** Whole number of no narrower meaning: as wide as PostgreSQL's `integer`. */
export const int = ranged(-(2 ** 31), 2 ** 31 - 1);

/** Number of a row whose column is `bigint`, or a height: as far as a number is exact. */
export const bigId = ranged(0, Number.MAX_SAFE_INTEGER);

/** Flag: 0/1 on the wire, boolean in code. */
export const bool01 = z.codec(z.union([z.enum(['0', '1']), z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (value) => Number(value) === 1,
  encode: (value) => (value ? 1 : 0) as 0 | 1,
});

/** Moment: epoch milliseconds on the wire, Date in code. 8.64e15 is the last moment a Date can hold. */
export const epochMs = z.codec(z.union([z.string().regex(/^\d{1,16}$/), z.int().min(0)]), z.date(), {
  decode: (value) => new Date(Number(value)),
  encode: (value) => value.getTime(),
});

/**
 * Amount: plain decimal text in whole coins, the same on both sides. Units depend on the asset, so the service turns it into base units
 * with `toUnits(text, decimals)`; text that is not a plain decimal is refused here with the spec's code 110005.
 */
export const amount = z
  .string()
  .refine((text) => text.length <= 100 && /^\d+(\.\d+)?$/.test(text), { params: { refusal: 'amountError' } });

/** Text that can be kept and signed: no half of a character, which has no UTF-8, and no NUL, which PostgreSQL does not store. */
export const isWhole = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The same of all texts in a value, names of fields too. `depth` ends what nobody means. */
function isAllWhole(value: unknown, depth = 64): boolean {
  if (typeof value === 'string') return isWhole(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([name, inner]) => isWhole(name) && isAllWhole(inner, depth - 1));
}

/** JSON that holds whole texts only. Escapes such as `\\ud800` make halves of characters out of sound text, so it is looked at after reading. */
function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!isAllWhole(value)) throw new SyntaxError('half characters');
  return value;
}

/** A value that travels as JSON text of at most so many characters inside one form field (spec section 7: POST bodies are form data). */
export const jsonField = <T extends z.core.$ZodType>(item: T, maxText = 65_536) =>
  z.codec(z.string().max(maxText), item, {
    decode: (text, context) => {
      try {
        return readJson(text) as z.input<T>;
      } catch {
        context.issues.push({ code: 'invalid_format', format: 'json', input: text, message: 'not JSON' });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });

/** Ids separated by commas, as the product family's API carries lists: "1,2". */
export const idList = z.codec(
  z.string().regex(/^\d{1,16}(,\d{1,16}){0,999}$/),
  z.array(z.int().min(0).max(Number.MAX_SAFE_INTEGER)),
  {
    decode: (text) => text.split(',').map(Number),
    encode: (ids) => ids.join(','),
  },
);

type Branded<B extends string> = number & z.core.$brand<B>;
/** A positive whole-number id with its own type, so that one kind of id cannot be passed for another. */
export const brandedId = <const B extends string>(schema: z.ZodType<number, number> = z.int().min(1)) =>
  z.codec(wireInt(1), schema as unknown as z.ZodType<Branded<B>, number>, {
    decode: Number,
    encode: (value) => value,
  });

export const userId = brandedId<'UserId'>();
export type UserId = z.output<typeof userId>;
/** A workspace; the wire calls it wallet (glossary). */
export const walletId = brandedId<'WorkspaceId'>();
export type WorkspaceId = z.output<typeof walletId>;
/** Ids of sub-wallets are 32 bits wide; no sub-wallet has a larger one, so it is answered like any other that does not exist. */
export const subWalletId = brandedId<'SubWalletId'>(
  z
    .int()
    .min(1)
    .refine((id) => id < 2 ** 31, { params: { refusal: 'walletNotFound' } }),
);
export type SubWalletId = z.output<typeof subWalletId>;
export const addressId = brandedId<'AddressId'>();
export type AddressId = z.output<typeof addressId>;

/** Neither control characters, which a database may refuse to store, nor halves of characters. */
export const isPlain = (value: string): boolean => isWhole(value) && !/\p{Cc}/u.test(value);

/** Text a person typed: trimmed, bounded in characters, no control characters. */
export const text = (max: number, min = 0) => z.string().trim().min(min).max(max).refine(isPlain, 'control characters');

/**
 * What changes how other characters are shown without being seen: controls, marks and overrides of the writing direction, zero widths, breaks of lines.
 * The joiners that scripts and emoji need stay. At least what the rules refuse in a name (packages/policy, schema.ts).
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
export const isUnseen = (text: string): boolean => unseen.test(text);
/** Such a text by which people tell one thing from another: nothing in it that cannot be seen. */
export const nameText = (max: number, min = 0) =>
  text(max, min).refine((value) => !isUnseen(value), 'unseen characters');

/** As the rules name a member. */
export const memberId = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/);
/** Remark: at most 200 characters (spec section 5). */
export const remark = text(200);
export const symbol = z.string().regex(/^[A-Za-z0-9._-]{1,32}$/);
const place = { chain_id: text(40).optional(), contract_address: text(128).optional() };
/** A coin, by its symbol; where several have it (300150), by its chain and contract too: '' is the chain's own coin. */
export const coin = { symbol, ...place };
/** The same where a list may be narrowed to it. */
export const maybeCoin = { symbol: symbol.optional(), ...place };

/** Everybody whom a payment goes to, in the order in which they are paid. */
export const outputs = z.array(z.object({ address: z.string(), amount, memo: z.string() }));
/** The same as people are told of them: by what the address book calls each, and with what the row of a batch remarks. Either may be ''. */
export const toldOutputs = z.array(outputs.element.extend({ label: z.string(), remark: z.string() }));

/** What an order does where it pays nobody: with stake, or for a spender that may take tokens (`endless`: all of them), or to itself, to pay for a transaction that waits (`child`); or a message is signed and no transaction made (`message`), or a contract put on the chain (`deploy`); null for what is paid. `lock_blocks`: for so many blocks, about `lock_ms` milliseconds, a delegation cannot be taken back. */
export const stakeTold = z
  .object({
    kind: z.enum([
      'stake',
      'unstake',
      'unfrozen',
      'delegate',
      'reclaim',
      'allowance',
      'endless',
      'revocation',
      'call',
      'child',
      'message',
      'deploy',
      'inscription',
      'brc20',
    ]),
    /** What is sent, where the ledger counts none of it: an amount with its tick, or the id of an inscription. */
    about: z.string(),
    resource: z.enum(['', 'bandwidth', 'energy']),
    lock_blocks: z.int(),
    lock_ms: z.int(),
  })
  .nullable();

/** Page request (spec section 3): 1-based page number, 1–200 rows. */
export const paged = { page_no: ranged(1, 1_000_000).default(1), page_size: ranged(1, 200).default(20) };
/** Page reply: `pageTotal` pages as the spec has it, and the true number of rows beside it. */
export const page = <T extends z.core.$ZodType>(item: T) =>
  z.object({ pageTotal: z.int(), total: z.int(), list: z.array(item) });

/** Packs rows for `page()`. */
export function pageOf<T>(list: T[], total: number, pageSize: number): { pageTotal: number; total: number; list: T[] } {
  return { pageTotal: Math.ceil(total / pageSize), total, list };
}
export const nothing = z.object({});
