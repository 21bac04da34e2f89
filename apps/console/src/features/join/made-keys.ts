import { useEffect } from 'react';
import { type GivenKey, isGivenKey } from '../../lib/given-key.ts';

const place = 'holdfast.madeKeys';

/** What was kept for this address, as far as it is keys. */
function kept(email: string): GivenKey[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(place) ?? '');
    if (typeof value !== 'object' || value === null || !('email' in value) || !('keys' in value)) return [];
    return value.email === email && Array.isArray(value.keys) ? value.keys.filter(isGivenKey) : [];
  } catch {
    return [];
  }
}

/**
 * The keys that an invited person has made, one on each signer's page they were led to: kept in this tab from one page to the next, public parts only.
 * @param key that a signer's page has just sent
 */
export function useMadeKeys(email: string, key: GivenKey | undefined): readonly GivenKey[] {
  const before = kept(email);
  const keys = key && !before.some(({ id }) => id === key.id) ? [...before, key] : before;
  const text = JSON.stringify({ email, keys });
  useEffect(() => {
    if (email !== '') sessionStorage.setItem(place, text);
  }, [email, text]);
  return keys;
}

export const forgetMadeKeys = (): void => sessionStorage.removeItem(place);
