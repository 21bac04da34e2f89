import { Secret, TOTP } from 'otpauth';

/** The code an authenticator shows at this time. */
export const totpAt = (secret: string, time: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
