import { messageOf, type SetupStage } from '@holdfast/contract';
import { type HeldBook, type PolicyDocument, parsePolicy } from '@holdfast/policy';
import type { AuditService, Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller, Context } from '../../http/context.ts';
import { wakeOpen } from '../../orders/wake.ts';
import { refuse } from '../../refuse.ts';
import { type AgreedPolicy, agreeKeyGroup, agreePolicy, heldBySigners } from '../../signers/agreement.ts';
import type { SignerMonitor, SignerState } from '../../signers/monitor.ts';
import type { KeyGroupPublic } from '../../signers/types.ts';
import type { Credentials, SessionService } from '../session/service.ts';
import { followPolicy } from '../team/service.ts';
import type { WalletService } from '../wallet/service.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export interface SetupDeps {
  readonly db: Db;
  readonly sessions: SessionService;
  readonly wallets: WalletService;
  readonly monitor: SignerMonitor;
  readonly audit: AuditService;
  /** Where browsers reach the console. */
  readonly origin: string;
}
export type SetupService = ReturnType<typeof createSetup>;

const freshMs = 700;
/** The policy in force, as the signers agree on it. */
export interface CurrentPolicy {
  readonly document: PolicyDocument;
  readonly text: string;
  readonly hash: string;
  /** What signers go on holding payments to although these rules are looser. */
  readonly held: readonly HeldBook[];
}

/**
 * The first run, step by step. Each step looks at what is there and does what is missing, so any of them may be repeated; what the signers hold is
 * learned from them, and only when all of them say the same.
 */
