import { team } from '@holdfast/contract';
import type { Credential, Member } from '@holdfast/policy';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { type MemberCaller, who } from '../../http/context.ts';
import { proposalReply } from '../../proposal-reply.ts';
import { refuse } from '../../refuse.ts';
import { flowsNaming, type KeyPage, maskEmail } from './rules.ts';
import { credentialWords, type TeamService } from './service.ts';

type TeamHandlers = Handlers<typeof team>;
type Listing = Awaited<ReturnType<TeamService['list']>>;
type Listed = Listing['members'][number];
/** What all of them are shown by. */
type Known = Pick<Listing, 'document' | 'emails'>;

/** What is in a key, the policy package checks when the document is put together. */
const asCredential = (value: unknown): Credential => value as Credential;

function memberRow({ member, person }: Listed, { document, emails }: Known, caller: MemberCaller) {
  return {
    member_id: member.id,
    name: member.name,
    email_masked: person ? maskEmail(person.email, emails) : '',
    workspace_role: member.role,
    sub_wallet_roles: member.wallets,
    status: member.status,
    key_holder: member.keyHolder === 'yes',
    twofa: person?.totp_confirmed_at != null,
    credentials: member.credentials.map((one) => ({ id: one.id, type: one.type, words: credentialWords(one) })),
    last_login_at: person?.last_login_at ?? null,
    flows_in: flowsNaming(document, member.id).length,
    me: member.id === caller.memberId,
  };
}

const keyPageRow = ({ host, signers, url, hasKey }: KeyPage) => ({ host, signers: [...signers], url, has_key: hasKey });

function readHandlers(service: TeamService) {
  return {
    list: async (_input, { caller }) => {
      const listing = await service.list(caller.workspaceId);
      const { document, members, invites, emails } = listing;
      return {
        version: document.version,
        list: members.map((one) => memberRow(one, listing, caller)),
        invites: invites.map(({ invite, status }) => ({
          invite_id: invite.id,
          name: invite.name,
          email: maskEmail(invite.email, emails),
          role: invite.role,
          status,
          created_at: invite.created_at,
          expire_at: invite.expires_at,
          item_id: invite.proposal_id,
        })),
      };
    },
    detail: async ({ member_id }, { caller }) => {
      const listing = await service.list(caller.workspaceId);
      const { members } = listing;
      const found = members.find(({ member }) => member.id === member_id);
      if (!found) throw refuse('memberNotFound', {});
      const flows = await service.flowsWith(member_id);
      const { member, person } = found;
      const own = member.id === caller.memberId && member.status === 'active';
      return {
        ...memberRow(found, listing, caller),
        key_pages: own ? service.keyPages(member, person?.email ?? '').map(keyPageRow) : [],
        flows: flows.map(({ level, id, name, breaks }) => ({ level, id, name, breaks })),
      };
    },
  } satisfies Partial<TeamHandlers>;
}

function joinHandlers(service: TeamService) {
  return {
    invite: async (input, { caller, record }) => {
      const { id, link, expiresAt } = await service.invite(who(caller), input, record);
      return { invite_id: id, link, expire_at: expiresAt };
    },
    cancelInvite: async ({ invite_id }, { caller, record }) => {
      await service.cancel(who(caller), invite_id, record);
      return {};
    },
    joinInfo: async ({ token }) => {
      const { found, status, workspace, keyPages } = await service.info(token);
      const invitedBy = found.inviter;
      const { members } = await service.list(found.workspace_id);
      return {
        name: found.name,
        email: found.email,
        role: found.role,
        workspace,
        invited_by: members.find(({ member }) => member.id === invitedBy)?.member.name ?? '',
        status,
        expire_at: found.expires_at,
        key_pages: keyPages.map(keyPageRow),
      };
    },
    joinState: async ({ token }) => ({ status: await service.joinState(token) }),
    join: async ({ token, password }, { record }) => {
      const { secret, uri } = await service.begin(token, password, record);
      return { totp_secret: secret, totp_uri: uri };
    },
    joinConfirm: async ({ token, password, totp, credential, further_credentials }, context) => {
      const ask = { token, password, totp, credentials: [credential, ...further_credentials].map(asCredential) };
      const { itemId, ...grant } = await service.confirm(ask, context);
      return { ...grant, item_id: itemId };
    },
  } satisfies Partial<TeamHandlers>;
}

function changeHandlers(service: TeamService) {
  return {
    saveRole: async ({ member_id, role, wallets, ...change }, { caller, record }) => {
      const to: Pick<Member, 'role' | 'wallets'> = { role, wallets };
      return proposalReply(await service.saveRole(who(caller), member_id, to, change, record));
    },
    remove: async ({ member_id, ...change }, { caller, record }) =>
      proposalReply(await service.remove(who(caller), member_id, change, record)),
    grantKey: async ({ member_id, holder, ...change }, { caller, record }) =>
      proposalReply(await service.grantKey(who(caller), member_id, holder, change, record)),
    addCredential: async ({ member_id, credential, ...change }, { caller, record }) =>
      proposalReply(await service.addCredential(who(caller), member_id, asCredential(credential), change, record)),
    removeCredential: async ({ member_id, credential_id, ...change }, { caller, record }) =>
      proposalReply(await service.removeCredential(who(caller), member_id, credential_id, change, record)),
  } satisfies Partial<TeamHandlers>;
}

export function bindTeam(app: HttpApp, service: TeamService): void {
  bind(app, team, { ...readHandlers(service), ...joinHandlers(service), ...changeHandlers(service) });
}
