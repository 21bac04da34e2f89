/** A process that sends what is due, once, and that a test kills meanwhile: database, the key of its secrets and the console's origin are its arguments. */
import { createRecorder, theSystem } from '../../../../audit/service.ts';
import { createDb, createPool } from '../../../../db/pool.ts';
import { readNetworks } from '../../../../outgoing/guard.ts';
import { createPushKey } from '../../../../outgoing/push.ts';
import { createSecretBox } from '../../../../secrets.ts';
import { deliverOne } from '../deliver.ts';

const [url = '', key = ''] = process.argv.slice(2);
const pool = createPool({ connectionString: url }, { onError: () => undefined });
await deliverOne({
  db: createDb(pool),
  clock: () => new Date(),
  secrets: createSecretBox(Buffer.from(key, 'hex')),
  origin: 'http://localhost:8700',
  allowed: readNetworks(['127.0.0.1']),
  mailer: undefined,
  telegramUrl: 'https://telegram.invalid',
  pushKey: createPushKey(Buffer.from(key, 'hex')),
  audit: { recorder: (action) => createRecorder(action, theSystem, () => new Date()) },
  notifier: { changed: () => undefined, stop: async () => undefined },
});
await pool.end();
