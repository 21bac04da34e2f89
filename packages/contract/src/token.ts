import { z } from 'zod';
import { amount, bool01, coin, epochMs, nameText, remark, subWalletId, symbol, text } from './codecs.ts';
import { proposedChange } from './decision.ts';
import { get, post } from './endpoint.ts';

/**
 * What may be wrong with a token that is to be added: its symbol is another coin's here, its symbol or name looks like another's, or it calls itself what
 * tokens are called that are sent to strangers to lure them somewhere.
 */
export const tokenWarnings = ['sameSymbol', 'looksLike', 'spam'] as const;
export type TokenWarning = (typeof tokenWarnings)[number];
const warnings = z.array(z.enum(tokenWarnings));

/** What a coin is. Of one that nobody added yet it is what the token says of itself. */
const found = z.object({
  symbol,
  name: z.string(),
  base_symbol: z.string(),
  coin_net: z.string(),
  chain_id: z.string(),
  contract_address: z.string(),
  decimals: z.int(),
  /** Is it counted here? */
  added: bool01,
  /** Has the workspace it open? */
  open: bool01,
  /** Can it be paid with, as far as its settings go? */
  verified: bool01,
  is_focus: bool01,
  warnings,
});

/** What a signer has of a token in its own settings: exactly it, none such, one of another symbol or other decimals, or no answer. */
const signerKnows = z.enum(['same', 'none', 'other', 'silent']);

/** USD per whole coin with what its operator calls the source, and of when it is; all null or '' where there is none, the last two of a fixed price too. */
const priced = { usd: amount.nullable(), time: epochMs.nullable(), source: z.string() };

export const token = {
  search: get('/api/mpc/sub_wallet/coin/search', {
    summary: 'Coins by symbol, name or contract; a contract that is none of them is asked for at its network',
    access: 'wallet.read',
    perMinute: 120,
    input: z.object({
      sub_wallet_id: subWalletId,
      keyword: text(128).optional(),
      contract_address: text(128).optional(),
      base_symbol: text(32).optional(),
    }),
    output: z.object({
      list: z.array(found),
      /** How many more fit. */
      more: z.int(),
    }),
  }),
  add: post('/api/mpc/coin/audit/operate/add', {
    summary:
      'Count a token by its contract: name, symbol and decimals are read from the chain. It comes in at once; it has a price and is paid with once members have approved it, or every signer has it in its own settings',
    access: 'coin.open',
    audit: 'token.add',
    timeoutMs: 30_000,
    perMinute: 30,
    input: z.object({
      base_symbol: text(32, 1),
      /** Where several networks have that coin. */
      chain_id: text(64).optional(),
      contract_address: text(128, 1),
      /** Instead of what the token calls itself. */
      name: nameText(50).default(''),
      remark: remark.default(''),
    }),
    output: z.object({ audit_id: z.int(), symbol, name: z.string(), decimals: z.int(), warnings }),
  }),
  apply: post('/api/mpc/coin/audit/apply', {
    summary:
      'Proposes that members approve an added token: with it the signers take over its contract, symbol and decimals. Or that it is paid with no more',
    access: 'addressBook.edit',
    audit: 'token.apply',
    stepUp: true,
    perMinute: 30,
    input: z.object({ ...coin, paid: bool01.default(true), remark: remark.default('') }),
    output: proposedChange,
  }),
  info: get('/api/mpc/coin/audit/info', {
    summary:
      'A token that members added: what is to be minded of it, which signers have it, and what their operators put into their settings',
    access: 'wallet.read',
    input: z.object(coin),
    output: z.object({
      name: z.string(),
      remark: z.string(),
      warnings,
      verified: bool01,
      /** By the members' word, not by the settings of the signers' operators. */
      approved: bool01,
      /** The change of it that is under way, an item of the to-do list; null where there is none. */
      item_id: z.int().nullable(),
      signers: z.array(z.object({ name: z.string(), state: signerKnows })),
      /** An entry of `assets` of its chain; whoever puts it there compares it with the token's own page first. */
      setting: z.string(),
    }),
  }),
  price: get('/api/mpc/coin/price', {
    summary:
      'What a coin is worth: as this console shows it, and as each signer reads it from the sources of its own operator',
    access: 'wallet.read',
    ofNoWallet: true,
    perMinute: 120,
    input: z.object(coin),
    output: z.object({
      ...priced,
      /** Each by its own word. Rules about values go by the highest of all, and by none where one has none. */
      signers: z.array(z.object({ name: z.string(), state: z.enum(['priced', 'none', 'silent']), ...priced })),
    }),
  }),
};
