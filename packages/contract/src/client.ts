import { z } from 'zod';
import type { Area, ClientInput, Endpoint, Output } from './endpoint.ts';
import { type ErrorEntry, type ErrorName, errorEntry, errorNameOf } from './errors.ts';

/** A reply whose code is not 0. `name` is undefined for a code this version does not know. */
export class ApiError extends Error {
  readonly code: number;
  readonly refusal: ErrorName | undefined;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.refusal = errorNameOf(code);
    this.data = data;
  }

  /** Its code and what the console does about it; undefined for a code this version does not know. */
  get entry(): ErrorEntry | undefined {
    return this.refusal && errorEntry(this.refusal);
  }
}

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Query of a GET, form body of a POST (spec section 7). */
  readonly form: URLSearchParams;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}
/** Carries one request and returns the parsed JSON reply; headers, origin and transport errors are its business. */
export type Send = (request: Request) => Promise<unknown>;
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}
export type Client<A extends Area> = {
  readonly [K in keyof A]: (input: ClientInput<A[K]>, options?: CallOptions) => Promise<Output<A[K]>>;
};

/** The product family is inconsistent about the code's type (domain.md 3.1): accept text, emit numbers. */
const envelope = z.object({ code: z.coerce.number(), msg: z.string(), data: z.unknown() });
const defaultTimeoutMs = 10_000;

function formOf(endpoint: Endpoint, input: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    const field = endpoint.input.shape[name];
    if (value !== undefined && field) form.set(name, String(z.encode(field, value)));
  }
  return form;
}

/**
 * Typed calls of one area. Rejects with `ApiError` for refusals, `ZodError` for replies that break the contract, and whatever `inspect` throws of a reply
 * (`createAddressGuard` of packages/policy: no address that pinned signers do not vouch for).
 */
export function client<A extends Area>(
  area: A,
  send: Send,
  inspect: (reply: unknown) => void = () => undefined,
): Client<A> {
  const call = (endpoint: Endpoint) => async (input: object, options?: CallOptions) => {
    const { method, path, timeoutMs = defaultTimeoutMs } = endpoint;
    const reply = envelope.parse(
      await send({ method, path, form: formOf(endpoint, input), timeoutMs, signal: options?.signal }),
    );
    if (reply.code !== 0) throw new ApiError(reply.code, reply.msg, reply.data);
    const output: unknown = z.decode(endpoint.output, reply.data as never);
    inspect(output);
    return output;
  };
  return Object.fromEntries(Object.entries(area).map(([name, endpoint]) => [name, call(endpoint)])) as Client<A>;
}
