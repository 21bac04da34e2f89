import { createHash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { errorEntry, signatureWindowMs } from '@holdfast/contract';
import { type Member, verifyProof } from '@holdfast/policy';
import type { FastifyRequest } from 'fastify';
import type { Recorder } from '../../audit/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { MemberCaller } from '../../http/context.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { claimedBy, readSigned, type Signed } from '../../http/signed.ts';
import type { CurrentPolicy, Log } from '../../orders/deps.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { tellBadSignatures } from './alerts.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export interface CallDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly limiter: RateLimiter;
  /** Under which browsers, and programs, know this server. */
  readonly origin: string;
  readonly log: Log;
  /** Tells of bad signatures. */
  readonly alarm: Recorder;
}
type Row = NonNullable<Awaited<ReturnType<typeof queries.findProgram>>>;

/** The farthest moment a Date can hold: every request is signed afresh, so there is nothing to step up to. */
const always = new Date(8.64e15);

/** IPv4 as IPv6 writes it is the IPv4 address. */
const plainIp = (ip: string): string => (/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(ip) ? ip.slice(7) : ip);

/** No list is any network. */
export function isFrom(networks: readonly string[], from: string): boolean {
  if (networks.length === 0) return true;
  const ip = plainIp(from);
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

const callerOf = ({ app_id, user_id, workspace_id }: Row, member: Member, credential: string): MemberCaller => ({
  userId: user_id,
  email: '',
  workspaceId: workspace_id,
  memberId: app_id,
  role: 'api',
  wallets: member.wallets,
  tokenHash: createHash('sha256').update(credential).digest(),
  stepUpUntil: always,
  program: { appId: app_id, credential },
});

/** Calls that programs sign: whose they are, and the log of them. What they may do, the role `api` says. */
export function createCalls({ db, clock, policy, limiter, origin, log, alarm }: CallDeps) {
  /** Requests that are the programs' own: signed by their key, just now and not for the second time. */
  const proven = new WeakSet<FastifyRequest>();

  /** The program whose key in the rules in force made this signature. @throws signatureInvalid, appIdInvalid, requestNotFresh */
  async function signerOf(signed: Signed) {
    const [row, { document }] = await Promise.all([queries.findProgram(db, signed.keyId), policy()]);
    const member = rules.findProgram(document, signed.keyId);
    const key = rules.keyOf(member);
    if (!row || !member || !key) throw refuse('appIdInvalid', {});
    if (verifyProof(key, { type: 'device', signature: signed.signature }, signed.base))
      throw refuse('signatureInvalid', {});
    if (Math.abs(clock().getTime() - signed.created * 1_000) > signatureWindowMs) throw refuse('requestNotFresh', {});
    return { row, member, key };
  }

  async function write(call: queries.Call): Promise<void> {
    await queries.insertCall(db, call);
    if (call.proven) return;
    await queries.trimUnproven(db, call.appId);
    if (call.code === errorEntry('signatureInvalid').code)
      await tellBadSignatures(db, alarm, call.appId, call.ip, call.time);
  }

  return {
    /**
     * Whoever signed this request, with everything checked that the server asks of a program.
     * @throws rateLimited, signatureInvalid, appIdInvalid, requestNotFresh, workspaceExpired, ipNotAllowed
     */
    async caller(request: FastifyRequest): Promise<MemberCaller> {
      // Until the signature holds, it is only somebody on this network who says so.
      limiter.spend(request, 'general');
      const signed = readSigned(request, origin);
      if (!signed) throw refuse('signatureInvalid', {});
      const { row, member, key } = await signerOf(signed);
      limiter.checkProgram(row.app_id);
      const now = clock();
      // Servers' clocks may differ a little; twice the window is past it for all of them.
      const until = new Date(signed.created * 1_000 + 2 * signatureWindowMs);
      // Before what follows: who has caught a request could repeat it to be refused for something else.
      if (!(await queries.takeNonce(db, row.app_id, signed.nonce, until, now))) throw refuse('requestNotFresh', {});
      proven.add(request);
      limiter.spendProgram(row.app_id);
      if (row.off || member.status !== 'active') throw refuse('appIdInvalid', {});
      if (row.expires_at && row.expires_at <= now) throw refuse('workspaceExpired', {});
      if (!isFrom(row.ip_list, request.ip)) throw refuse('ipNotAllowed', {});
      await queries.markUsed(db, row.app_id, plainIp(request.ip), now);
      return callerOf(row, member, key.id);
    },

    /** Writes down the call, refused or not, of a program that there is; not what was too much at once, so that nobody can write without end. */
    async logged<T>(request: FastifyRequest, run: () => Promise<T>): Promise<T> {
      const appId = claimedBy(request);
      if (appId === undefined) return run();
      const time = clock();
      const end = async (code: number): Promise<void> => {
        const path = request.routeOptions.url ?? '';
        const ms = Math.max(0, clock().getTime() - time.getTime());
        const call = { appId, time, ip: plainIp(request.ip), path, requestId: request.id, code, ms };
        // What was done is done, whether it could be written down or not.
        await write({ ...call, proven: proven.has(request) }).catch((error) =>
          log.error({ err: error }, 'call not logged'),
        );
      };
      try {
        const output = await run();
        await end(0);
        return output;
      } catch (error) {
        const refusal = error instanceof Refusal ? error.refusal : 'systemError';
        if (refusal !== 'rateLimited') await end(errorEntry(refusal).code);
        throw error;
      }
    },
    async purge(): Promise<void> {
      await queries.purgeCalls(db, clock());
    },
  };
}
