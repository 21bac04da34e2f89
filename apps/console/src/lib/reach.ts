import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../ui/use-now.ts';
import { lateAt, useLive } from './live.ts';
import { relativeTime } from './time.ts';

const everyMs = 2_000;
/** A connection that comes back within this is not worth a word. */
const patienceMs = 8_000;

const followOnline = (changed: () => void): (() => void) => onlineManager.subscribe(changed);

/** How the server is reached, in words, with the age of what is shown; '' while all is well. */
export function useReach(): string {
  const { t } = useTranslation();
  const online = useSyncExternalStore(followOnline, () => onlineManager.isOnline());
  const { connected, since, answeredAt, failedAt } = useLive();
  const now = useNow(everyMs);
  const ago = (time: number): string => relativeTime(new Date(time), now);
  if (!online) return t('notice.offline', { when: ago(answeredAt || since) });
  if (failedAt > answeredAt) return t('notice.down', { when: ago(answeredAt || since) });
  if ([...lateAt.values()].some((late) => now > late)) return t('notice.slow');
  return !connected && now - since > patienceMs ? t('notice.stale', { when: ago(since) }) : '';
}
