import { z } from 'zod';
import { type Permission, type ScopeKind, scopeFields } from './access.ts';
import type { ProposalEvent } from './proposal-log.ts';

/** `public`: anyone; `session`: anyone logged in; a permission: a member of the session's workspace who holds it. */
export type Access = 'public' | 'session' | Permission;
export type InputSchema = z.ZodObject;
export type OutputSchema = z.core.$ZodType;

/** What the audit log calls a call, as `area.what`. */
type ActionName = `${string}.${string}`;
type Named = ActionName | undefined;

interface Definition<A extends Access, I extends InputSchema, O extends OutputSchema, U extends Named = Named> {
  readonly summary: string;
  readonly access: A;
  readonly input: I;
  readonly output: O;
  /** Time limit of one call in milliseconds; the spec's default is 10 s (section 9). */
  readonly timeoutMs?: number;
  /** Name of the audit event a call leaves behind, written in the same transaction as what it does. */
  readonly audit?: U;
  /** What the call is to the proposal it names; left out, it has proposed it. */
  readonly proposalEvent?: ProposalEvent;
  /** A fresh second factor is needed (security.md, Web). */
  readonly stepUp?: true;
  /** It names a sub-wallet (access.ts, `scopeFields`), yet is about the workspace: the role in the workspace counts. */
  readonly about?: 'workspace';
  /** It tells nothing of sub-wallets, or only of those that the caller may see: an API client that is kept to some of them may call it. */
  readonly ofNoWallet?: true;
  /** Most calls of one person in a minute, where each has somebody outside be called. */
  readonly perMinute?: number;
  /** Most bytes of a request's body, encoded; left out, what the server takes of any (256 KiB). */
  readonly bodyBytes?: number;
  /** This write answers to GET as well, guarded by the openToken header (ruling on the spec's unmarked writes). */
  readonly alsoGet?: true;
}

/** One endpoint, said once: server binding, typed client, OpenAPI and the contract tests all come from this value. */
export interface Endpoint<
  A extends Access = Access,
  I extends InputSchema = InputSchema,
  O extends OutputSchema = OutputSchema,
  U extends Named = Named,
> extends Definition<A, I, O, U> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}
/** Answers with a file as it is made, outside the envelope; `output` describes its text. Refusals still come in the envelope. */
export interface FileEndpoint<A extends Access = Access, I extends InputSchema = InputSchema, U extends Named = Named>
  extends Endpoint<A, I, z.ZodString, U> {
  readonly file: { readonly name: string; readonly type: string };
}
export type Area = Readonly<Record<string, Endpoint>>;
/** The field by whose sub-wallet a call is judged, if there is one, and what it names. */
export function scopeOf({ about, input }: Endpoint): { readonly field: string; readonly kind: ScopeKind } | undefined {
  const found = Object.entries(scopeFields).find(([field]) => field in input.shape);
  return about === 'workspace' || !found ? undefined : { field: found[0], kind: found[1] };
}
export const isFile = (endpoint: Endpoint): endpoint is FileEndpoint => 'file' in endpoint;

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

export const get = <
  const A extends Access,
  I extends InputSchema,
  O extends OutputSchema,
  const U extends Named = undefined,
>(
  path: string,
  definition: Definition<A, I, O, U>,
): Endpoint<A, I, O, U> => ({ method: 'GET', path, ...definition });

export const post = <
  const A extends Access,
  I extends InputSchema,
  O extends OutputSchema,
  const U extends Named = undefined,
>(
  path: string,
  definition: Definition<A, I, O, U>,
): Endpoint<A, I, O, U> => ({ method: 'POST', path, ...definition });

/** A download: each chunk goes out as it is made. */
export const download = <const A extends Access, I extends InputSchema, const U extends Named = undefined>(
  path: string,
  definition: Omit<Definition<A, I, z.ZodString, U>, 'output'> & Pick<FileEndpoint, 'file'>,
): FileEndpoint<A, I, U> => ({ method: 'GET', path, output: z.string(), ...definition });
