import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** How an intent names its remark: SHA-256 of the NFC UTF-8, or '' for none. The text itself is shown beside, as hostile text. */
export const remarkHash = (remark: string): string =>
  remark === '' ? '' : bytesToHex(sha256(utf8ToBytes(remark.normalize('NFC'))));
