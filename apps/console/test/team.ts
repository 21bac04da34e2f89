/** Members of a team, as its list tells of them. */
export const teamOf = (names: Readonly<Record<string, string>>) => ({
  version: '1',
  list: Object.entries(names).map(([member_id, name]) => ({
    ...{ member_id, name, email_masked: '', workspace_role: 'member', sub_wallet_roles: [], status: 'active' },
    ...{ key_holder: false, twofa: true, credentials: [], last_login_at: null, flows_in: 0, me: false },
  })),
  invites: [],
});
