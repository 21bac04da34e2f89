import { paysOutputs } from '@holdfast/policy';
import { firstOf } from './state/announced.ts';
import type { Decision } from './state/entries.ts';
import { payeeOf } from './state/open.ts';
import type { Announced, SignerState } from './state/state.ts';

/** Was it decided for that payment: is it the payment itself, an attempt at it, or a row of it? */
const isOf = (payment: string, { id, attemptOf, batch }: Decision): boolean =>
  [id, attemptOf, batch?.id].includes(payment);

/** Decisions name their kind where it is no plain payment. */
const pays = ({ kind }: Decision): boolean => kind === undefined || paysOutputs({ kind });

/**
 * Whom a payment pays for the first time, by this signer's own record: a look-alike of a known address is always one of them. The record keeps the newest
 * payment to each payee for ever, also where it failed later. A payment in which this signer took no part is not in it.
 */
export function newPayeesOf(
  { decided, open }: Readonly<Pick<SignerState, 'decided' | 'open'>>,
  known: Announced,
): string[] {
  const { intent } = known;
  if (!paysOutputs(intent)) return [];
  const payment = firstOf(known) ?? intent.id;
  const wasPaid = (address: string): boolean =>
    (open.to.get(payeeOf(intent.workspace, address)) ?? []).some(({ id }) => {
      const decision = decided.get(id);
      return decision !== undefined && pays(decision) && !isOf(payment, decision);
    });
  const payees = new Set(intent.outputs.flatMap(({ address, path }) => (path === '' ? [address] : [])));
  return [...payees].filter((address) => !wasPaid(address));
}
