import { addressOf, type Tx } from './codec.ts';
import {
  type Block,
  blockId,
  copyOf,
  execute,
  type Genesis,
  type Mined,
  Refused,
  type State,
  solidAfter,
  stateOf,
} from './ledger.ts';

const firstTime = Date.UTC(2026, 0, 1);

/** The transactions that can be made, and the state after them; the rest is left out. */
export function apply(
  state: State,
  txs: readonly Tx[],
  time: number,
): { readonly mined: Mined[]; readonly state: State } {
  const mined: Mined[] = [];
  let after = state;
  for (const tx of txs) {
    const next = copyOf(after);
    try {
      mined.push(execute(next, tx, time, addressOf));
      after = next;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return { mined, state: after };
}

/** The one chain of blocks from the first on, and the state at its head. */
export function openBlocks(genesis: Genesis) {
  const first: Block = {
    height: 0,
    id: blockId(0, '', firstTime, []),
    parent: '0'.repeat(64),
    time: firstTime,
    mined: [],
  };
  let blocks: Block[] = [first];
  let state = stateOf(genesis);
  const seen = new Map<string, { readonly block: Block; readonly mined: Mined }>();
  const head = (): Block => blocks.at(-1) ?? first;

  function put(time: number, txs: readonly Tx[]): Block {
    const { mined, state: after } = apply(state, txs, time);
    state = after;
    const { height, id: parent } = head();
    const id = blockId(
      height + 1,
      parent,
      time,
      mined.map(({ tx }) => tx.id),
    );
    const block = { height: height + 1, id, parent, time, mined };
    blocks.push(block);
    for (const one of mined) seen.set(one.tx.id, { block, mined: one });
    return block;
  }
  return {
    head,
    put,
    state: () => state,
    block: (height: number): Block | undefined => blocks[height],
    byId: (id: string): Block | undefined => blocks.find((block) => block.id === id),
    /** What the reference in a transaction names. */
    referred: (bytes: string): Block | undefined => blocks.findLast(({ id }) => id.slice(12, 16) === bytes),
    solid: (): Block => blocks[Math.max(0, blocks.length - 1 - solidAfter)] ?? first,
    mined: (id: string) => seen.get(id),
    /** Takes the last blocks back, as another fork would. @returns what they held */
    abandon(depth: number): Tx[] {
      const gone = blocks.slice(-depth).flatMap(({ mined }) => mined.map(({ tx }) => tx));
      const left = blocks.slice(1, Math.max(1, blocks.length - depth));
      [blocks, state] = [[first], stateOf(genesis)];
      seen.clear();
      for (const { time, mined } of left)
        put(
          time,
          mined.map(({ tx }) => tx),
        );
      return gone;
    },
  };
}