export function createSetup({ db, sessions, wallets, monitor, audit, origin }: SetupDeps) {
  async function stage(): Promise<SetupStage> {
    const row = await queries.readInstallation(db);
    return rules.stageOf({
      hasOwner: row.owner_user_id !== null,
      ownerConfirmed: row.owner_user_id !== null && (await sessions.isConfirmed(row.owner_user_id)),
      hasPolicy: row.policy_hash !== null,
      hasKeyGroup: row.key_group_id !== null,
      hasWorkspace: row.workspace_id !== null && (await wallets.isReady(row.workspace_id)),
    });
  }

  /** The hash in the log is the policy's own. */
  const takePolicy = (before: string | null, policy: AgreedPolicy, held: readonly HeldBook[]) =>
    inTransaction(db, async (tx) => {
      if (!(await queries.storePolicy(tx, policy, held))) return;
      await followPolicy(tx, policy.document, audit.recorder('program.makerRemoved'));
      await wakeOpen(tx);
      await queries.wakeProposals(tx);
      const { id, version } = policy.document;
      const detail = { version, hash: policy.hash, ...(before === null ? {} : { before }) };
      await audit.recorder('policy.changed')(tx, { object: `policy:${id}`, detail });
    });
  const takeKeyGroup = (group: KeyGroupPublic) =>
    inTransaction(db, async (tx) => {
      if (!(await queries.storeKeyGroup(tx, group))) return;
      const detail = { secp256k1: group.secp256k1.publicKey, ed25519: group.ed25519.publicKey };
      await audit.recorder('key.created')(tx, { object: `keyGroup:${group.id}`, detail });
    });

  /** Takes over what all signers agree on; returns what they disagree about, or ''. */
  async function learn(states: readonly SignerState[]): Promise<string> {
    const known = await queries.readInstallation(db);
    const policy = await agreePolicy(states, { hash: known.policy_hash, text: known.policy_document });
    if (policy.state === 'conflict') return policy.what;
    if (policy.state === 'waiting') return '';
    if (known.deployment !== null && known.deployment !== policy.value.document.deployment) return 'deployment';
    // A lower version than the one known can only be a signer that was set back; it is not followed.
    if (Number(policy.value.document.version) < Number(known.policy_version ?? 0)) return 'policy version';
    const held = heldBySigners(states);
    if (known.policy_hash !== policy.value.hash) await takePolicy(known.policy_hash, policy.value, held);
    else if (!rules.sameHeld(known.book_held, held)) await queries.storeHeld(db, policy.value.hash, held);
    const group = agreeKeyGroup(states);
    if (group.state === 'agreed' && known.key_group_id === null) await takeKeyGroup(group.value);
    return group.state === 'conflict' ? group.what : '';
  }

  /** The owner may change their mind until their authenticator is proven; after that nobody can claim the installation again. */
  const owner = (input: { email: string; password: string; nickName: string }, record: Recorder) =>
    inTransaction(db, async (tx) => {
      const { owner_user_id: current } = await queries.lockInstallation(tx);
      if (current !== null && (await sessions.isConfirmed(current))) throw refuse('setupDone', {});
      const made = await sessions.enroll(tx, input);
      await queries.setOwner(tx, made.userId);
      if (current !== null && current !== made.userId) {
        await queries.deleteUser(tx, current);
      }
      await record(tx, { object: `user:${made.userId}` });
      return made;
    });

  async function claimWorkspace(caller: Caller, name: string, record: Recorder) {
    return inTransaction(db, async (tx) => {
      const row = await queries.lockInstallation(tx);
      if (row.owner_user_id !== caller.userId) throw refuse('noPermission', {});
      if (row.workspace_id !== null) return row.workspace_id;
      if (row.key_group_id === null || row.policy_document === null)
        throw refuse('setupOutOfOrder', { stage: row.policy_document === null ? 'passkey' : 'ceremony' });
      const memberId = rules.soleOwner(parsePolicy(row.policy_document));
      if (!memberId) throw refuse('signersDisagree', { what: 'owner' });
      const id = await queries.insertWorkspace(tx, {
        name,
        keyGroupId: row.key_group_id,
        owner: caller.userId,
        memberId,
      });
      await sessions.moveSessions(tx, caller.userId, id);
      await record(tx, { workspaceId: id, object: `workspace:${id}`, detail: { member: memberId }, after: { name } });
      return id;
    });
  }

  return {
    stage,
    owner,
    async totp(input: Credentials, context: Context) {
      const current = await stage();
      if (current !== 'totp') throw refuse(current === 'owner' ? 'setupNotDone' : 'setupDone', {});
      return sessions.confirm(input, context);
    },
    /** Workspace, membership of the owner, first sub-wallet and its addresses. Repeating it finishes what was interrupted. */
    async workspace(caller: Caller, names: { wallet: string; subWallet: string }, record: Recorder) {
      if ((await stage()) === 'ready') throw refuse('setupDone', {});
      await learn(await monitor.look(0));
      const workspaceId = await claimWorkspace(caller, names.wallet, record);
      const first = { workspaceId, name: names.subWallet, type: 1, showStatus: 1, createdBy: caller.userId };
      const { id } = await wallets.ensureSubWallet(first, record);
      return { wallet_id: workspaceId, sub_wallet_id: id };
    },

    async status(context: Context) {
      const states = await monitor.look(freshMs);
      const conflict = await learn(states);
      const current = await stage();
      const { owner_user_id: ownerId } = await queries.readInstallation(db);
      const own = context.caller && context.caller.userId === ownerId ? context.caller : undefined;
      const visit = { back: `${origin}/mpc/setup`, language: context.language };
      const entrance = states[0]?.signer.origin ?? origin;
      return {
        stage: current,
        signers: states.map(({ signer, health }) => ({
          id: signer.id,
          name: signer.name,
          origin: signer.origin,
          reachable: health !== null,
          initialised: Boolean(health?.policy),
          has_key_group: Boolean(health?.keyGroups.some(({ active }) => active)),
        })),
        problem: conflict === '' ? '' : messageOf(context.language, 'signersDisagree', { what: conflict }),
        enroll_url: rules.enrollUrl(entrance, visit, own ? await sessions.contact(own.userId) : undefined),
        ceremony_url: rules.ceremonyUrl(entrance, visit),
      };
    },

    /** Keeps the cached policy in step with the signers'; run it from time to time. */
    async refresh(maxAgeMs = freshMs): Promise<void> {
      await learn(await monitor.look(maxAgeMs));
    },
    /** The policy in force, for making intents and showing rules; refuses before set-up. */
    async policy(): Promise<CurrentPolicy> {
      const { policy_document: text, policy_hash: hash, book_held: held } = await queries.readInstallation(db);
      if (text === null || hash === null) throw refuse('setupNotDone', {});
      return { document: parsePolicy(text), text, hash, held };
    },
  };
}
