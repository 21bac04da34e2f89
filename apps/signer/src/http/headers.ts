import type { SignerConfig } from '../config.ts';

/** Nothing inline, nothing from elsewhere, no markup from text (Trusted Types); connections only to the signers themselves. */
function contentPolicy(config: SignerConfig): string {
  const signers = config.peers.map((peer) => peer.origin).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${signers}`.trim(),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function securityHeaders(config: SignerConfig): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(config),
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
    ...(config.origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** The ceremony page of one signer talks to the others: those origins and no other may read these answers. */
export function crossOriginHeaders(config: SignerConfig, origin: string | undefined): Readonly<Record<string, string>> {
  const known = config.peers.some((peer) => peer.origin === origin);
  if (!known || origin === undefined) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  };
}
