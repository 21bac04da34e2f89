import { paysOutputs } from '@holdfast/policy';
import { firstOf } from './state/announced.ts';
import { payeeOf } from './state/open.ts';
import type { Announced, SignerState } from './state/state.ts';

/**
 * Whom a payment pays for the first time, by this signer's own record: a look-alike of a known address is always one of them. A payment that failed later
 * is in the record, and one in which this signer took no part is not.
 */
export function newPayeesOf(
  { decided, open }: Readonly<Pick<SignerState, 'decided' | 'open'>>,
  known: Announced,
): string[] {
  const { intent } = known;
  if (!paysOutputs(intent)) return [];
  const payment = firstOf(known) ?? intent.id;
  const isFirst = (address: string): boolean => {
    const id = open.first.get(payeeOf(intent.workspace, address));
    // It may be the payment itself, or a row of it.
    return id === undefined || id === payment || decided.get(id)?.batch?.id === payment;
  };
  const payees = new Set(intent.outputs.flatMap(({ address, path }) => (path === '' ? [address] : [])));
  return [...payees].filter(isFirst);
}
