import { setTimeout as sleep } from 'node:timers/promises';
import { approvalDigest } from '@holdfast/policy';
import { actorsOf, openReview, type Review } from '@holdfast/review';
import type { IntentReply, SignerFacts } from '@holdfast/review/facts';
import { signWithSecret } from '@holdfast/review/keyfile';
import { Fault, fetchIntent, sendApproval } from '@holdfast/signer-ui/signer-api';
import { CliError } from './exit.ts';
import type { OpenedKey } from './key-file.ts';

/** An API client, and the signer where it says what it asks for. */
export interface Asker {
  readonly signer: string;
  readonly app: string;
}

const announcedMs = 30_000;

/** The signer has it a moment after the server. */
async function shown(signer: string, id: string): Promise<IntentReply> {
  const end = Date.now() + announcedMs;
  for (;;)
    try {
      return await fetchIntent(signer, id);
    } catch (error) {
      if (!(error instanceof Fault) || error.key === 'faultOffline' || Date.now() > end) throw error;
      await sleep(200);
    }
}

/** A request as the signer shows it, read anew here. @param approvalUrl of the server: its id alone is gone by */
export async function shownAt(signer: string, approvalUrl: string, facts: SignerFacts): Promise<Review> {
  const [, id = ''] = /#\/i\/([0-9a-f-]{36})/.exec(approvalUrl) ?? [];
  return openReview(await shown(signer, id), { id, deployment: facts.deployment, chains: facts.chains });
}

/** Signs that this API client asks for it; what has been signed before is not signed again. @returns where the request stands */
export async function initiate({ signer, app }: Asker, review: Review, key: OpenedKey): Promise<string> {
  if (review.evaluation.initiatorSigned || review.evaluation.state === 'refused') return review.evaluation.state;
  const actor = actorsOf(review).find(
    ({ credential, member }) =>
      member.id === app && credential.type === 'device' && credential.publicKey === key.credential.publicKey,
  );
  if (actor?.standing !== 'initiate')
    throw new CliError('refused', `the rules in force know no API client ${app} with the key ${key.credential.id}`);
  const { digest: intent } = review;
  const statement = { intent, decision: 'initiate', member: app, credential: actor.credential.id } as const;
  const proof = signWithSecret(key.secret, approvalDigest(statement));
  return (await sendApproval(signer, { ...statement, proof })).evaluation.state;
}
