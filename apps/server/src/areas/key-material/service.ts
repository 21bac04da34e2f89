import { todoType, type WorkspaceId } from '@holdfast/contract';
import { type KeyExportRequest, mayInitiate, parseKeyExportRequest } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Notifier } from '../../jobs/notifier.ts';
import { nameIn } from '../../nodes.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { Proposal, ProposalsService, Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { type Signer, SignerRefusal, SignerUnreachable } from '../../signers/client.ts';
import type { SignerMonitor } from '../../signers/monitor.ts';
import * as queries from './queries.ts';
import { isTakeable, type KeyMaterialState, signerName, stateOf } from './rules.ts';

export interface KeyMaterialDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly signers: readonly Signer[];
  readonly monitor: SignerMonitor;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly notifier: Notifier;
}
export type KeyMaterialService = ReturnType<typeof createKeyMaterial>;
export interface Asked {
  readonly signer: string;
  readonly recipient: string;
  readonly keyGroup: string | undefined;
  /** The key becomes whole by it, and the request says so. */
  readonly wholeKey: boolean;
  readonly remark: string;
}
export interface Listed {
  readonly row: queries.Row;
  readonly request: KeyExportRequest;
  readonly state: KeyMaterialState;
}

export interface Filter {
  readonly state?: KeyMaterialState | undefined;
  readonly keyword?: string | undefined;
}

const freshMs = 1_000;
/** Requests that are looked through; each one is an event of its own in the life of a workspace. */
const mostRequests = 2_000;

