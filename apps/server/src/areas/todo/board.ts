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
/** How old the count may be where more are open than are looked through. */
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
    /** How many are open in all: exactly where all of it is looked through, and as of some seconds ago beyond. */
    async count(workspaceId: WorkspaceId, { things }: Board): Promise<number> {
      if (things.length < openMax) return things.length;
      const known = counts.get(workspaceId);
      if (known && performance.now() - known.at < countMs) return known.n;
      const all = { n: await countOpen(db, workspaceId), at: performance.now() };
      counts.set(workspaceId, all);
      return all.n;
    },
  };
}
