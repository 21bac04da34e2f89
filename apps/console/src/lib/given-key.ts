import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What a signer's key page gave: public, and checked by the signers' own rules when it is proposed. */
export type GivenKey = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: 'passkey' | 'device';
  readonly publicKey: string;
};

const longest = 8_000;

export function isGivenKey(value: unknown): value is GivenKey {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, publicKey } = value as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && typeof publicKey === 'string' && (type === 'passkey' || type === 'device');
}

/** Does it answer on the pages of this host? A passkey does on those of one host name. */
export const answersOn = ({ type, rpId }: GivenKey, host: string): boolean => type === 'passkey' && rpId === host;

/** The key in an address's fragment (`#credential=…`), as the signer's page sends it; anything else is none. */
export function keyOf(hash: string): GivenKey | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('credential');
  if (text === null || text.length > longest) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isGivenKey(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Kept with the entry of the browser's history, so that a reload finds it again: the key's public part. */
declare module '@tanstack/history' {
  interface HistoryState {
    givenKey?: GivenKey;
  }
}

/** The key that a signer's page sent to this one, moved out of the address at once. `failed`: something came that is none. */
export function useGivenKey(): { readonly key: GivenKey | undefined; readonly failed: boolean } {
  const { hash, state } = useRouterState({ select: ({ location }) => location });
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!hash.startsWith('credential')) return;
    const givenKey = keyOf(hash);
    setFailed(givenKey === undefined);
    void navigate({
      to: '.',
      search: true,
      hash: '',
      replace: true,
      resetScroll: false,
      state: givenKey ? { givenKey } : {},
    });
  }, [hash, navigate]);
  return { key: state.givenKey, failed };
}

/** The same key in an address of the console, for somebody else to open. */
export const withKey = (url: string, key: GivenKey): string =>
  `${url}#${new URLSearchParams({ credential: JSON.stringify(key) })}`;

/** The key page is a signer's: a web address, and nothing else (the text comes from the server). */
export const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);
