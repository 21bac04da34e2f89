import { randomBytes } from 'node:crypto';
import { type CallAlertId, todoType, type UserId, type WorkspaceId } from '@holdfast/contract';
import { PolicyError } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { PolicyEdit, ProposalsService, Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import * as alerts from './alerts.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export { createCalls as createProgramCalls } from './calls.ts';
export { endProgramsOf } from './end.ts';

export interface ProgramDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
}
export interface Ask extends rules.Named, rules.Limits {
  readonly remark: string;
}
export type ProgramService = ReturnType<typeof createProgram>;
type Found = Awaited<ReturnType<typeof queries.listPrograms>>[number];

/** Programs: who they are to the signers, by proposals under the rule `api`; and from where and until when the server listens to them. */
export function createProgram({ db, clock, proposals, policy }: ProgramDeps) {
  async function find(workspaceId: WorkspaceId, appId: string): Promise<Found> {
    const [found] = await queries.listPrograms(db, workspaceId, { appId });
    if (!found) throw refuse('programNotFound', {});
    return found;
  }

  /** Proposes other rules, with what the server keeps beside them in the same transaction. @throws rulesUnsound, nothingChanges */
  async function propose(
    by: Proposer,
    appId: string,
    shown: { readonly action: string; readonly name: string; readonly remark: string },
    edit: PolicyEdit,
    keep: (tx: Tx, proposalId: number) => Promise<unknown>,
    record: Recorder,
  ) {
    const { action, name, remark } = shown;
    const keepAll = async (tx: Tx, id: number): Promise<void> => {
      await keep(tx, id);
      const detail = { action, name, proposal: String(id) };
      await record(tx, { workspaceId: by.workspaceId, object: `program:${appId}`, detail });
    };
    try {
      const presented = { itemType: todoType.program, subject: { action, name }, remark, keep: keepAll };
      return await proposals.proposePolicy(by, edit, presented);
    } catch (error) {
      if (error instanceof PolicyError) throw refuse('rulesUnsound', { problem: error.message });
      throw error;
    }
  }

  /** One change of a program waits for the members at a time; switching off waits for nothing. @throws stillProcessing */
  const keepAlone = (appId: string, values: (id: number) => queries.Changed) => async (tx: Tx, id: number) => {
    if (await queries.lockPending(tx, appId)) throw refuse('stillProcessing', {});
    await queries.changeProgram(tx, appId, values(id));
  };

  async function create(by: Proposer, ask: Ask, record: Recorder) {
    const appId = `p-${randomBytes(8).toString('hex')}`;
    const keep = (tx: Tx, proposalId: number) =>
      queries.insertProgram(tx, { ...ask, appId, workspaceId: by.workspaceId, proposalId, madeBy: by.memberId });
    const shown = { action: 'programAdd', name: ask.name, remark: ask.remark };
    return {
      appId,
      proposal: await propose(by, appId, shown, (doc) => rules.put(doc, appId, ask), keep, record),
    };
  }

  /** Networks and expiry hold at once, in the transaction of the proposal where there is one. @throws stillProcessing */
  async function edit(by: Proposer, appId: string, ask: Ask, record: Recorder) {
    const found = await find(by.workspaceId, appId);
    const member = rules.findProgram((await policy()).document, appId);
    const limits = { ip_list: [...ask.networks], expires_at: ask.expiresAt };
    const asked = member
      ? { name: member.name, publicKey: rules.keyOf(member)?.publicKey }
      : { name: found.name, publicKey: found.public_key };
    const same = asked.name === ask.name && asked.publicKey === ask.publicKey;
    if (same && (member || found.pending)) {
      await inTransaction(db, async (tx) => {
        await queries.changeProgram(tx, appId, limits);
        const detail = { action: 'limits', name: ask.name };
        await record(tx, { workspaceId: by.workspaceId, object: `program:${appId}`, detail });
      });
      return { appId, proposal: null };
    }
    const values = { ...limits, name: ask.name, public_key: ask.publicKey };
    const keep = keepAlone(appId, (proposal_id) => ({ ...values, proposal_id }));
    const shown = { action: member ? 'programChange' : 'programAdd', name: ask.name, remark: ask.remark };
    const proposal = await propose(by, appId, shown, (doc) => rules.put(doc, appId, ask), keep, record);
    return { appId, proposal };
  }

  /** The server stops listening before anybody has signed; then the rules follow, on the caller's signature alone. */
  async function switchOff(by: Proposer, appId: string, remark: string, record: Recorder) {
    const { name } = await find(by.workspaceId, appId);
    await inTransaction(db, async (tx) => {
      await queries.changeProgram(tx, appId, { off: true, switched_on_by: null });
      const detail = { action: 'programOff', name };
      await record(tx, { workspaceId: by.workspaceId, object: `program:${appId}`, detail });
    });
    if (rules.findProgram((await policy()).document, appId)?.status !== 'active') return { appId, proposal: null };
    const keep = (tx: Tx, proposal_id: number) => queries.changeProgram(tx, appId, { proposal_id });
    const shown = { action: 'programOff', name, remark };
    const proposal = await propose(by, appId, shown, (doc) => rules.turn(doc, appId, 'removed'), keep, record);
    return { appId, proposal };
  }

  /** Only what the rules have switched off comes back, and only by the members. @throws stillProcessing, nothingChanges */
  async function switchOn(by: Proposer, appId: string, remark: string, record: Recorder) {
    const { name, off } = await find(by.workspaceId, appId);
    const member = rules.findProgram((await policy()).document, appId);
    if (!member) throw refuse('programNotFound', {});
    if (member.status === 'active') throw off ? refuse('stillProcessing', {}) : refuse('nothingChanges', {});
    const keep = keepAlone(appId, (id) => ({ proposal_id: id, switched_on_by: id, off: true }));
    const shown = { action: 'programOn', name, remark };
    const proposal = await propose(by, appId, shown, (doc) => rules.turn(doc, appId, 'active'), keep, record);
    return { appId, proposal };
  }

  return {
    async list(workspaceId: WorkspaceId, ask: queries.ProgramsAsk) {
      const [found, { document }] = await Promise.all([queries.listPrograms(db, workspaceId, ask), policy()]);
      return found.map((row) => {
        const member = rules.findProgram(document, row.app_id);
        const maker = document.members.find(({ id }) => id === row.made_by);
        return { row, status: rules.statusOf(member, row), member, maker };
      });
    },
    /** @throws programUnbounded, programNotFound, stillProcessing, rulesUnsound, nothingChanges */
    async save(by: Proposer, appId: string | undefined, ask: Ask, record: Recorder) {
      if (!rules.areSound(ask, clock())) throw refuse('programUnbounded', { days: rules.longestDays });
      return appId === undefined ? create(by, ask, record) : edit(by, appId, ask, record);
    },
    saveStatus: (by: Proposer, appId: string, on: boolean, remark: string, record: Recorder) =>
      (on ? switchOn : switchOff)(by, appId, remark, record),
    calls: (workspaceId: WorkspaceId, ask: queries.CallsAsk) => queries.listCalls(db, workspaceId, ask),
    alerts: (workspaceId: WorkspaceId, userId: UserId) => alerts.findAlerts(db, workspaceId, userId, clock()),
    acknowledge: (workspaceId: WorkspaceId, id: CallAlertId, record: Recorder) =>
      alerts.acknowledge(db, workspaceId, id, record),
    /** A change of the rules is in force. */
    passed: (tx: Tx, { id }: { readonly id: number }) => queries.switchOn(tx, id),
  };
}
