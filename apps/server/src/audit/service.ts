import type { AuditAction } from '@holdfast/contract';
import { exportWhole, recorderOf, sign, startCarrying } from './carry-on.ts';
import { logIdentity } from './checkpoints.ts';
import type { AuditDeps, LogDeps } from './deps.ts';
import { createPublisher } from './publish.ts';
import type { Acting } from './record.ts';
import { settle } from './settling.ts';
import { readStatus } from './status.ts';

export { type Acting, createRecorder, type Recorder, sessionKey, theSystem } from './record.ts';

export type AuditService = ReturnType<typeof createAudit>;

/** The audit log: what happens is recorded with it, chained soon after, signed now and then, and witnessed by the signers. */
export function createAudit(ports: AuditDeps) {
  const { identity, checkpointDir } = ports;
  const publish = checkpointDir === undefined ? undefined : createPublisher(checkpointDir);
  const deps: LogDeps = { ...ports, own: logIdentity(identity), publish };
  return {
    recorder: (action: AuditAction, acting?: Acting) => recorderOf(deps, action, acting),
    settle: () => settle(deps),
    sign: (now?: boolean) => sign(deps, now),
    export: () => exportWhole(deps),
    status: () => readStatus(deps),
    start: () => startCarrying(deps),
  };
}
