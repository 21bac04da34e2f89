import { pageOfSigner, type SignerInfo } from '@holdfast/policy';
import type { Review } from './open.ts';

/** How a page stands where the rules ask for approvals through pages of different signers. */
export interface PageStand {
  /**
   * `other`: approvals came through other pages, and one here counts as the one that is missing. `same`: all came through this one; one more here counts as an
   * approval, not as one through another page. `useless`: the same, and nothing else is missing.
   */
  readonly here: 'other' | 'same' | 'useless';
  /** The signers on whose pages members approved. */
  readonly through: readonly SignerInfo[];
  /** Those on whose pages nobody did. */
  readonly left: readonly SignerInfo[];
}

/** @param origin of the page that is looked at @returns undefined where nothing is asked, nobody approved yet, or enough is done */
export function pageStand({ evaluation, policy }: Review, origin: string): PageStand | undefined {
  const at = evaluation.nodes.findIndex(
    ({ kind, approved, threshold }) => kind === 'page' && approved.length < threshold,
  );
  const used = evaluation.nodes[at]?.through ?? [];
  if (used.length !== 1) return undefined;
  const isUsed = (signer: Pick<SignerInfo, 'origin'>): boolean => used.includes(pageOfSigner(signer));
  const others = evaluation.nodes.slice(0, at).every(({ approved, threshold }) => approved.length >= threshold);
  const here = !isUsed({ origin }) ? 'other' : others ? 'useless' : 'same';
  return { here, through: policy.signers.filter(isUsed), left: policy.signers.filter((one) => !isUsed(one)) };
}
