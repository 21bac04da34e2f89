/** What the key page gave: public, and checked by the signers' own rules when it is proposed. */
export type GivenKey = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: 'passkey' | 'device';
  readonly publicKey: string;
};

const longest = 8_000;

function isKey(value: unknown): value is GivenKey {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, publicKey } = value as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && typeof publicKey === 'string' && (type === 'passkey' || type === 'device');
}

/** The key in an address's fragment (`#credential=…`), as the signer's page sends it; anything else is none. */
export function keyOf(hash: string): GivenKey | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('credential');
  if (text === null || text.length > longest) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isKey(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An invitation's token has one form; what is no token is not asked about. */
export const isInviteToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

/** The key page is a signer's: a web address, and nothing else (the text comes from the server). */
export const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);
