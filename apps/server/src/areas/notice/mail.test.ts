import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { type MailReceiver, startMailServer } from './channels/test/receivers.ts';
import { mailPlace } from './mail.ts';

let receiver: MailReceiver;
let server: TestServer;
let installed: Installed;
beforeAll(async () => {
  receiver = await startMailServer();
  const mail = { host: '127.0.0.1', port: receiver.port, secure: false, plain: true, from: 'Desk <desk@example.org>' };
  const config = { notices: { mail, allow: [], telegramUrl: 'https://telegram.invalid' } };
  server = await startTestServer({ config });
  installed = await install(server);
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
});

test('who runs the workspace sees as whom mail leaves, and can have one sent to themselves', async () => {
  expect(await installed.api.notice.mail({})).toEqual({
    configured: true,
    from: 'Desk <desk@example.org>',
    host: `127.0.0.1:${receiver.port}`,
    encrypted: false,
    failures: [],
  });
  expect(await installed.api.notice.tryMail({})).toEqual({ sent: true, error: '' });
  expect(receiver.mails.map(({ to }) => to)).toEqual([expect.stringContaining(installed.account.email)]);
});

test('a member whom mail does not reach is told of by name, with why, and by nothing of where it goes', async () => {
  const choice = { name: 'Mine', kinds: ['safety' as const], wallets: [], full: false };
  await installed.api.notice.saveChannel({
    channel_type: 'mail',
    choice: { ...choice, language: 'en_US', zone: 'UTC', digest: null, quiet: null },
  });
  await server.database.pool.query(`update notice_channels set last_error = 'ECONNREFUSED', failures = 3`);
  const { failures } = await installed.api.notice.mail({});
  expect(failures).toEqual([{ name: 'Owner', error: 'ECONNREFUSED', sent_at: null }]);
});

test('what the server knows of the mail server is shown without its user and password', () => {
  const known = { host: 'smtp.example.org', port: 465, secure: true, plain: false, from: 'desk@example.org' };
  const shown = { from: 'desk@example.org', host: 'smtp.example.org:465', encrypted: true };
  expect(mailPlace({ ...known, user: 'desk', passwordFile: '/run/password' })).toEqual(shown);
});
