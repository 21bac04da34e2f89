import { outflowsOf } from './call/statement.ts';
import type { Intent } from './intent.ts';
import { leavingOf } from './intent-call.ts';
import { type MessageFault, type ReadMessage, readMessage } from './message/read.ts';

/** @returns undefined for what nobody can read, and for what is of another chain */
export function messageIn(intent: Pick<Intent, 'call' | 'chain' | 'from'>): ReadMessage | undefined {
  const read = readMessage(intent);
  return typeof read === 'string' ? undefined : read;
}

/**
 * Does an intent say what its message does? Whom it concerns stands in its outputs, all of them and nobody else, and of each token that it speaks of at least what may
 * be taken. Which tokens it has to speak of is for whoever knows the coins of the chain.
 */
export function messageFaultOf(intent: Pick<Intent, 'call' | 'chain' | 'from' | 'outputs'>): MessageFault | undefined {
  const read = readMessage(intent);
  if (typeof read === 'string') return read;
  const saysWho = intent.outputs.map(({ address }) => address).join() === read.names.join();
  const saysHowMuch = outflowsOf(intent).every(({ contract, units }) => leavingOf(read, contract) <= units);
  return saysWho && saysHowMuch ? undefined : 'understatedMessage';
}