/** Requests for a signer's share. The signers decide, wait and encrypt; here they are asked for, told of, and carried. */
export function createKeyMaterial(deps: KeyMaterialDeps) {
  const { db, clock, signers, monitor, proposals, policy, notifier } = deps;

  const listed = (row: queries.Row, version: string): Listed => ({
    row,
    request: parseKeyExportRequest(row.document),
    state: stateOf(row, version, clock()),
  });
  const version = async (): Promise<string> => (await policy()).document.version;

  async function find(workspaceId: WorkspaceId, id: number): Promise<queries.Row> {
    const row = await queries.findRequest(db, workspaceId, id);
    if (!row) throw refuse('itemNotFound', {});
    return row;
  }

  /** The key group the signers say is active; the only one where none is named. */
  async function groupFor(wanted: string | undefined) {
    const states = await monitor.look(freshMs);
    const groups = states.flatMap(({ health }) => health?.keyGroups.filter(({ active }) => active) ?? []);
    const found = wanted === undefined ? groups[0] : groups.find(({ id }) => id === wanted);
    if (!found) throw refuse('setupNotDone', {});
    return found;
  }

  async function apply(by: Proposer, { signer, recipient, keyGroup, wholeKey, remark }: Asked, record: Recorder) {
    const { document } = await policy();
    const member = document.members.find(({ id }) => id === by.memberId);
    if (!member || !mayInitiate(member, 'export')) throw refuse('keyHolderNeeded', {});
    if (!signers.some(({ id }) => id === signer)) throw refuse('invalidParameters', { field: 'signer' });
    const group = await groupFor(keyGroup);
    const request: KeyExportRequest = {
      v: '1',
      domain: 'holdfast/export/v1',
      deployment: document.deployment,
      keyGroup: group.id,
      epoch: String(group.epoch),
      signer,
      recipient,
    };
    const subject = { action: 'keyMaterial', signer, recipient };
    const made = await proposals.proposeExport(by, request, wholeKey, {
      itemType: todoType.keyMaterial,
      subject,
      remark,
    });
    await record(db, { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: subject });
    return made;
  }

  /** The file, from the signer whose share it is, with what all the others say to it. */
  async function fileOf({ intent_id: id, document }: queries.Row): Promise<string> {
    const { signer: wanted } = parseKeyExportRequest(document);
    const target = signers.find((signer) => signer.id === wanted);
    if (!target) throw refuse('keyMaterialEnded', { reason: wanted });
    try {
      const others = signers.filter((signer) => signer !== target);
      const { nonce } = await target.call('export.open', { id });
      const clearances = await Promise.all(others.map((signer) => signer.call('export.clear', { id, nonce })));
      return (await target.call('export.take', { id, clearances })).file;
    } catch (error) {
      if (error instanceof SignerUnreachable) throw refuse('signerUnreachable', { signer: error.signer });
      if (!(error instanceof SignerRefusal)) throw error;
      if (error.code === 'exportWaits') throw refuse('keyMaterialWaits', {});
      throw refuse('keyMaterialEnded', { reason: error.message });
    }
  }

  async function take(by: Proposer, id: number, record: Recorder) {
    const row = await find(by.workspaceId, id);
    if (row.initiator !== by.memberId) throw refuse('noPermission', {});
    const [now, current] = [clock(), await version()];
    if (!isTakeable(row, current, now)) throw refuse('keyMaterialEnded', { reason: stateOf(row, current, now) });
    if (row.ready_at && now < row.ready_at) throw refuse('keyMaterialWaits', {});
    const content = Buffer.from(await fileOf(row), 'utf8').toString('base64');
    await inTransaction(db, async (tx) => {
      await queries.markTaken(tx, id);
      await record(tx, { workspaceId: by.workspaceId, object: `proposal:${id}` });
    });
    notifier.changed(by.workspaceId, 'todo', id);
    return { content, request: parseKeyExportRequest(row.document) };
  }

  return {
    apply,
    take,
    states: () => monitor.look(freshMs),
    policy,
    approvalUrl: proposals.approvalUrl,
    refuseAt: (row: queries.Row) => signers.map(({ name }, i) => ({ name, url: proposals.approvalUrl(row, i) })),
    /** Newest first, all that fit. */
    async list(workspaceId: WorkspaceId, { state, keyword = '' }: Filter): Promise<Listed[]> {
      const [rows, { document }] = await Promise.all([queries.newestRequests(db, workspaceId, mostRequests), policy()]);
      const text = keyword.toLowerCase();
      const speaks = ({ row, request }: Listed): boolean =>
        [row.remark, nameIn(document, row.initiator), signerName(document, request.signer)]
          .join('\n')
          .toLowerCase()
          .includes(text);
      return rows
        .map((row) => listed(row, document.version))
        .filter((one) => (state === undefined || one.state === state) && speaks(one));
    },
    async detail(workspaceId: WorkspaceId, id: number) {
      const row = await find(workspaceId, id);
      const approvals = (await proposals.approvals([id])).get(id) ?? [];
      const [evaluation, told, now] = await Promise.all([
        proposals.evaluation(row, approvals),
        queries.findTold(db, id),
        version(),
      ]);
      const refusal = approvals.find(({ member, decision }) => member === row.refused_by && decision === 'refuse');
      return { ...listed(row, now), evaluation, told, refusedWhy: refusal?.remark ?? '' };
    },
    async notices(workspaceId: WorkspaceId, memberId: string): Promise<Listed[]> {
      const rows = await queries.findNotices(db, workspaceId, memberId);
      if (rows.length === 0) return [];
      const now = await version();
      return rows.map((row) => listed(row, now));
    },
    async acknowledge(by: Proposer, id: number, record: Recorder): Promise<void> {
      await find(by.workspaceId, id);
      await inTransaction(db, async (tx) => {
        if (await queries.acknowledge(tx, id, by.memberId))
          await record(tx, { workspaceId: by.workspaceId, object: `proposal:${id}` });
      });
    },
    /** Every signer has granted it: from now on it waits, and whoever holds a key of equal rights is told. */
    async passed(tx: Tx, found: Proposal): Promise<void> {
      const { intent, document: request } = found;
      const approvals = (await proposals.approvals([found.id])).get(found.id) ?? [];
      const granted = await Promise.all(
        signers.map((signer) => signer.call('export.grant', { intent, request, approvals })),
      );
      const readyAt = new Date(Math.max(...granted.map((one) => one.readyAt)));
      const until = new Date(Math.min(...granted.map((one) => one.until)));
      const { document } = await policy();
      const holders = document.members.filter(({ keyHolder, status }) => keyHolder === 'yes' && status === 'active');
      await queries.insertGrant(
        tx,
        found,
        { readyAt, until },
        holders.map(({ id }) => id),
      );
    },
  };
}
