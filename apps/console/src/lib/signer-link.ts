import i18next from 'i18next';
import { usePreferences } from './preferences.ts';
import { apiQuery, queryClient } from './query.ts';
import { useSession } from './session.ts';

/** The member that is logged in, in the workspace that is chosen; undefined until the server has told. */
export function ownMember(): string | undefined {
  const user = queryClient.getQueryData(apiQuery('user', 'info', {}).queryKey);
  const { walletId } = useSession.getState();
  return (user?.wallets.find(({ wallet_id }) => wallet_id === walletId) ?? user?.wallets[0])?.member_id;
}

interface Visit {
  /** The item that the page leads back to, by its key in the inbox. */
  readonly item?: string | undefined;
  /** It opens in a tab of its own, which ends with the decision; not so on another device. */
  readonly tab?: boolean;
}

/**
 * The way to a signer's page as it is opened from here: for whom, in the language and theme of the console, and back to the very item. What is decided,
 * the link of the server alone says. What is no web address stays as it is.
 */
export function signerLink(url: string, { item, tab = false }: Visit = {}): string {
  const hash = url.indexOf('#');
  if (!/^https?:\/\//.test(url) || hash < 0) return url;
  const [path = '', ...rest] = url.slice(hash).split('?');
  const query = new URLSearchParams(rest.join('?'));
  const { theme } = usePreferences.getState();
  const member = ownMember();
  if (member) query.set('for', member);
  if (i18next.language) query.set('lang', i18next.language);
  if (theme !== 'system') query.set('theme', theme);
  if (tab) query.set('tab', 'own');
  if (item) query.set('return', `${location.origin}/mpc/center/todo?item=${item}`);
  return `${url.slice(0, hash)}${path}?${query}`;
}
