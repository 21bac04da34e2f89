import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Notifier } from '../../jobs/notifier.ts';
import type { SecretBox } from '../../secrets.ts';
import type { Passwords } from './password.ts';
import type { Authenticator } from './totp.ts';

export interface SessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly passwords: Passwords;
  readonly authenticator: Authenticator;
  readonly notifier: Pick<Notifier, 'changed'>;
}
