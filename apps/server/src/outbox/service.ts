import { repeat } from '../jobs/repeat.ts';
import { type CarryDeps, carry } from './carry.ts';

export type { Consumer } from './carry.ts';

const everyMs = 500;
/** As many at a time, so that it can end between them. */
const roundsMax = 50;

/** Carries what happened to the consumers until the returned call ends it. Any number of server processes may. */
export function startCarrying(deps: CarryDeps): () => Promise<void> {
  const empty = async (): Promise<void> => {
    for (let round = 0; round < roundsMax && (await carry(deps)) > 0; round++);
  };
  return repeat(empty, everyMs, (error) => deps.log.error({ err: error }, 'what happened could not be carried'));
}
