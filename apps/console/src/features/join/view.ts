/** An invitation's token has one form; what is no token is not asked about. */
export const isInviteToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);
