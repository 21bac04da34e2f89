import { type Approval, type Verdict, verifyApproval } from '@holdfast/policy';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PolicyInForce } from './state/state.ts';

/** Says whether an approval holds under the rules in force. One that held is not verified again under the same rules; in memory only. */
export type Verify = (policy: PolicyInForce, approval: Approval) => Verdict;

const maxKnown = 5_000;

export function createVerify(): Verify {
  const known = new Map<string, Verdict>();
  return ({ document, hash }, approval) => {
    const key = bytesToHex(sha256(utf8ToBytes(`${hash}|${JSON.stringify(approval)}`)));
    const before = known.get(key);
    if (before) return before;
    const verdict = verifyApproval(document, approval);
    // What does not hold anybody can send without end.
    if (!verdict.ok) return verdict;
    for (const [oldest] of known) {
      if (known.size < maxKnown) break;
      known.delete(oldest);
    }
    known.set(key, verdict);
    return verdict;
  };
}
