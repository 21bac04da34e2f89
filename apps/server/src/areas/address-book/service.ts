import type { ChainConfig } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Intent } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { asOne } from '../../db/gathering.ts';
import type { LogAsk } from '../../proposals/log.ts';
import type { Decision, Proposal, Proposer } from '../../proposals/service.ts';
import { decideChange, findAudit, listAudits, readLog } from './audits.ts';
import * as beneficiaries from './beneficiaries.ts';
import { applyPassed, currentBook } from './book.ts';
import {
  addPayees,
  checkPayees,
  editPayee,
  payeeWaiting,
  proposeToken,
  removePayees,
  tokenWaiting,
} from './changes.ts';
import { createCodeLook } from './code-look.ts';
import type { AddressBookDeps, BookDeps } from './deps.ts';
import {
  describeEntries,
  type Entry,
  findEntries,
  findEntry,
  listEntries,
  listEntriesFor,
  memoNeeded,
  memoNeeders,
  typesOf,
} from './entries.ts';
import { createBookMode } from './mode.ts';
import { bookTokens, listedEntries } from './queries.ts';
import type * as rules from './rules.ts';

export type { AddressBookDeps } from './deps.ts';

export type AddressBookService = ReturnType<typeof createAddressBook>;

/** The address book: payees that the members have agreed on, as the signers hold them. */
export function createAddressBook(ports: AddressBookDeps) {
  const listed = asOne(String, (workspaceId: WorkspaceId) => listedEntries(ports.db, workspaceId));
  const deps: BookDeps = { ...ports, mode: createBookMode(ports), listed };
  return {
    policy: deps.policy,
    white: deps.mode.white,
    openFrom: deps.mode.openFrom,
    setWhite: deps.mode.setWhite,
    switchWhite: deps.mode.switchWhite,
    entries: (workspaceId: WorkspaceId) => listEntries(deps, workspaceId),
    described: <E extends Entry>(workspaceId: WorkspaceId, some: readonly E[], all: readonly Entry[]) =>
      describeEntries(deps, workspaceId, some, all),
    types: (workspaceId: WorkspaceId, hashes?: readonly string[]) => typesOf(deps, workspaceId, hashes),
    /** Asks the chains what nobody knows yet of payees' addresses. */
    lookForCode: createCodeLook(ports),
    /** Forgets who was behind entries that are gone for good. */
    purge: () => beneficiaries.forgetOwners(deps.db),
    /** @throws itemNotFound */
    saveOwner: (workspaceId: WorkspaceId, said: Parameters<typeof beneficiaries.saveOwner>[2], record: Recorder) =>
      beneficiaries.saveOwner(deps.db, workspaceId, said, record),
    entriesFor: (workspaceId: WorkspaceId, subWalletId: SubWalletId) => listEntriesFor(deps, workspaceId, subWalletId),
    add: (by: Proposer, wanted: readonly rules.Wanted[], remark: string, record: Recorder) =>
      addPayees(deps, by, wanted, remark, record),
    edit: (by: Proposer, id: string, wanted: rules.Wanted, remark: string, record: Recorder) =>
      editPayee(deps, by, id, wanted, remark, record),
    check: (workspaceId: WorkspaceId, items: readonly (Pick<rules.Wanted, 'address'> & object)[], except?: string) =>
      checkPayees(deps, workspaceId, items, except),
    remove: (by: Proposer, ids: readonly string[], remark: string, record: Recorder) =>
      removePayees(deps, by, ids, remark, record),
    audits: (workspaceId: WorkspaceId, open: boolean, page: { readonly limit: number; readonly offset: number }) =>
      listAudits(deps, workspaceId, open, page),
    log: (workspaceId: WorkspaceId, ask: Omit<LogAsk, 'which'>) => readLog(deps, workspaceId, ask),
    audit: (workspaceId: WorkspaceId, id: number) => findAudit(deps, workspaceId, id),
    revoke: deps.proposals.cancel,
    decide: (by: Proposer, id: number, decision: Decision, remark: string, record: Recorder) =>
      decideChange(deps, by, id, decision, remark, record),
    url: deps.proposals.approvalUrl,
    find: (
      workspaceId: WorkspaceId,
      chain: ChainConfig,
      contract: string,
      to: Pick<Intent['outputs'][number], 'address' | 'memo'>,
    ) => findEntry(deps, workspaceId, chain, contract, to),
    memoNeeded: (workspaceId: WorkspaceId, chain: ChainConfig, address: string) =>
      memoNeeded(deps, workspaceId, chain, address),
    findAll: (
      workspaceId: WorkspaceId,
      chain: ChainConfig,
      contract: string,
      payees: readonly Pick<Intent['outputs'][number], 'address' | 'memo'>[],
    ) => findEntries(deps, workspaceId, chain, contract, payees),
    memoNeeders: (workspaceId: WorkspaceId, chain: ChainConfig) => memoNeeders(deps, workspaceId, chain),
    proposeToken: (by: Proposer, what: Parameters<typeof proposeToken>[2], remark: string, record: Recorder) =>
      proposeToken(deps, by, what, remark, record),
    tokenWaiting: (workspaceId: WorkspaceId, name: Parameters<typeof tokenWaiting>[2]) =>
      tokenWaiting(deps, workspaceId, name),
    payeeWaiting: (
      workspaceId: WorkspaceId,
      coin: Parameters<typeof payeeWaiting>[2],
      payee: Parameters<typeof payeeWaiting>[3],
    ) => payeeWaiting(deps, workspaceId, coin, payee),
    /** Tokens that members agreed on. */
    tokens: (workspaceId: WorkspaceId) => bookTokens(ports.db, workspaceId),
    passed: (tx: Tx, proposal: Proposal) => applyPassed(deps, tx, proposal),
    current: (workspaceId: WorkspaceId) => currentBook(deps, workspaceId),
  };
}
