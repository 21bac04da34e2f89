import { z } from 'zod';
import type { ExportAsk, ExportSource } from '../../exports/source.ts';
import { checkAccess, checkScope, subWalletIn } from '../../http/access.ts';
import { type Caller, isMember, type MemberCaller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { ExportDeps } from './deps.ts';
import type { ExportRecord } from './queries.ts';

type Ask = ExportAsk<Readonly<Record<string, unknown>>>;
/** What an export asks for, whoever asks. */
interface Wanted {
  readonly filter: unknown;
  readonly askedAt: Date;
  readonly upTo: number | null;
}

/** What somebody asks of a list, if they may read that list as it is filtered. @throws notLoggedIn, noPermission, stepUpRequired, invalidParameters */
export async function askOf(
  { clock, db }: Pick<ExportDeps, 'clock' | 'db'>,
  { endpoint }: ExportSource,
  caller: Caller | null,
  { filter, ...bounds }: Wanted,
): Promise<Ask & { readonly caller: MemberCaller }> {
  checkAccess(endpoint, caller, clock());
  if (!caller || !isMember(caller)) throw refuse('noPermission', {});
  const input = z.safeDecode(endpoint.input, filter as never);
  if (!input.success) throw refuse('invalidParameters', { field: `filter.${input.error.issues[0]?.path.join('.')}` });
  await checkScope(endpoint, caller, input.data, subWalletIn(db));
  return { input: input.data, caller, ...bounds };
}

export const wantedOf = ({ filter, asked_at: askedAt, up_to: upTo }: ExportRecord): Wanted => ({
  filter,
  askedAt,
  upTo,
});

/** The same of an export that is under way, by what its session is and may by now. */
export async function askNow(deps: ExportDeps, source: ExportSource, record: ExportRecord): Promise<Ask> {
  const caller = await deps.sessions.callerOf(record.session_hash);
  if (!caller) throw refuse('notLoggedIn', {});
  if (caller.workspaceId !== record.workspace_id || caller.userId !== record.user_id) throw refuse('noPermission', {});
  return askOf(deps, source, caller, wantedOf(record));
}
