import { type GraceRules, type PolicyDocument, parsePolicy } from '@holdfast/policy';
import type { Db } from '../../db/database.ts';
import { asOne, ofEach } from '../../db/gathering.ts';
import { inTransaction } from '../../db/transaction.ts';
import { wakeOpen } from '../../orders/wake.ts';
import { refuse } from '../../refuse.ts';
import { type AgreedPolicy, agreeKeyGroup, agreePolicy, graceRulesOf } from '../../signers/agreement.ts';
import type { SignerState } from '../../signers/monitor.ts';
import type { KeyGroupPublic } from '../../signers/types.ts';
import { followPolicy } from '../team/service.ts';
import type { SetupDeps } from './deps.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export const freshMs = 700;

/** The policy in force, as the signers agree on it. */
export interface CurrentPolicy {
  readonly document: PolicyDocument;
  readonly text: string;
  readonly hash: string;
  /** What signers go on holding payments to although these rules are looser. */
  readonly graceRules: readonly GraceRules[];
}

/** The hash in the log is the policy's own. */
const takePolicy = (
  { db, audit }: SetupDeps,
  before: string | null,
  policy: AgreedPolicy,
  graceRules: readonly GraceRules[],
) =>
  inTransaction(db, async (tx) => {
    if (!(await queries.storePolicy(tx, policy, graceRules))) return;
    await followPolicy(tx, policy.document, audit.recorder('program.makerRemoved'));
    await wakeOpen(tx);
    await queries.wakeProposals(tx);
    const { id, version } = policy.document;
    const detail = { version, hash: policy.hash, ...(before === null ? {} : { before }) };
    await audit.recorder('policy.changed')(tx, { object: `policy:${id}`, detail });
  });

const takeKeyGroup = ({ db, audit }: SetupDeps, group: KeyGroupPublic) =>
  inTransaction(db, async (tx) => {
    if (!(await queries.storeKeyGroup(tx, group))) return;
    const detail = { secp256k1: group.secp256k1.publicKey, ed25519: group.ed25519.publicKey };
    await audit.recorder('key.created')(tx, { object: `keyGroup:${group.id}`, detail });
  });

/** Takes over what all signers agree on; returns what they disagree about, or ''. */
export async function learn(deps: SetupDeps, states: readonly SignerState[]): Promise<string> {
  const known = await queries.readInstallation(deps.db);
  const policy = await agreePolicy(states, { hash: known.policy_hash, text: known.policy_document });
  if (policy.state === 'conflict') return policy.what;
  if (policy.state === 'waiting') return '';
  if (known.deployment !== null && known.deployment !== policy.value.document.deployment) return 'deployment';
  // A lower version than the one known can only be a signer that was set back; it is not followed.
  if (Number(policy.value.document.version) < Number(known.policy_version ?? 0)) return 'policy version';
  const graceRules = graceRulesOf(states);
  if (known.policy_hash !== policy.value.hash) await takePolicy(deps, known.policy_hash, policy.value, graceRules);
  else if (!rules.sameGraceRules(known.book_held, graceRules))
    await queries.storeGraceRules(deps.db, policy.value.hash, graceRules);
  const group = agreeKeyGroup(states);
  if (group.state === 'agreed' && known.key_group_id === null) await takeKeyGroup(deps, group.value);
  return group.state === 'conflict' ? group.what : '';
}

/** Keeps the cached policy in step with the signers'; run it from time to time. */
export async function refreshPolicy(deps: SetupDeps, maxAgeMs = freshMs): Promise<void> {
  await learn(deps, await deps.monitor.look(maxAgeMs));
}

/** The document that was read last: it changes seldom, and takes longer to parse than to compare. */
let parsed: { readonly text: string; readonly document: PolicyDocument } | undefined;
function documentOf(text: string): PolicyDocument {
  if (parsed?.text !== text) parsed = { text, document: parsePolicy(text) };
  return parsed.document;
}

/** Every request, decision and step asks for the rules: those of one moment share one reading. */
const readingOf = ofEach((db: Db) =>
  asOne(
    () => '',
    () => queries.readInstallation(db),
  ),
);

/** The policy in force, for making intents and showing rules; refuses before set-up. */
export async function currentPolicy({ db }: SetupDeps): Promise<CurrentPolicy> {
  const { policy_document: text, policy_hash: hash, book_held: graceRules } = await readingOf(db)();
  if (text === null || hash === null) throw refuse('setupNotDone', {});
  return { document: documentOf(text), text, hash, graceRules };
}
