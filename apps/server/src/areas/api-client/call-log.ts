import { errorEntry } from '@holdfast/contract';
import type { FastifyRequest } from 'fastify';
import { claimedBy } from '../../http/signed.ts';
import { Refusal } from '../../refuse.ts';
import { tellBadSignatures } from './alerts.ts';
import type { CallParts } from './call-deps.ts';
import { plainIp } from './caller.ts';
import * as queries from './queries.ts';

async function write({ db, alarm }: CallParts, call: queries.Call): Promise<void> {
  await queries.insertCall(db, call);
  if (call.proven) return;
  await queries.trimUnproven(db, call.appId);
  if (call.code === errorEntry('signatureInvalid').code)
    await tellBadSignatures(db, alarm, call.appId, call.ip, call.time);
}

/** Writes down the call, refused or not, of an API client that there is; not what was too much at once, so that nobody can write without end. */
export async function runLogged<T>(deps: CallParts, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  const appId = claimedBy(request);
  if (appId === undefined) return run();
  const time = deps.clock();
  const end = async (code: number): Promise<void> => {
    const path = request.routeOptions.url ?? '';
    const ms = Math.max(0, deps.clock().getTime() - time.getTime());
    const call = { appId, time, ip: plainIp(request.ip), path, requestId: request.id, code, ms };
    // What was done is done, whether it could be written down or not.
    await write(deps, { ...call, proven: deps.proven.has(request) }).catch((error) =>
      deps.log.error({ err: error }, 'call not logged'),
    );
  };
  try {
    const output = await run();
    await end(0);
    return output;
  } catch (error) {
    const refusal = error instanceof Refusal ? error.refusal : 'systemError';
    if (refusal !== 'rateLimited') await end(errorEntry(refusal).code);
    throw error;
  }
}

export async function purgeCalls({ db, clock }: CallParts): Promise<void> {
  await queries.purgeCalls(db, clock());
}
