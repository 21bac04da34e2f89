import { z } from 'zod';
import { epochMs, nameText } from './codecs.ts';

export const bookEntryId = z.string().regex(/^[0-9a-f]{64}$/);
/** The most entries that one request can ask for by their ids. */
export const mostEntryIds = 50;
/** Ids of entries, separated by commas. */
export const bookEntryIds = z.codec(z.string().max(mostEntryIds * 65 - 1), z.array(bookEntryId).min(1), {
  decode: (text) => text.split(','),
  encode: (ids) => ids.join(','),
});
export const bookChain = z.string().regex(/^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}$/);
/** The most entries of one change. */
export const maxBookItems = 200;
/** Room for that many with the longest texts: characters of the list, and bytes of a request with it, where a character of Chinese takes nine. */
export const bookItemsText = 262_144;
export const bookItemsBytes = 1_048_576;

/** Listed payees that one of these could be taken for, by its address. */
export const similarToThese = z.array(z.object({ address: z.string(), like: z.string(), label: z.string() }));
/**
 * Who is behind a payee's address, as members say, for people and for travel-rule records. It is in no document that anybody signs: nobody approves
 * it, and no rule and no signer reads it.
 */
export const payeeOwner = z
  .object({
    name: nameText(64, 1),
    /** The provider that keeps the address for them (a VASP: an exchange, a bank, a custodian); '' where nobody knows or there is none. */
    vasp: nameText(64).default(''),
    /** 1: they hold the keys themselves. */
    self_hosted: z.literal([0, 1]),
  })
  .refine(({ vasp, self_hosted }) => self_hosted === 0 || vasp === '', 'a self-hosted address has no provider');
export type PayeeOwner = z.output<typeof payeeOwner>;
/** The same as it was kept, by whatever rules. */
const keptOwner = z.object({ name: z.string(), vasp: z.string(), self_hosted: z.literal([0, 1]) });

/** A payee as somebody writes it; label and memo only as signers read them, since a proposal that cannot be read stops all others. */
export const payeeItem = z.object({
  chains: z.array(bookChain).min(1).max(50),
  address: z.string().trim().min(1).max(128),
  memo: z.string().regex(/^[\x20-\x7e]{0,256}$/),
  /** Coins that may be paid, each by its symbol, or its contract where several have the symbol; none named is any. */
  symbols: z.array(z.string().max(128)).max(50),
  label: nameText(30, 1),
});
/** A payee as somebody wants it listed. Its owner is kept beside what is signed; where none is named, the one of the same address and memo stays. */
export const bookItem = payeeItem.extend({
  owner: payeeOwner.nullable().optional(),
  /** Of a contract, the methods that may be called, by their signatures: `deposit(uint256 amount,address to)`. */
  methods: z.array(z.string().max(600)).max(50).optional(),
});

/** The same before anybody has looked at it: a line of a file. */
export const looseBookItem = z.object({
  chains: z.array(z.string().max(64)).max(50),
  address: z.string().max(256),
  memo: z.string().max(512),
  symbols: z.array(z.string().max(128)).max(50),
  label: z.string().max(256),
  methods: z.array(z.string().max(1_000)).max(100).optional(),
  owner: z
    .object({ name: z.string().max(256), vasp: z.string().max(256), self_hosted: z.literal([0, 1]) })
    .nullable()
    .optional(),
});
/** What is wrong with a line; `hexadecimal` is an address without a checksum where there is one with it, `checksum` one with a slip, `zero` the one that is nobody's, `otherNetwork` one of another network of ours or of its kind, `listed` and `waiting` are 200137 and 200139, `repeated` is a line before it, `looksAlike` is 300170 by its label. */
export const bookItemProblems = [
  'label',
  'chains',
  'address',
  'hexadecimal',
  'checksum',
  'zero',
  'otherNetwork',
  'memo',
  'symbols',
  'methods',
  'owner',
  'listed',
  'waiting',
  'repeated',
  'looksAlike',
] as const;

/** A listed payee that somebody could take an address for. */
export const likeness = z.object({ like: z.string(), label: z.string() });
/** What was found out about payees by trying them, one after the other. */
export const checkedItems = z.object({
  list: z.array(
    z.object({
      /** '' when nothing is wrong. */
      problem: z.enum(['', ...bookItemProblems]),
      /** In its standard spelling; as given when it is none. */
      address: z.string(),
      similar: z.array(likeness),
    }),
  ),
});

/** 1 cooling, 2 active, 6 taken out (domain.md 7.10); what is in approval is a proposal, not an entry yet. */
export const entryStatus = { cooling: 1, active: 2, removed: 6 } as const;

/**
 * What an address is known to be: 2 by the workspace's own records, 3 where a node of one of its networks said that it holds code, or the
 * configuration names it as a token's contract; anything else is 1. It says what was known when somebody last looked: it is for lists and filters,
 * is signed by nobody, and nothing is decided by it.
 */
export const entryType = { external: 1, internal: 2, contract: 3 } as const;

export const bookEntry = z.object({
  /** Hash of the entry: what a payment names. */
  id: bookEntryId,
  address: z.string(),
  memo: z.string(),
  label: z.string(),
  chains: z.array(z.string()),
  /** The own coins of its chains, each once. */
  base_symbols: z.array(z.string()),
  symbols: z.array(z.string()),
  /** Of the coins it is for: '' is a chain's own; none where it is for any. */
  contracts: z.array(z.string()),
  /** Of a contract, the methods that members agreed on: calls of it are read by these alone. */
  methods: z.array(z.string()),
  /** `entryType` */
  type: z.int(),
  owner: keptOwner.nullable(),
  status: z.int(),
  /** 1: it has cooled down, and is paid while payments go to listed payees only. */
  white: z.literal([0, 1]),
  /** When the signers took it over. */
  listed_at: epochMs,
  /** From when on it can be paid. */
  effective_at: epochMs,
  /** Of payments that arrived: to its address and memo, on its chains, in its coins. */
  last_used_at: epochMs.nullable(),
  used_count: z.int(),
  /** Entries that a person would take for this one: first and last characters alike. */
  similar: z.array(likeness),
});

const payeeColumn = ['label', 'address', 'network', 'memo', 'coins'] as const;
/** Columns of a file of payees, as an import reads and an export writes them. Who is behind an address is for the workspace's book, a note for one's own. */
export const payeeColumns = {
  workspace: [...payeeColumn, 'beneficiary', 'provider', 'self_hosted'],
  own: [...payeeColumn, 'note'],
} as const;
