import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { createPasswords } from './password.ts';
import { bindSession } from './routes.ts';
import { createSession } from './service.ts';

export const sessionArea = defineArea({
  create: (ports: Pick<Ports, 'db' | 'clock' | 'secrets' | 'passwordCost' | 'notifier'>) =>
    createSession({ ...ports, passwords: createPasswords(ports.passwordCost) }),
  bind: bindSession,
  jobs: ({ purge }) => [{ everyMs: 3_600_000, run: purge, failed: 'old sessions not removed' }],
});
