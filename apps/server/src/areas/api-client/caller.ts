import { createHash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { signatureWindowMs } from '@holdfast/contract';
import { type Member, verifyProof } from '@holdfast/policy';
import type { FastifyRequest } from 'fastify';
import type { MemberCaller } from '../../http/context.ts';
import { readSigned, type Signed } from '../../http/signed.ts';
import { refuse } from '../../refuse.ts';
import type { CallParts } from './call-deps.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

type Row = NonNullable<Awaited<ReturnType<typeof queries.findApiClient>>>;

/** The farthest moment a Date can hold: every request is signed afresh, so there is nothing to step up to. */
const always = new Date(8.64e15);

/** IPv4 as IPv6 writes it is the IPv4 address. */
export const plainIp = (ip: string): string => (/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(ip) ? ip.slice(7) : ip);

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

const callerOf = (
  { app_id, user_id, workspace_id, scopes, sub_wallet_ids: subWallets }: Row,
  member: Member,
  credential: string,
): MemberCaller => ({
  userId: user_id,
  email: '',
  workspaceId: workspace_id,
  memberId: app_id,
  role: 'api',
  wallets: member.wallets,
  tokenHash: createHash('sha256').update(credential).digest(),
  stepUpUntil: always,
  apiClient: { appId: app_id, credential, scopes, subWallets },
});

/** The API client whose key in the rules in force made this signature. @throws signatureInvalid, appIdInvalid, requestNotFresh */
async function signerOf({ db, policy, clock }: CallParts, signed: Signed) {
  const [row, { document }] = await Promise.all([queries.findApiClient(db, signed.keyId), policy()]);
  const member = rules.findApiClient(document, signed.keyId);
  const key = rules.keyOf(member);
  if (!row || !member || !key) throw refuse('appIdInvalid', {});
  if (verifyProof(key, { type: 'device', signature: signed.signature }, signed.base))
    throw refuse('signatureInvalid', {});
  if (Math.abs(clock().getTime() - signed.created * 1_000) > signatureWindowMs) throw refuse('requestNotFresh', {});
  return { row, member, key };
}

/**
 * Whoever signed this request, with everything checked that the server asks of an API client.
 * @throws rateLimited, signatureInvalid, appIdInvalid, requestNotFresh, workspaceExpired, ipNotAllowed
 */
export async function findCaller(deps: CallParts, request: FastifyRequest): Promise<MemberCaller> {
  // Until the signature holds, it is only somebody on this network who says so.
  deps.limiter.spend(request, 'general');
  const signed = readSigned(request, deps.origin);
  if (!signed) throw refuse('signatureInvalid', {});
  const { row, member, key } = await signerOf(deps, signed);
  const limited = { appId: row.app_id, perMinute: row.per_minute };
  deps.limiter.checkApiClient(request, limited);
  const now = deps.clock();
  // Servers' clocks may differ a little; twice the window is past it for all of them.
  const until = new Date(signed.created * 1_000 + 2 * signatureWindowMs);
  // Before what follows: who has caught a request could repeat it to be refused for something else.
  if (!(await queries.takeNonce(deps.db, row.app_id, signed.nonce, until, now))) throw refuse('requestNotFresh', {});
  deps.proven.add(request);
  deps.limiter.spendApiClient(request, limited);
  if (row.off || member.status !== 'active') throw refuse('appIdInvalid', {});
  if (row.expires_at && row.expires_at <= now) throw refuse('workspaceExpired', {});
  if (!isFrom(row.ip_list, request.ip)) throw refuse('ipNotAllowed', {});
  await queries.markUsed(deps.db, row.app_id, plainIp(request.ip), now);
  return callerOf(row, member, key.id);
}
