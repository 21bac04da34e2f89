import { todoType, type WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { nameIn } from '../../nodes.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { ProposalsService, Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { Signer } from '../../signers/client.ts';
import type { SignerMonitor } from '../../signers/monitor.ts';
import { signersApart } from './apart.ts';
import { lastFreeze } from './queries.ts';

export interface SigningDeps {
  readonly db: Db;
  readonly signers: readonly Signer[];
  readonly monitor: SignerMonitor;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
}
export type SigningService = ReturnType<typeof createSigning>;
export interface SignerState {
  readonly id: string;
  readonly name: string;
  readonly state: 'signing' | 'frozen' | 'unknown';
}

/** How old an answer of the signers may be that a page is shown. */
const freshMs = 1_000;
const unfreezes = { action: 'unfreeze' } as const;

/** Stopping the signers, and letting them go on. Both are the signers' own state: here it is only asked for and shown. */
export function createSigning({ db, signers, monitor, proposals, policy }: SigningDeps) {
  async function openItem(workspaceId: WorkspaceId): Promise<number | null> {
    const [open] = await proposals.underWay(workspaceId, { itemType: todoType.workspaceRule, ...unfreezes });
    return open?.id ?? null;
  }
  async function states(): Promise<SignerState[]> {
    const looked = await monitor.look(freshMs);
    return looked.map(({ signer: { id, name }, health }) => ({
      id,
      name,
      state: health === null ? 'unknown' : health.frozen ? 'frozen' : 'signing',
    }));
  }
  const stop = async (signer: Signer, by: string, reason: string): Promise<SignerState> => {
    const { id, name } = signer;
    try {
      await signer.call('freeze', { by, reason });
      return { id, name, state: 'frozen' };
    } catch {
      return { id, name, state: 'unknown' };
    }
  };

  return {
    async status(workspaceId: WorkspaceId) {
      const list = await states();
      if (!list.some(({ state }) => state === 'frozen'))
        return { frozen: false, signers: list, freeze: null, unfreeze_item: null };
      const [last, item, { document }] = await Promise.all([
        lastFreeze(
          db,
          signers.map(({ id }) => id),
        ),
        openItem(workspaceId),
        policy(),
      ]);
      const freeze = last ? { ...last, by_name: nameIn(document, last.by) } : null;
      return { frozen: true, signers: list, freeze, unfreeze_item: item };
    },

    apart: async (workspaceId: WorkspaceId) => signersApart(db, workspaceId, await monitor.look(freshMs)),

    /** Asks all signers at once. @throws signerUnreachable when none answers: then nothing is known to be frozen */
    async freeze(by: Proposer, reason: string, record: Recorder): Promise<SignerState[]> {
      const list = await Promise.all(signers.map((signer) => stop(signer, by.memberId, reason)));
      const detail = { reason, frozen: list.flatMap(({ id, state }) => (state === 'frozen' ? [id] : [])).join() };
      await record(db, { workspaceId: by.workspaceId, detail });
      if (detail.frozen === '') throw refuse('signerUnreachable', { signer: list.map(({ name }) => name).join(', ') });
      await monitor.look(0);
      return list;
    },

    /** @throws noPermission, and nothingChanges when nothing is frozen, or when it was proposed already */
    async unfreeze(by: Proposer, remark: string, record: Recorder) {
      await proposals.rulesFor(by, 'policy');
      if (!(await states()).some(({ state }) => state === 'frozen')) throw refuse('nothingChanges', {});
      if ((await openItem(by.workspaceId)) !== null) throw refuse('nothingChanges', {});
      const shown = { itemType: todoType.workspaceRule, subject: unfreezes, remark };
      const made = await proposals.proposeUnfreeze(by, shown);
      await record(db, { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: unfreezes });
      return made;
    },
  };
}
