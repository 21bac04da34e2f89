import type { z } from 'zod';
import type { Permission } from './access.ts';

/** `public`: anyone; `session`: anyone logged in; a permission: a member of the session's workspace who holds it. */
export type Access = 'public' | 'session' | Permission;
export type InputSchema = z.ZodObject;
export type OutputSchema = z.core.$ZodType;

interface Definition<A extends Access, I extends InputSchema, O extends OutputSchema> {
  readonly summary: string;
  readonly access: A;
  readonly input: I;
  readonly output: O;
  /** Time limit of one call in milliseconds; the spec's default is 10 s (section 9). */
  readonly timeoutMs?: number;
  /** Name of the audit event a call leaves behind. */
  readonly audit?: string;
  /** A fresh second factor is needed (security.md, Web). */
  readonly stepUp?: true;
  /** This write answers to GET as well, guarded by the openToken header (ruling on the spec's unmarked writes). */
  readonly alsoGet?: true;
}

/** One endpoint, said once: server binding, typed client, OpenAPI and the contract tests all come from this value. */
export interface Endpoint<
  A extends Access = Access,
  I extends InputSchema = InputSchema,
  O extends OutputSchema = OutputSchema,
> extends Definition<A, I, O> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}
export type Area = Readonly<Record<string, Endpoint>>;

/** What a handler receives: decoded, defaults filled in. */
export type Input<E extends Endpoint> = z.output<E['input']>;
/** What a handler returns and a client receives. */
export type Output<E extends Endpoint> = z.output<E['output']>;

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type Defaulted<E extends Endpoint> = OptionalKeys<z.input<E['input']>> & keyof Input<E>;
/** What a caller passes: decoded types, but fields with a default may be left out. */
export type ClientInput<E extends Endpoint> = Omit<Input<E>, Defaulted<E>> & {
  [K in Defaulted<E>]?: Input<E>[K] | undefined;
};

export const get = <const A extends Access, I extends InputSchema, O extends OutputSchema>(
  path: string,
  definition: Definition<A, I, O>,
): Endpoint<A, I, O> => ({ method: 'GET', path, ...definition });

export const post = <const A extends Access, I extends InputSchema, O extends OutputSchema>(
  path: string,
  definition: Definition<A, I, O>,
): Endpoint<A, I, O> => ({ method: 'POST', path, ...definition });
