import { callLog, type WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import { proposalStatus } from '../../proposals/service.ts';
import type { Limits, Named } from './rules.ts';

const open = [proposalStatus.open, proposalStatus.applying] as const;
const listed = 500;

export interface ApiClientsAsk {
  readonly appId?: string | undefined;
  readonly madeBy?: string | undefined;
}
/** With whether the last proposal about each is open. */
export const listApiClients = (db: Db, workspaceId: WorkspaceId, { appId, madeBy }: ApiClientsAsk) =>
  db
    .selectFrom('api_clients as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .selectAll('a')
    .select((eb) => eb('p.status', 'in', open).$castTo<boolean>().as('pending'))
    .where('a.workspace_id', '=', workspaceId)
    .$if(appId !== undefined, (query) => query.where('a.app_id', '=', appId ?? ''))
    .$if(madeBy !== undefined, (query) => query.where('a.made_by', '=', madeBy ?? ''))
    .orderBy('a.created_at', 'desc')
    .limit(listed)
    .execute();

export interface NewApiClient extends Named, Limits {
  readonly appId: string;
  readonly workspaceId: WorkspaceId;
  readonly proposalId: number;
  /** A member's id. */
  readonly madeBy: string;
}
/** The server's own limits, as they are kept. */
export const limitsOf = ({ networks, expiresAt, scopes, subWallets, perMinute }: Limits) => ({
  ip_list: [...networks],
  expires_at: expiresAt,
  scopes: [...scopes],
  sub_wallet_ids: [...subWallets],
  per_minute: perMinute,
});
/** Nobody logs in as an API client: the account is locked, and no password has an empty hash. */
export async function insertApiClient(tx: Tx, one: NewApiClient): Promise<void> {
  const { id } = await tx
    .insertInto('users')
    .values({
      email: `${one.appId}@client.invalid`,
      nick_name: one.name,
      password_hash: '',
      totp_secret: '',
      totp_confirmed_at: null,
      status: 'locked',
      last_login_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('api_clients')
    .values({
      app_id: one.appId,
      workspace_id: one.workspaceId,
      user_id: id,
      name: one.name,
      public_key: one.publicKey,
      ...limitsOf(one),
      proposal_id: one.proposalId,
      made_by: one.madeBy,
    })
    .execute();
}

export type Changed = Partial<
  Pick<
    Selectable<Database['api_clients']>,
    | 'name'
    | 'public_key'
    | 'ip_list'
    | 'expires_at'
    | 'scopes'
    | 'sub_wallet_ids'
    | 'per_minute'
    | 'off'
    | 'switched_on_by'
    | 'proposal_id'
  >
>;
export const changeApiClient = (tx: Tx, appId: string, values: Changed) =>
  tx.updateTable('api_clients').set(values).where('app_id', '=', appId).execute();

/** Whether a proposal about it is open, as it will stay until the transaction ends: nobody else comes to propose the same meanwhile. */
export async function lockPending(tx: Tx, appId: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('api_clients')
    .select('proposal_id')
    .where('app_id', '=', appId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { status } = await tx
    .selectFrom('proposals')
    .select('status')
    .where('id', '=', locked.proposal_id)
    .executeTakeFirstOrThrow();
  return open.some((one) => one === status);
}

/** What was to be switched on by this proposal, and was not switched off meanwhile, is listened to again. */
export const switchOn = (tx: Tx, proposalId: number) =>
  tx
    .updateTable('api_clients')
    .set({ off: false, switched_on_by: null })
    .where('switched_on_by', '=', proposalId)
    .execute();

/** Switches off what this member made, and what is about to be switched on again; returns what was not off already. */
export const switchOffMadeBy = (tx: Tx, workspaceId: WorkspaceId, memberId: string) =>
  tx
    .updateTable('api_clients')
    .set({ off: true, switched_on_by: null })
    .where('workspace_id', '=', workspaceId)
    .where('made_by', '=', memberId)
    .where((eb) => eb.or([eb('off', '=', false), eb('switched_on_by', 'is not', null)]))
    .returning(['app_id', 'name'])
    .execute();

export interface CallsAsk {
  readonly appId: string | undefined;
  readonly proven: boolean | undefined;
}
const callsOf = (db: Db, workspaceId: WorkspaceId, { appId, proven }: CallsAsk) =>
  db
    .selectFrom('api_client_calls')
    .where('workspace_id', '=', workspaceId)
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId ?? ''))
    .$if(proven !== undefined, (query) => query.where('proven', '=', proven ?? false));

export async function listCalls(
  db: Db,
  workspaceId: WorkspaceId,
  { size, skip, ...ask }: CallsAsk & { readonly size: number; readonly skip: number },
) {
  const of = callsOf(db, workspaceId, ask);
  const [rows, { n }] = await Promise.all([
    of.selectAll().orderBy('id', 'desc').limit(size).offset(skip).execute(),
    of.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(n) };
}

/** Newest first, from below an id on. */
export const callsBelow = (db: Db, workspaceId: WorkspaceId, ask: CallsAsk, below: number, size: number) =>
  callsOf(db, workspaceId, ask).selectAll().where('id', '<', below).orderBy('id', 'desc').limit(size).execute();

/** How many there are, and the id of the last. */
export async function countCalls(
  db: Db,
  workspaceId: WorkspaceId,
  ask: CallsAsk,
): Promise<{ total: number; upTo: number }> {
  const { n, id } = await callsOf(db, workspaceId, ask)
    .select(({ fn }) => [fn.countAll<string>().as('n'), fn.max('id').as('id')])
    .executeTakeFirstOrThrow();
  return { total: Number(n), upTo: Number(id ?? 0) };
}

export const findApiClient = (db: Db, appId: string): Promise<Selectable<Database['api_clients']> | undefined> =>
  db.selectFrom('api_clients').selectAll().where('app_id', '=', appId).executeTakeFirst();

/** False when it was taken before. Each call takes away what has run out, so that no more is kept than can come within the window. */
export async function takeNonce(db: Db, appId: string, nonce: string, until: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from api_client_nonces where app_id = ${appId} and until < ${now})
    insert into api_client_nonces (app_id, nonce, until) values (${appId}, ${nonce}, ${until})
    on conflict do nothing returning nonce`.execute(db);
  return rows.length === 1;
}

/** To the nearest ten seconds: no row is written anew at each of many calls. */
export const markUsed = (db: Db, appId: string, ip: string, now: Date) =>
  sql`update api_clients set last_used_at = ${now}, last_ip = ${ip} where app_id = ${appId}
    and (last_ip <> ${ip} or last_used_at is null or last_used_at < ${new Date(now.getTime() - 10_000)})`.execute(db);

export interface Call {
  readonly appId: string;
  readonly time: Date;
  readonly ip: string;
  readonly path: string;
  readonly requestId: string;
  readonly code: number;
  readonly ms: number;
  readonly proven: boolean;
}
/** Of API clients that there are; anybody can make up others. */
export const insertCall = (db: Db, { appId, time, ip, path, requestId, code, ms, proven }: Call) =>
  sql`insert into api_client_calls (workspace_id, app_id, time, ip, path, request_id, code, ms, proven)
    select workspace_id, app_id, ${time}, ${ip}, ${path}, ${requestId}, ${code}::int, ${ms}::int, ${proven}::boolean
    from api_clients where app_id = ${appId}`.execute(db);

/** Keeps the newest of an API client's unproven calls; at each one that comes, since whoever makes them makes many. */
export const trimUnproven = (db: Db, appId: string) =>
  sql`delete from api_client_calls where app_id = ${appId} and not proven and id <= (
      select id from api_client_calls where app_id = ${appId} and not proven order by id desc offset ${callLog.unproven} limit 1)`.execute(
    db,
  );

/** Materialized, so that the place of the oldest one kept is looked for once per API client, not once per call. */
export const purgeCalls = (db: Db, now: Date) =>
  sql`with k as materialized (
      select p.app_id, (select o.id from api_client_calls o where o.app_id = p.app_id and o.proven order by o.id desc offset ${callLog.proven} limit 1) as gone
      from api_clients p)
    delete from api_client_calls c using k
    where c.app_id = k.app_id and ((c.proven and c.id <= k.gone) or c.time < ${new Date(now.getTime() - callLog.days * 86_400_000)})`.execute(
    db,
  );
