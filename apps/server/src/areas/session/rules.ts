import type { SessionEnd } from '@holdfast/contract';

/** Limits of a session (domain.md 7.1). */
export const idleMs = 30 * 60_000;
export const absoluteMs = 12 * 3_600_000;
export const stepUpMs = 5 * 60_000;
/** How stale `last_seen_at` may be before a request writes it again. */
export const touchMs = 60_000;

export interface SessionTimes {
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}
/** A session counts while it is neither revoked, nor past its end, nor idle too long. */
export function isLive({ lastSeenAt, expiresAt, revokedAt }: SessionTimes, now: Date): boolean {
  return revokedAt === null && expiresAt > now && now.getTime() - lastSeenAt.getTime() < idleMs;
}

export function whyOver({ lastSeenAt, expiresAt, revokedAt }: SessionTimes, now: Date): SessionEnd {
  if (revokedAt !== null && revokedAt < expiresAt) return 'ended';
  if (expiresAt <= now) return 'expired';
  return now.getTime() - lastSeenAt.getTime() >= idleMs ? 'idle' : 'ended';
}

/**
 * The browser family a session is bound to: a stolen token shown by another kind of client is refused, while an update of the same browser
 * goes on.
 */
export function agentFamily(agent: string): string {
  const families: [string, RegExp][] = [
    ['edge', /\bEdg(e|A|iOS)?\//],
    ['firefox', /\b(Firefox|FxiOS)\//],
    ['chrome', /\b(Chrome|Chromium|HeadlessChrome|CriOS)\//],
    ['safari', /\bSafari\//],
  ];
  const found = families.find(([, pattern]) => pattern.test(agent));
  return found?.[0] ?? (/^([A-Za-z][\w-]{0,30})/.exec(agent)?.[1]?.toLowerCase() || 'other');
}

/** The part of a network address that stays the same while a person stays where they are: IPv4 /24, IPv6 /48. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (v4 !== undefined) return `${v4}.0/24`;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const filled = tail === undefined ? groups : [...groups, '0', '0', '0'];
  return `${filled.slice(0, 3).join(':')}::/48`;
}

/**
 * Attempts before a throttle locks: five per account and network (domain.md 7.1); more per network, where many people may sit; and many more per
 * account from all networks together, which nobody's own mistakes come near.
 */
export const ladderThresholds = { account: 5, network: 50, accountEverywhere: 100 } as const;
export const minPasswordLength = 12;
export const emailKey = (email: string): string => email.trim().toLowerCase();
