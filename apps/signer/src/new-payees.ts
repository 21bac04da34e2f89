import { paysOutputs } from '@holdfast/policy';
import { firstOf } from './state/announced.ts';
import { paidOf } from './state/open.ts';
import type { Announced, SignerState } from './state/state.ts';

/**
 * Whom a payment pays for the first time on its network, by this signer's own record: a look-alike of a known address is always one of them, and so is
 * another memo. A payment of which this signer's part has left counts, also where it failed later; one in which it took no part does not.
 * @returns places among the outputs, from 0
 */
export function newPayeesOf(
  { decided, open }: Readonly<Pick<SignerState, 'decided' | 'open'>>,
  known: Announced,
): number[] {
  const { intent } = known;
  if (!paysOutputs(intent)) return [];
  const payment = firstOf(known) ?? intent.id;
  // An attempt may be at a row.
  const own = [payment, decided.get(payment)?.batch?.id];
  return intent.outputs.flatMap((output, at) => {
    if (output.path !== '') return [];
    const first = open.first.get(paidOf(intent, output));
    return first === undefined || own.includes(first) ? [at] : [];
  });
}
