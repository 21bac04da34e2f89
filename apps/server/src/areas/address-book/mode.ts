import { todoType, type WorkspaceId } from '@holdfast/contract';
import { bookInForce, listedUntil, longerUntil, loosensAfter, parsePolicy } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import { type Proposal, type ProposalsService, type Proposer, proposalStatus } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import * as rules from './rules.ts';

export interface BookModeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
}

/** The rules as they were seen when a change was asked for. */
interface Reviewed {
  readonly version: string;
  readonly remark: string;
}

/** Whether payments go to listed payees only, and how long a new one waits: rules, held to by the signers for as long as they were in force. */
export function createBookMode({ db, clock, proposals, policy }: BookModeDeps) {
  /** @throws rulesChanged, nothingChanges, invalidParameters */
  async function setWhite(
    by: Proposer,
    { mode, hours, version, remark }: Reviewed & { readonly mode: 'on' | 'off'; readonly hours: number },
    record: Recorder,
  ) {
    const current = await policy();
    if (current.document.version !== version) throw refuse('rulesChanged', {});
    if (hours < 0 || hours > 720) throw refuse('invalidParameters', { field: 'cooling_hours' });
    const subject = { action: 'whitelist', mode, hours: String(hours) };
    const edit = () => ({ book: { mode, coolingHours: String(hours) } });
    const made = await proposals.proposePolicy(by, edit, { itemType: todoType.addressBook, subject, remark });
    await record(db, { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: subject });
    return made;
  }

  /** From when an entry can be paid, as the signers count it. */
  async function cooling(): Promise<(since: Date) => Date> {
    const { document, graceRules } = await policy();
    return (since) => rules.effectiveAt(since, document.book, graceRules);
  }

  /** Hours from its agreement until an open change counts, as the signers would hold it were it agreed on now. */
  async function waitsOf({ status, document: next }: Proposal): Promise<number> {
    if (status !== proposalStatus.open && status !== proposalStatus.applying) return 0;
    const { document, graceRules } = await policy();
    return loosensAfter(document.book, parsePolicy(next).book, graceRules, clock().getTime());
  }

  return {
    cooling,
    waitsOf,
    async white(workspaceId: WorkspaceId) {
      const { document, graceRules } = await policy();
      const open = await proposals.underWay(workspaceId, { itemType: todoType.addressBook, action: 'whitelist' });
      const now = clock().getTime();
      return {
        book: document.book,
        version: document.version,
        changing: open.length > 0,
        inForce: bookInForce(document.book, graceRules, now),
        openFrom: listedUntil(document.book, graceRules, now),
        shorterFrom: longerUntil(document.book, graceRules, now),
      };
    },
    /** Until when a whitelist that was switched off counts all the same; undefined where none does. */
    async openFrom(): Promise<Date | undefined> {
      const { document, graceRules } = await policy();
      const from = listedUntil(document.book, graceRules, clock().getTime());
      return from === undefined ? undefined : new Date(from);
    },
    setWhite,
    /** The mode alone. @throws rulesChanged, nothingChanges */
    async switchWhite(by: Proposer, mode: 'on' | 'off', { version, remark }: Reviewed, record: Recorder) {
      const hours = Number((await policy()).document.book.coolingHours);
      return setWhite(by, { mode, hours, version, remark }, record);
    },
  };
}
