import { z } from 'zod';
import {
  bookChain,
  bookItemsBytes,
  bookItemsText,
  checkedItems,
  likeness,
  looseBookItem,
  maxBookItems,
  payeeItem,
} from './address-book-entry.ts';
import { bigId, brandedId, epochMs, jsonField, maybeCoin, nothing, page, paged, text } from './codecs.ts';
import { get, post } from './endpoint.ts';

export const personalEntryId = brandedId<'PersonalEntryId'>();
export type PersonalEntryId = z.output<typeof personalEntryId>;
/** The most entries that one member keeps. */
export const maxPersonalEntries = 500;

/** A payee as a member keeps it, with a note to themselves. */
const personalItem = payeeItem.extend({ note: text(200).default('') });
const ids = jsonField(z.array(personalEntryId).min(1).max(maxBookItems));

/** A member’s own list of payees. Nobody else sees it; it opens no way to a payment that would not be open without it. */
export const personalBook = {
  list: get('/api/mpc/personal_book/list', {
    summary: 'The caller’s own payees, by chain, coin and text',
    access: 'personalBook.use',
    input: z.object({
      /** This one alone. */
      id: personalEntryId.optional(),
      chain: bookChain.optional(),
      /** Those that this coin can be sent to. */
      ...maybeCoin,
      keyword: text(128).optional(),
      /** Kept from this moment on, and before that one. */
      start: epochMs.optional(),
      end: epochMs.optional(),
      ...paged,
    }),
    output: page(
      z.object({
        id: personalEntryId,
        address: z.string(),
        memo: z.string(),
        label: z.string(),
        note: z.string(),
        chains: z.array(z.string()),
        symbols: z.array(z.string()),
        /** Of the coins it is for: '' is a chain's own; none where it is for any. */
        contracts: z.array(z.string()),
        /** In the workspace’s book: 0 no, 1 cooling, 2 active; for the coin asked about, or else for any. */
        listed: z.int(),
        created_at: epochMs,
        last_used_at: epochMs.nullable(),
        used_count: z.int(),
        /** Payees of either book that a person would take for this one. */
        similar: z.array(likeness),
      }),
    ),
  }),
  add: post('/api/mpc/personal_book/add', {
    audit: 'personalBook.add',
    summary: 'Keeps payees, at once, all or none; one that is kept already (200137) is refused',
    access: 'personalBook.use',
    stepUp: true,
    input: z.object({ items: jsonField(z.array(personalItem).min(1).max(maxBookItems), bookItemsText) }),
    bodyBytes: bookItemsBytes,
    output: z.object({ ids: z.array(personalEntryId) }),
  }),
  edit: post('/api/mpc/personal_book/edit', {
    audit: 'personalBook.edit',
    summary: 'Writes one of the caller’s payees anew, at once',
    access: 'personalBook.use',
    stepUp: true,
    input: z.object({ id: personalEntryId, item: jsonField(personalItem) }),
    output: nothing,
  }),
  remove: post('/api/mpc/personal_book/delete', {
    audit: 'personalBook.remove',
    summary: 'Takes payees of the caller’s out, at once',
    access: 'personalBook.use',
    input: z.object({ ids }),
    output: nothing,
  }),
  check: post('/api/mpc/personal_book/check', {
    summary:
      'Tries payees without keeping them: what is wrong with each, and which of either book it could be taken for',
    access: 'personalBook.use',
    input: z.object({
      items: jsonField(z.array(looseBookItem).min(1).max(maxBookItems), bookItemsText),
      /** The entry that is being written anew: it does not stand in its own way. */
      except: bigId.optional(),
    }),
    bodyBytes: bookItemsBytes,
    output: checkedItems,
  }),
};
