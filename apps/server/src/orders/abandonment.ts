import type { Signer } from '../signers/client.ts';
import { SignerRefusal } from '../signers/client.ts';
import type { OrderDeps } from './deps.ts';
import type { Order } from './moves.ts';

/** What one signer answers. `given`: its part of a signature may have left. `gone`: no answer. */
type Word = 'closed' | 'given' | 'gone';

async function wordOf(signer: Signer, intent: string): Promise<Word> {
  try {
    return (await signer.call('close', { intent })).closed ? 'closed' : 'given';
  } catch (error) {
    // One that does not say so may have given it.
    return error instanceof SignerRefusal ? 'given' : 'gone';
  }
}

export interface Abandonment {
  /**
   * `over`: every signer has given the intent up, so its nonce, its coins and its request id are free. `alive`: one may have taken part in signing it.
   * `unsure`: it is known when all of them answer.
   */
  readonly state: 'over' | 'unsure' | 'alive';
  /** There is no signature of it and never will be: that takes the parts of both, and one has given it up. */
  readonly unsigned: boolean;
}

/**
 * Asks every signer to give an order's intent up for good: what is asked is done at whoever says so, and stays, whatever request of ours is still on its way
 * to it. Only for an order that is to end or to be asked for again.
 */
export async function abandonIntent(
  { signers }: Pick<OrderDeps, 'signers'>,
  { intent }: Pick<Order, 'intent'>,
): Promise<Abandonment> {
  const words = await Promise.all(signers.map((signer) => wordOf(signer, intent)));
  const unsigned = words.includes('closed');
  if (words.includes('given')) return { state: 'alive', unsigned };
  return { state: unsigned && !words.includes('gone') ? 'over' : 'unsure', unsigned };
}
