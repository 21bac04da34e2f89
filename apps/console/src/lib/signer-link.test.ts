// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { startI18n } from './i18n.ts';
import { usePreferences } from './preferences.ts';
import { apiQuery, queryClient } from './query.ts';
import { useSession } from './session.ts';
import { signerLink } from './signer-link.ts';

const url = 'https://one.example/#/i/0195b2c4?digest=ab&return=https%3A%2F%2Fconsole.example%2Fmpc';
const asked = (link: string) => Object.fromEntries(new URLSearchParams(link.split('?').slice(1).join('?')));

afterEach(() => {
  queryClient.clear();
  usePreferences.setState({ theme: 'system' });
});

it('says for whom it is, in which language, and leads back to the very item; what is decided stays as the server names it', async () => {
  await startI18n();
  useSession.setState({ walletId: 2 });
  const wallets = [
    { wallet_id: 1, member_id: 'm-other' },
    { wallet_id: 2, member_id: 'm-bob' },
  ];
  queryClient.setQueryData(apiQuery('user', 'info', {}).queryKey, { wallets } as never);
  usePreferences.setState({ theme: 'dark' });
  const link = signerLink(url, { item: 'p7', tab: true });
  expect(link.startsWith('https://one.example/#/i/0195b2c4?')).toBe(true);
  expect(asked(link)).toEqual({
    digest: 'ab',
    return: `${location.origin}/mpc/center/todo?item=p7`,
    for: 'm-bob',
    lang: 'en-US',
    theme: 'dark',
    tab: 'own',
  });
});

it('says nothing of a person that is not known yet, and touches nothing that is no web address', () => {
  expect(asked(signerLink(url)).for).toBeUndefined();
  for (const no of ['', 'javascript:alert(1)#x', 'https://no-hash.example/']) expect(signerLink(no)).toBe(no);
});
