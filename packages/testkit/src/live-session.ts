import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@holdfast/contract';
import { type Api, apiOf } from './api.ts';
import { totpAt } from './totp.ts';

/** A session that stays fresh enough for writes, however long a run takes and however often the server dies. */
export interface LiveSession {
  /** The client with the token of now. */
  api(): Api;
  /** Calls until there is an answer: what a careful client does when an outcome is unknown. @throws ApiError for a refusal that stays */
  call<T>(work: (api: Api) => Promise<T>, giveUpAt?: number): Promise<T>;
  stop(): Promise<void>;
}

/** Well inside the five minutes for which a second factor counts as fresh. */
const renewEveryMs = 150_000;
/** An authenticator's code is good once: after a login that may have used it, the next one is waited for. */
const codeMs = 31_000;
/** Says nothing about the request itself: asking again is right. */
const passing = new Set([
  'systemError',
  'databaseBusy',
  'signerUnreachable',
  'chainUnreachable',
  'rateLimited',
  'notLoggedIn',
  'stepUpRequired',
  'feeEstimateFailed',
]);

/** Refusals and replies that break the contract are answers; everything else is an unknown outcome. */
export function isAnswer(error: unknown): boolean {
  if (error instanceof ApiError) return !passing.has(error.refusal ?? 'systemError');
  return error instanceof Error && error.name.includes('ZodError');
}

/** Who is logged in, and what renews that. */
export interface Login {
  readonly token: string;
  readonly account: { readonly email: string; readonly password: string; readonly secret: string };
}

export function keepSession(url: string, { token, account }: Login): LiveSession {
  const end = new AbortController();
  let current = apiOf(url, { token });
  const rest = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal: end.signal }).catch(() => undefined);
  const { email, password, secret } = account;
  async function renew(): Promise<void> {
    while (!end.signal.aborted) {
      try {
        const login = { account: email, password, totp: totpAt(secret, new Date()) };
        current = apiOf(url, { token: (await apiOf(url).session.login(login)).open_token });
        return;
      } catch {
        await rest(codeMs);
      }
    }
  }
  async function keep(): Promise<void> {
    for (;;) {
      await rest(renewEveryMs);
      if (end.signal.aborted) return;
      await renew();
    }
  }
  const done = keep();
  return {
    api: () => current,
    async call(work, giveUpAt = Number.POSITIVE_INFINITY) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work(current);
        } catch (error) {
          if (isAnswer(error) || Date.now() > giveUpAt || end.signal.aborted) throw error;
          await rest(Math.min(2_000, 100 * attempt));
        }
      }
    },
    async stop() {
      end.abort();
      await done;
    },
  };
}
