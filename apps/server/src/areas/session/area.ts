import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { createPasswords } from './password.ts';
import { bindSession } from './routes.ts';
import { createSession } from './service.ts';
import { createAuthenticator } from './totp.ts';

export const sessionArea = defineArea({
  create: (ports: Pick<Ports, 'config' | 'db' | 'clock' | 'secrets' | 'passwordCost' | 'notifier'>) =>
    createSession({
      ...ports,
      passwords: createPasswords(ports.passwordCost),
      authenticator: createAuthenticator(ports.config.sandbox?.codeSeconds),
    }),
  bind: bindSession,
  jobs: ({ purge }) => [{ everyMs: 3_600_000, run: purge, failed: 'old sessions not removed' }],
});
