import { answersOn, type GivenKey } from '../../lib/given-key.ts';

/** An invitation's token has one form; what is no token is not asked about. */
export const isInviteToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

/**
 * Where the next key is made: the first on any page, then passkeys on those pages on which none answers yet. None for who has made a device key, which
 * counts for no page.
 */
export function pageForKey<Page extends { readonly host: string }>(
  pages: readonly Page[],
  keys: readonly GivenKey[],
): Page | undefined {
  if (keys.length > 0 && !keys.some(({ type }) => type === 'passkey')) return undefined;
  return pages.find(({ host }) => !keys.some((key) => answersOn(key, host)));
}
