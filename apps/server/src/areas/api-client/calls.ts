import type { FastifyRequest } from 'fastify';
import type { CallDeps, CallParts } from './call-deps.ts';
import { purgeCalls, runLogged } from './call-log.ts';
import { findCaller } from './caller.ts';

export { isFrom } from './caller.ts';

/** Calls that API clients sign: whose they are, and the log of them. What they may do, the role `api` says. */
export function createCalls(ports: CallDeps) {
  const deps: CallParts = { ...ports, proven: new WeakSet() };
  return {
    caller: (request: FastifyRequest) => findCaller(deps, request),
    logged: <T>(request: FastifyRequest, run: () => Promise<T>) => runLogged(deps, request, run),
    purge: () => purgeCalls(deps),
  };
}
