import { Secret, TOTP } from 'otpauth';
import type { SecretBox } from '../../secrets.ts';

/** For how long authenticators show a code: what every one of them can. */
const usualCodeSeconds = 30;

/** A new shared secret, base32; RFC 4226 section 4 recommends 160 bits. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Reads the codes of authenticators. @param period seconds for which each is shown */
export function createAuthenticator(period = usualCodeSeconds) {
  const totpOf = (secret: string, label = ''): TOTP =>
    new TOTP({ issuer: 'Holdfast', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period });
  return {
    /** What authenticator apps read from the QR code. */
    uri: (secret: string, label: string): string => totpOf(secret, label).toString(),
    /**
     * The time step a code belongs to, or null. One step either side is allowed for clocks that differ (RFC 6238 section 5.2). The caller must
     * accept each step once only.
     */
    step(secret: string, code: string, now: Date): number | null {
      const delta = totpOf(secret).validate({ token: code, window: 1, timestamp: now.getTime() });
      return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta;
    },
  };
}

const purpose = (email: string): string => `totp:${email}`;
/** The secret as the database keeps it: sealed for this account only. */
export const sealTotpSecret = (box: SecretBox, email: string, secret: string): string =>
  box.seal(secret, purpose(email));
export const openSealedTotp = (box: SecretBox, email: string, sealed: string): string =>
  box.open(sealed, purpose(email));
export const openTotpSecret = (
  box: SecretBox,
  user: { readonly email: string; readonly totp_secret: string },
): string => openSealedTotp(box, user.email, user.totp_secret);
