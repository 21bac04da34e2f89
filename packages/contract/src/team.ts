import { z } from 'zod';
import { roles } from './access.ts';
import { epochMs, jsonField, memberId, nothing, remark, text } from './codecs.ts';
import { proposedChange } from './decision.ts';
import { get, post } from './endpoint.ts';
import { password, tokenGrant, totpCode } from './session.ts';

const role = z.enum(roles);
const walletRoles = jsonField(
  z
    .array(z.object({ wallet: z.string().regex(/^[1-9]\d{0,9}$/), role: z.enum(['operator', 'approver', 'viewer']) }))
    .max(200),
);
/** A passkey or device key as the signers' key page or the command line gives it; what is in it, the policy package checks. */
const credential = jsonField(z.record(z.string(), z.unknown()));
/** Of one person, one for each host name of signers. */
const credentials = jsonField(z.array(z.record(z.string(), z.unknown())).max(9));
/** A page on which a key is made. A passkey answers on pages of one host name alone. */
const keyPage = z.object({
  host: z.string(),
  /** Whose page it is. */
  signers: z.array(z.string()),
  url: z.string(),
  /** Does a passkey that they have answer there? */
  has_key: z.boolean(),
});
const version = z.string().regex(/^[1-9]\d{0,9}$/);
const inviteToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const inviteId = z.uuid();

const credentialShown = z.object({
  id: z.string(),
  type: z.enum(['passkey', 'device']),
  /** Words that the holder sees on the page that made the key; whoever approves compares them with the holder. */
  words: z.array(z.string()),
});
const member = z.object({
  member_id: z.string(),
  name: z.string(),
  email_masked: z.string(),
  workspace_role: z.string(),
  sub_wallet_roles: z.array(z.object({ wallet: z.string(), role: z.string() })),
  status: z.enum(['active', 'removed']),
  /** Holds a key of equal rights: may stand in the last, releasing node of a flow. */
  key_holder: z.boolean(),
  /** Their authenticator is proven: they can log in and confirm. */
  twofa: z.boolean(),
  credentials: z.array(credentialShown),
  last_login_at: epochMs.nullable(),
  /** Flows that name this member. */
  flows_in: z.int(),
  me: z.boolean(),
});
const inviteStatus = z.enum(['open', 'joined', 'proposed', 'accepted', 'cancelled', 'expired']);
const invite = z.object({
  invite_id: inviteId,
  name: z.string(),
  email: z.string(),
  role,
  /** `joined`: has a password and an authenticator; `proposed`: the members decide about the key. */
  status: inviteStatus,
  created_at: epochMs,
  expire_at: epochMs,
  item_id: z.int().nullable(),
});
const change = { version, remark: remark.default('') };
const editing = { access: 'team.edit', stepUp: true, output: proposedChange } as const;
const joining = { access: 'public' } as const;

export const team = {
  list: get('/api/mpc/team/member/list', {
    summary: 'Members as the rules in force name them, and open invitations',
    access: 'team.read',
    input: nothing,
    output: z.object({ version: z.string(), list: z.array(member), invites: z.array(invite) }),
  }),
  detail: get('/api/mpc/team/member/detail', {
    summary: 'One member, and the flows that name them',
    access: 'team.read',
    input: z.object({ member_id: memberId }),
    output: member.extend({
      /** Signers' pages on which the caller makes a further key for themselves, and which lead back here; none for anybody else. */
      key_pages: z.array(keyPage),
      flows: z.array(
        z.object({
          level: z.enum(['senior', 'basic', 'workspace']),
          id: z.string(),
          name: z.string(),
          /** Could not be satisfied any more without this member. */
          breaks: z.boolean(),
        }),
      ),
    }),
  }),
  invite: post('/api/mpc/team/invite', {
    audit: 'team.invite',
    summary:
      'Makes a link by which somebody can join; whether they become a member, the members decide when their key is there',
    access: 'team.edit',
    stepUp: true,
    input: z.object({ name: text(100, 1), email: z.email().max(254), role, wallets: walletRoles.default([]) }),
    output: z.object({ invite_id: inviteId, link: z.string(), expire_at: epochMs }),
  }),
  cancelInvite: post('/api/mpc/team/invite/cancel', {
    audit: 'team.cancelInvite',
    summary: 'Makes an invitation void',
    access: 'team.edit',
    input: z.object({ invite_id: inviteId }),
    output: nothing,
  }),
  joinInfo: get('/api/mpc/team/join/info', {
    summary: 'What an invitation is for',
    access: 'public',
    input: z.object({ token: inviteToken }),
    output: z.object({
      name: z.string(),
      email: z.string(),
      role,
      workspace: z.string(),
      invited_by: z.string(),
      status: inviteStatus,
      expire_at: epochMs,
      /** Where keys are made: on signers' own pages. */
      key_pages: z.array(keyPage),
    }),
  }),
  joinState: get('/api/mpc/team/join/state', {
    summary: 'What the members have decided about whoever joined by an invitation',
    access: 'public',
    input: z.object({ token: inviteToken }),
    output: z.object({ status: inviteStatus }),
  }),
  join: post('/api/mpc/team/join', {
    audit: 'team.join',
    summary:
      'Sets the password of an invited person; repeating it with the same password gives the same authenticator secret',
    ...joining,
    input: z.object({ token: inviteToken, password }),
    output: z.object({ totp_secret: z.string(), totp_uri: z.string() }),
  }),
  joinConfirm: post('/api/mpc/team/join/confirm', {
    audit: 'team.joinConfirm',
    summary: 'Proves the authenticator and hands in the public keys; the members then decide',
    ...joining,
    input: z.object({
      token: inviteToken,
      password,
      totp: totpCode,
      credential,
      further_credentials: credentials.default([]),
    }),
    output: tokenGrant.extend({ item_id: z.int() }),
  }),
  saveRole: post('/api/mpc/team/role/save', {
    audit: 'team.saveRole',
    summary: 'Proposes other roles of a member',
    ...editing,
    input: z.object({ member_id: memberId, role, wallets: walletRoles.default([]), ...change }),
  }),
  remove: post('/api/mpc/team/member/remove', {
    audit: 'team.remove',
    summary:
      'Proposes to take a member out: they are logged out now, and for good when it is in force, when their keys end too. Names the flows that would break (200143)',
    ...editing,
    input: z.object({ member_id: memberId, ...change }),
  }),
  grantKey: post('/api/mpc/team/key/grant', {
    audit: 'team.grantKey',
    summary: 'Proposes that a member holds a key of equal rights, or no longer; whoever is granted one has to accept',
    ...editing,
    input: z.object({ member_id: memberId, holder: z.enum(['yes', 'no']), ...change }),
  }),
  addCredential: post('/api/mpc/team/credential/add', {
    audit: 'team.addCredential',
    summary: 'Proposes a further passkey or device key of a member, who has to accept it with a key they have',
    ...editing,
    input: z.object({ member_id: memberId, credential, ...change }),
  }),
  removeCredential: post('/api/mpc/team/credential/remove', {
    audit: 'team.removeCredential',
    summary: 'Proposes that a key no longer counts',
    ...editing,
    input: z.object({ member_id: memberId, credential_id: z.string().max(1_400), ...change }),
  }),
};
