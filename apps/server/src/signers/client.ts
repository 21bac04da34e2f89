import { randomUUID } from 'node:crypto';
import type { Identity } from '@holdfast/channel';
import { isPrice } from '@holdfast/policy';
import type { Clock } from '../clock.ts';
import type { SignerConfig } from '../config.ts';
import { spanned } from '../spans.ts';
import { createLine, LostSession } from './line.ts';
import { sumsIn, type ToldSum } from './told-sums.ts';
import type { Missing, Reply, SignerMethod, SignerMethods } from './types.ts';

/** What one signer says is not taken on trust: what is no price would end whoever reads it later. */
const pricesIn = (said: Missing['prices']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(said ?? {}).filter(([, price]) => typeof price === 'string' && isPrice(price)));

/** The signer said no, with a code of its own closed set. */
export class SignerRefusal extends Error {
  readonly signer: string;
  readonly code: string;
  /** It waits for more approvals since a price rose. */
  readonly priceRose: boolean;
  /** By these prices then, in USD by `chain|contract`; a signer of an earlier release names none. */
  readonly prices: Readonly<Record<string, string>>;
  /** What it counted in the windows of rules, where it waits for more approvals. */
  readonly sums: readonly ToldSum[];
  constructor(signer: string, code: string, message: string, missing?: Missing) {
    super(message);
    this.name = 'SignerRefusal';
    this.signer = signer;
    this.code = code;
    this.priceRose = missing?.priceRose ?? false;
    this.prices = pricesIn(missing?.prices);
    this.sums = sumsIn(missing?.sums);
  }
}
/** What a signer refused with, as it says so. */
export const refusalOf = (signer: string, { code, message, missing }: NonNullable<Reply['error']>): SignerRefusal =>
  new SignerRefusal(signer, code, message, missing);

/** No answer, or none that the signer's key authenticates; whether it acted is unknown. */
export class SignerUnreachable extends Error {
  readonly signer: string;
  constructor(signer: string, cause: unknown) {
    super(`signer ${signer} cannot be reached`, { cause });
    this.name = 'SignerUnreachable';
    this.signer = signer;
  }
}

export interface Signer {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  /** Ed25519 key its attestations and hellos verify with, hex. */
  readonly identity: string;
  /** One call over the sealed channel. Throws `SignerRefusal` or `SignerUnreachable`. */
  call<M extends SignerMethod>(method: M, params: SignerMethods[M]['params']): Promise<SignerMethods[M]['result']>;
}

const timeLimitMs: Partial<Record<SignerMethod, number>> = {
  health: 3_000,
  freeze: 3_000,
  events: 30_000,
  'sign.open': 15_000,
  'sign.step': 15_000,
};
const defaultTimeLimitMs = 8_000;

/** Calls to one signer: each request sealed to its key, each reply authenticated by it (packages/channel). */
export function createSigner(config: SignerConfig, identity: Identity, clock: Clock): Signer {
  const { id, name, origin } = config;
  const line = createLine(config, identity, clock);
  async function ask<M extends SignerMethod>(
    method: M,
    params: SignerMethods[M]['params'],
  ): Promise<SignerMethods[M]['result']> {
    const request = Buffer.from(JSON.stringify({ id: randomUUID(), time: clock().getTime(), method, params }));
    const limitMs = timeLimitMs[method] ?? defaultTimeLimitMs;
    let reply: Reply;
    let again = false;
    try {
      const answer = await line(request, limitMs).catch((error: unknown) => {
        if (!(error instanceof LostSession)) throw error;
        again = true;
        return line(request, limitMs);
      });
      reply = JSON.parse(Buffer.from(answer).toString('utf8')) as Reply;
    } catch (error) {
      throw new SignerUnreachable(id, error);
    }
    // Whoever stands between may have told us that a request was not taken which was: the signer refuses it now as a repeat, and whether it acted is unknown.
    if (again && reply.error?.code === 'notAuthenticated') throw new SignerUnreachable(id, new Error(reply.error.code));
    if (reply.error) throw refusalOf(id, reply.error);
    return reply as never;
  }
  const call: Signer['call'] = (method, params) =>
    spanned(`signer ${method}`, { 'holdfast.signer': id }, () => ask(method, params));
  return { id, name, origin, identity: config.identity, call };
}
