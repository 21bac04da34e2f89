import { digestWords } from '@holdfast/policy';

interface Made {
  readonly id: number;
  readonly url: string;
  readonly instant: boolean;
  readonly digest: string;
}

/** A change that was proposed, as areas answer with it: where it is signed, and the words to compare it by. */
export const proposed = ({ id, url, instant, digest }: Made) => ({
  item_id: id,
  approval_url: url,
  instant,
  digest,
  digest_words: digestWords(Buffer.from(digest, 'hex')),
});
