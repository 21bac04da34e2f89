import { z } from 'zod';
import { amount, bool01, isPlain, jsonField, ranged } from './codecs.ts';
import { orderId } from './decision.ts';

/** In characters; a longer one is refused, since one that is cut may say another amount. */
export const longestPaymentLink = 2_000;

export const address = z.string().trim().min(1).max(120).refine(isPlain, 'control characters');

/** Why a text is no address that can be paid. */
export const addressFault = {
  /** '' | 'format' | 'checksum' | 'network' | 'hexadecimal' | 'zero' (nobody's: what is paid to it is lost) | 'token' (a token's own contract: likewise). */
  reason: z.string(),
  /** Where the reason is `network`: the network whose address it is, if one of ours; '' otherwise. */
  network: z.string(),
  /** Where the reason is `token`: the token's symbol; '' otherwise. */
  token: z.string(),
};

/** Made by the page when the drawer opens, so that two clicks are one order. */
export const requestId = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/);
/** Fee tier: 1 slow, 2 normal, 3 fast. */
export const feeLevel = z.codec(
  z.union([z.enum(['1', '2', '3']), z.literal(1), z.literal(2), z.literal(3)]),
  z.union([z.literal(1), z.literal(2), z.literal(3)]),
  {
    decode: (value) => (Number(value) === 1 ? 1 : Number(value) === 3 ? 3 : 2),
    encode: (value) => value,
  },
);

/** An output of ours, on chains that have them. */
export const outpoint = { txid: z.string().regex(/^[0-9a-f]{64}$/), vout: ranged(0, 2 ** 31 - 1) };
const choiceMost = 200;
/** Outputs that a payment is to be made of, as JSON; left out, the server chooses. Each once. */
export const inputs = jsonField(
  z
    .array(z.object(outpoint))
    .min(1)
    .max(choiceMost)
    .refine((all) => new Set(all.map(({ txid, vout }) => `${txid}:${vout}`)).size === all.length, 'twice'),
).optional();

/** An order that was taken. */
export const taken = z.object({
  withdraw_id: orderId,
  status: z.int(),
  /** 1: the initiator is to sign it on the approval page. */
  need_sign: bool01,
  duplicated: bool01,
  approval_url: z.string(),
});

/** The order that gives a deposit back. */
export const refundOrder = z.object({
  withdraw_id: orderId,
  /** Of an order (domain.md 4.4). */
  status: z.int(),
  amount,
});

export const feeTier = z.object({
  fee_level: z.int(),
  /** Price of one unit: wei of gas (highest), or satoshi per virtual byte. */
  fee_rate: z.string(),
  /** What it will probably cost, and the most it may cost (this is held and signed), in `fee_symbol`. */
  fee: amount,
  max_fee: amount,
  /** Rough waiting time in seconds. */
  wait_seconds: z.int(),
});
