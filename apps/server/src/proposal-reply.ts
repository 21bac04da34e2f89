import { digestWords } from '@holdfast/policy';

interface Made {
  readonly id: number;
  readonly url: string;
  readonly instant: boolean;
  readonly digest: string;
}

/** A change that was proposed, as areas answer with it: where it is signed, and the words to compare it by. */
export const proposalReply = ({ id, url, instant, digest }: Made) => ({
  item_id: id,
  approval_url: url,
  instant,
  digest,
  digest_words: digestWords(Buffer.from(digest, 'hex')),
});

interface Decision {
  readonly id: number;
  readonly decision: 'approve' | 'refuse';
  readonly url: string;
  readonly digest: string;
  readonly expiresAt: Date;
}
/** The way to sign a decision, as areas answer with it. */
export const decisionReply = ({ id, decision, url, digest, expiresAt }: Decision) => ({
  item_id: id,
  decision,
  approval_url: url,
  digest,
  digest_words: digestWords(Buffer.from(digest, 'hex')),
  expire_at: expiresAt,
});
