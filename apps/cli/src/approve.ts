import { approvalDigest, type Decision } from '@holdfast/policy';
import { type Actor, actorsOf, blockersOf, openReview, type Review, waits } from '@holdfast/review';
import { signWithSecret } from '@holdfast/review/keyfile';
import { fetchIntent, sendApproval, signerFacts } from '@holdfast/signer-ui/signer-api';
import { CliError } from './exit.ts';
import { loadKey, type OpenedKey } from './key-file.ts';
import { exportBanners } from './key-material.ts';
import { reasonOf } from './reason.ts';
import { headlineOf, requestLines } from './show.ts';
import type { Terminal } from './terminal.ts';

export interface ApproveOptions {
  readonly signer: string;
  readonly key: string;
  readonly id: string;
  readonly refuse: boolean;
  /** Why, of a refusal; '' for nothing. */
  readonly reason: string;
  readonly yes: boolean;
  readonly digest?: string | undefined;
  readonly passphraseFile?: string | undefined;
}

const blockerTexts = {
  givenUp: 'the signer gave the payment up; where it was asked for again, that is a request of its own',
  expired: 'the request has expired',
  notYet: 'the request is not valid yet; check the clock',
  stale: 'the rules, or the address book that it changes, have changed since the request was made',
  unknownNetwork: 'the signer does not know this network',
  unknownAsset: 'the signer does not know this asset with this contract and these decimals',
} as const;

function actorFor(review: Review, key: OpenedKey): Actor {
  const actor = actorsOf(review).find(
    ({ credential }) => credential.type === 'device' && credential.publicKey === key.credential.publicKey,
  );
  if (!actor)
    throw new CliError('refused', `the rules in force know no active member with the key ${key.credential.id}`);
  return actor;
}

/** What signing would mean now, or why there is nothing to sign. */
function decisionFor(review: Review, actor: Actor, refuse: boolean, now: number): Decision {
  if (review.signed) throw new CliError('refused', 'nothing to decide: the signer has signed the payment');
  const blockers = blockersOf(review, now).filter((blocker) => !refuse || blocker === 'expired');
  if (blockers.length > 0) throw new CliError('unsound', blockers.map((blocker) => blockerTexts[blocker]).join('; '));
  if (actor.standing === 'closed' && !(refuse && waits(review)))
    throw new CliError('refused', `nothing to decide: the request is ${review.evaluation.state}`);
  if (refuse) {
    if (!actor.mayRefuse) throw new CliError('refused', `${actor.member.id} is not asked about this request`);
    return 'refuse';
  }
  if (actor.standing === 'approve' || actor.standing === 'initiate') return actor.standing;
  if (actor.standing === 'approved') throw new CliError('refused', 'this key has approved the request already');
  throw new CliError(
    'refused',
    actor.standing === 'later' ? 'others have to decide first' : `${actor.member.id} is not asked about this request`,
  );
}

/** What is signed of the reason that was typed. */
function remarkFor({ refuse, reason }: ApproveOptions): { readonly remark?: string } {
  if (reason !== '' && !refuse) throw new CliError('usage', '--reason is for --refuse: only a refusal says why');
  const remark = reasonOf(reason);
  return remark === '' ? {} : { remark };
}

async function confirmed(terminal: Terminal, decision: Decision, yes: boolean): Promise<boolean> {
  if (yes) return true;
  const answer = await terminal.ask(`Type "${decision}" to sign, anything else to leave: `);
  if (answer === undefined) throw new CliError('usage', 'nobody is there to confirm: give --yes');
  return answer.trim() === decision;
}

/** Shows a request as decoded here, then signs the decision over exactly that with a device key. */
export async function approve(
  terminal: Terminal,
  options: ApproveOptions,
  now: () => number = Date.now,
): Promise<void> {
  const said = remarkFor(options);
  const key = await loadKey(terminal, options.key, options.passphraseFile);
  const facts = await signerFacts(options.signer);
  for (const line of exportBanners(facts)) terminal.print(terminal.bold(line));
  const reply = await fetchIntent(options.signer, options.id);
  const { id, digest } = options;
  const review = openReview(reply, { id, digest, deployment: facts.deployment, chains: facts.chains });
  terminal.print(terminal.bold(headlineOf(review)));
  for (const line of requestLines(review, now(), facts)) terminal.print(line);
  const actor = actorFor(review, key);
  const decision = decisionFor(review, actor, options.refuse, now());
  if (!(await confirmed(terminal, decision, options.yes))) throw new CliError('refused', 'nothing was signed');
  const [member, credential] = [actor.member.id, actor.credential.id];
  const statement = { intent: review.digest, decision, member, credential, ...said };
  const proof = signWithSecret(key.secret, approvalDigest(statement));
  const { evaluation } = await sendApproval(options.signer, { ...statement, proof });
  terminal.print(`${decision}: signed by ${actor.member.id}; the request is now ${evaluation.state}`);
}
