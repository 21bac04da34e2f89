import { type Origins, originFor, type PageChoice } from '../approval-link.ts';
import type { Proposal } from './queries.ts';

/** The ways to the signers' pages, where everything is decided. */

type Named = Pick<Proposal, 'intent_id' | 'digest'>;

/** Where a signer shows this change for approval. */
export function approvalUrl(deps: Origins, { intent_id, digest }: Named, choice: PageChoice): string {
  const query = new URLSearchParams({ digest, return: `${deps.origin}/mpc/center/todo` });
  return `${originFor(deps, choice)}/#/i/${intent_id}?${query}`;
}

/** Where a signer takes refusals; the page shows the change again before it does. */
export function refusalUrl(deps: Origins, { intent_id, digest }: Named, choice: PageChoice): string {
  const query = new URLSearchParams({ items: `${intent_id}.${digest}`, return: `${deps.origin}/mpc/center/todo` });
  return `${originFor(deps, choice)}/#/refuse?${query}`;
}
