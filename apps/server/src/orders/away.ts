import { type Signer, SignerUnreachable } from '../signers/client.ts';

/** How long nothing is shown to a signer that did not answer: a thousand requests that wait for it would each ask it anew. */
const restMs = 2_000;

interface Away {
  readonly until: number;
  readonly error: SignerUnreachable;
}
const away = new WeakMap<Signer, Away>();

const awayNow = (signer: Signer): Away | undefined => {
  const known = away.get(signer);
  return known && performance.now() < known.until ? known : undefined;
};

/** Asks a signer something that can wait, unless it did not answer a moment ago. @throws SignerUnreachable, whatever `ask` throws */
export async function ifThere<V>(signer: Signer, ask: () => Promise<V>): Promise<V> {
  const known = awayNow(signer);
  if (known) throw known.error;
  try {
    const answer = await ask();
    away.delete(signer);
    return answer;
  } catch (error) {
    if (error instanceof SignerUnreachable) away.set(signer, { until: performance.now() + restMs, error });
    throw error;
  }
}

/** `none`: no signer answered a moment ago. `unsure`: none did when last asked, and one may be asked again. */
export function presence(signers: readonly Signer[]): 'some' | 'unsure' | 'none' {
  if (signers.some((signer) => !away.has(signer))) return 'some';
  return signers.every((signer) => awayNow(signer)) ? 'none' : 'unsure';
}
