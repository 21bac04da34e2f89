import { refusalOf } from '@holdfast/testkit';
import { startTestServer, type TestServer } from '../../apps/server/test/index.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

/** A server on an empty database, which any stranger can reach. */
const strangers = parts('a stranger at the first run');
const removed = without('apps/server');
type App = typeof import('../../apps/server/src/app.ts');

const ask = (server: TestServer, email: string, token: string): Promise<string> =>
  refusalOf(
    server.api().setup.owner({ email, password: 'correct horse battery', nick_name: 'Me', setup_token: token }),
  ).then(String);
async function withServer(program: Program, use: (server: TestServer) => Promise<string>): Promise<string[]> {
  const { startApp }: App = await program.load('apps/server/src/app.ts');
  const server = await startTestServer({ start: startApp });
  try {
    return [await use(server)];
  } finally {
    await server.close();
  }
}
const owners = async ({ database }: TestServer): Promise<string> =>
  (await database.pool.query<{ email: string }>('select email from users')).rows.map(({ email }) => email).join();

strangers.control('twenty tokens of a stranger, and then the right one', 'accepted', (program) =>
  withServer(program, async (server) => {
    const { setupToken } = server.place;
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(server, 'thief@example.org', `guess ${n}`)));
    return ask(server, 'owner@example.org', setupToken);
  }),
);
strangers.attack(
  'a token that is guessed, before the owner has proven their authenticator',
  'setupTokenWrong, owner@example.org',
  removed(
    'the set-up token of the server',
    'areas/setup/steps.ts',
    "if (!rules.isSetupToken(hash, token)) throw refuse('setupTokenWrong', {});",
    "if (hash === '' && !rules.isSetupToken(hash, token)) throw refuse('setupTokenWrong', {});",
  ),
  (program) =>
    withServer(program, async (server) => {
      const { setupToken } = server.place;
      await ask(server, 'owner@example.org', setupToken);
      const said = await ask(server, 'thief@example.org', `${setupToken.slice(1)}x`);
      return `${said}, ${await owners(server)}`;
    }),
);

export const strangerAttacks = strangers.all;
