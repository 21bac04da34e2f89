import { readNetworks } from '../../outgoing/guard.ts';
import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindWebHook } from './routes.ts';
import { createWebHook, type WebHookDeps } from './service.ts';

type WebHookPorts = Omit<WebHookDeps, 'allowed' | 'random'> & Pick<Ports, 'config'>;

export const webHookArea = defineArea({
  create: ({ config, ...ports }: WebHookPorts) =>
    createWebHook({ ...ports, allowed: readNetworks(config.notices.allow), random: Math.random }),
  bind: bindWebHook,
  jobs: ({ deliver, purge }) => [
    { everyMs: 500, run: deliver, failed: 'web hooks were not sent' },
    { everyMs: 3_600_000, run: purge, failed: 'old web hooks were not removed' },
  ],
  consumers: ({ consumer }) => [consumer],
});
