import { todoType, type WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { nameIn } from '../../nodes.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { ProposalsService, Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { Signer } from '../../signers/client.ts';
import type { SignerState as Looked, SignerMonitor } from '../../signers/monitor.ts';
import { divergenceOf } from './divergence.ts';

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
  readonly freeze: Freeze | null;
  readonly freeze_url: string;
}
interface Freeze {
  readonly at: Date;
  readonly by: string;
  readonly by_name: string;
  readonly reason: string;
  /** By the member's own key, which the signer has checked; otherwise it is a server's word. */
  readonly proven: boolean;
}

/** How old an answer of the signers may be that a page is shown. */
const freshMs = 1_000;
const unfreezes = { action: 'unfreeze' } as const;

/** What people look for first: the freeze that somebody's key proves, or else the one that came first. */
const mainFreeze = (list: readonly SignerState[]): Freeze | null =>
  list
    .flatMap(({ freeze }) => freeze ?? [])
    .sort((a, b) => Number(b.proven) - Number(a.proven) || a.at.getTime() - b.at.getTime())[0] ?? null;

/** Stopping the signers, and letting them go on. Both are the signers' own state: here it is only asked for and shown. */
export function createSigning({ db, signers, monitor, proposals, policy }: SigningDeps) {
  async function openItem(workspaceId: WorkspaceId): Promise<number | null> {
    const [open] = await proposals.underWay(workspaceId, { itemType: todoType.workspaceRule, ...unfreezes });
    return open?.id ?? null;
  }
  async function freezeOf({ health }: Looked): Promise<Freeze | null> {
    if (!health?.freeze) return null;
    const { at, by, reason, proof } = health.freeze;
    const { document } = await policy();
    return { at: new Date(at), by, by_name: nameIn(document, by), reason, proven: proof !== null };
  }
  async function stateOf(looked: Looked): Promise<SignerState> {
    const { signer, health } = looked;
    const { id, name, origin } = signer;
    const state = health === null ? 'unknown' : health.frozen ? 'frozen' : 'signing';
    return { id, name, state, freeze: await freezeOf(looked), freeze_url: new URL('/#/freeze', origin).href };
  }
  const states = async (looked: ReturnType<SignerMonitor['look']>): Promise<SignerState[]> =>
    Promise.all((await looked).map(stateOf));
  /** Its id once it has said that it is frozen; undefined when it did not answer. */
  const stop = (signer: Signer, by: string, reason: string): Promise<string | undefined> =>
    signer.call('freeze', { by, reason }).then(
      () => signer.id,
      () => undefined,
    );

  return {
    async status(workspaceId: WorkspaceId) {
      const list = await states(monitor.shown(freshMs));
      if (!list.some(({ state }) => state === 'frozen'))
        return { frozen: false, signers: list, freeze: null, unfreeze_item: null };
      return { frozen: true, signers: list, freeze: mainFreeze(list), unfreeze_item: await openItem(workspaceId) };
    },

    divergence: async (workspaceId: WorkspaceId) => divergenceOf(db, workspaceId, monitor.look),

    /** Asks all signers at once. @throws signerUnreachable when none answers: then nothing is known to be frozen */
    async freeze(by: Proposer, reason: string, record: Recorder): Promise<SignerState[]> {
      const answers = await Promise.all(signers.map((signer) => stop(signer, by.memberId, reason)));
      const stopped = answers.flatMap((id) => id ?? []);
      await record(db, { workspaceId: by.workspaceId, detail: { reason, frozen: stopped.join() } });
      if (stopped.length === 0)
        throw refuse('signerUnreachable', { signer: signers.map(({ name }) => name).join(', ') });
      const list = await states(monitor.look(0));
      return list.map((one) => (stopped.includes(one.id) ? { ...one, state: 'frozen' } : one));
    },

    /** @throws noPermission, and nothingChanges when nothing is frozen, or when it was proposed already */
    async unfreeze(by: Proposer, remark: string, record: Recorder) {
      await proposals.rulesFor(by, 'policy');
      const list = await states(monitor.look(freshMs));
      if (!list.some(({ state }) => state === 'frozen')) throw refuse('nothingChanges', {});
      if ((await openItem(by.workspaceId)) !== null) throw refuse('nothingChanges', {});
      const shown = { itemType: todoType.workspaceRule, subject: unfreezes, remark };
      const since = Math.max(...list.map(({ freeze }) => freeze?.at.getTime() ?? 0));
      const made = await proposals.proposeUnfreeze(by, shown, since);
      await record(db, { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: unfreezes });
      return made;
    },
  };
}
