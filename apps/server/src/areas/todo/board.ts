import type { WorkspaceId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';
import { asOne } from '../../db/gathering.ts';
import { countOpen, findOpen, type OpenThing, openMax, stampOpen } from './queries.ts';

/** What is open of a workspace, as it was when its stamp was taken. */
export interface Board {
  readonly things: readonly OpenThing[];
  /** The same with whose turn each is, by member, as far as that was asked. */
  readonly open: Map<string, readonly (OpenThing & { readonly mine: boolean })[]>;
}

const workspacesMax = 200;
/** Up to so many are counted anew for each look, but for `countMs` after there were more. */
const countMax = 10_000;
/** How old the count of more may be. */
const countMs = 10_000;

/**
 * What is open, kept from look to look as long as the database gives the same stamp for it: of a hundred thousand open items each look would otherwise carry over,
 * and go through, the two thousand that run out first. Members who look at the same moment, as all do when they are told of a change, share the stamp.
 */
export function createBoards(db: Db) {
  const boards = new Map<WorkspaceId, { readonly stamp: string; readonly board: Board }>();
  const counts = new Map<WorkspaceId, { readonly n: number; readonly at: number }>();
  return {
    /** @param rules of which rules the turns are */
    of: asOne(
      (workspaceId: WorkspaceId, rules: string) => `${workspaceId} ${rules}`,
      async (workspaceId, rules): Promise<Board> => {
        const stamp = `${rules} ${await stampOpen(db, workspaceId)}`;
        const known = boards.get(workspaceId);
        if (known?.stamp === stamp) return known.board;
        const board: Board = { things: await findOpen(db, workspaceId), open: new Map() };
        boards.delete(workspaceId);
        const [oldest] = boards.keys();
        if (boards.size >= workspacesMax && oldest !== undefined) boards.delete(oldest);
        boards.set(workspaceId, { stamp, board });
        return board;
      },
    ),
    /** How many are open in all: exactly up to `countMax`, and as of some seconds ago where there were more. */
    async count(workspaceId: WorkspaceId, { things }: Board): Promise<number> {
      const orders = things.filter(({ source }) => source === 'order').length;
      // All of it is there, unless one of the two lists was cut off.
      if (orders < openMax && things.length - orders < openMax) return things.length;
      const known = counts.get(workspaceId);
      if (known && performance.now() - known.at < countMs) return known.n;
      const n = await countOpen(db, workspaceId, countMax + 1);
      if (n <= countMax) return n;
      const all = { n: await countOpen(db, workspaceId, 2 ** 31 - 1), at: performance.now() };
      counts.set(workspaceId, all);
      return all.n;
    },
  };
}
