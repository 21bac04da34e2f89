import { fieldsOf, listOf } from '../../rpc/shape.ts';
import type { TronNode } from './http.ts';
import { unitsOf } from './shape.ts';

/** What representatives have voted on, by name. */
export async function parameters(node: TronNode): Promise<ReadonlyMap<string, bigint>> {
  const { chainParameter } = await node.askFor('wallet/getchainparameters', {});
  return new Map(
    listOf(chainParameter, 'chainParameter').map((each) => {
      const { key, value } = fieldsOf(each, 'chainParameter');
      // A few that we do not ask for are negative.
      return [String(key), typeof value === 'number' && value > 0 ? unitsOf(value, 'value') : 0n];
    }),
  );
}
