import type { ChainReader } from '@holdfast/chains/rpc';
import type { Clock } from '../clock.ts';
import { isItsAnswer } from './several.ts';

/** How a node last answered. Its address is not here: it may hold a password. */
export interface NodeState {
  /** In the order of the configuration, from 1. */
  readonly place: number;
  readonly heardAt: Date | undefined;
  /** Of the last call that it gave no answer to, or none that could be read. */
  readonly failedAt: Date | undefined;
  /** Of its newest block, as it last said. */
  readonly height: number | undefined;
}
interface NodeNotes {
  answered(): void;
  failed(): void;
  stands(height: number): void;
}
export interface NodeWatch {
  /** Where what one node does is noted. */
  of(chain: string, place: number): NodeNotes;
  /** How the nodes of a chain last answered, in the order of the configuration; those that were never asked are not there. */
  states(chain: string): readonly NodeState[];
}

/** What every node of every chain was last seen doing by this process. */
export function createNodeWatch(clock: Clock): NodeWatch {
  const chains = new Map<string, Map<number, NodeState>>();
  const nodesOf = (chain: string): Map<number, NodeState> => {
    const known = chains.get(chain) ?? new Map<number, NodeState>();
    chains.set(chain, known);
    return known;
  };
  return {
    of(chain, place) {
      const nodes = nodesOf(chain);
      const note = (change: Partial<NodeState>): void => {
        const before = nodes.get(place) ?? { place, heardAt: undefined, failedAt: undefined, height: undefined };
        nodes.set(place, { ...before, ...change });
      };
      return {
        answered: () => note({ heardAt: clock() }),
        failed: () => note({ failedAt: clock() }),
        stands: (height) => note({ height }),
      };
    },
    states: (chain) => [...nodesOf(chain).values()].toSorted((a, b) => a.place - b.place),
  };
}

const heightIn = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'height' in answer && typeof answer.height === 'number'
    ? answer.height
    : undefined;

/** Nodes see a new block at different moments. */
const blocksBehind = 2;

/** `silent`: no answer, or none that can be used; `behind` the best of its chain; `waiting`: it was not asked yet. */
export function nodeStateOf(
  { heardAt, failedAt, height }: NodeState,
  ofChain: readonly NodeState[],
): 'well' | 'behind' | 'silent' | 'waiting' {
  if (heardAt === undefined || (failedAt !== undefined && failedAt >= heardAt))
    return failedAt === undefined ? 'waiting' : 'silent';
  const best = Math.max(0, ...ofChain.map((other) => other.height ?? 0));
  return height !== undefined && height + blocksBehind <= best ? 'behind' : 'well';
}

/** The same reader, of which is noted whether it answers; a refusal is an answer. */
export function noted(notes: NodeNotes, reader: ChainReader): ChainReader {
  return new Proxy(reader, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          const answer: unknown = await Reflect.apply(member, target, args);
          notes.answered();
          const height = key === 'tip' ? heightIn(answer) : undefined;
          if (height !== undefined) notes.stands(height);
          return answer;
        } catch (error) {
          if (isItsAnswer(error)) notes.answered();
          else notes.failed();
          throw error;
        }
      };
    },
  });
}
