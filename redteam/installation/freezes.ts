import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { standingOf } from '@holdfast/review/freeze';
import { signWithSecret, writeKeyFile } from '@holdfast/review/keyfile';
import { orderFreeze } from '@holdfast/signer-ui/freeze';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { decideAtPage, type Name, placeOrder, rowOf, until } from './desk.ts';
import { force, hold, release } from './hold.ts';
import type { Installation } from './installation.ts';
import { agreed, restOf } from './order-parts.ts';
import { plays, type Run } from './play.ts';

/** Members stop the signers themselves; the owner of server and database would have it unseen, undone, or too late. */

const urlsOf = ({ fixture }: Installation): string[] => fixture.pair.places.map(({ url }) => url);

/** A member's key at each signer's own page (packages/signer-ui, freeze.ts): the server has no part in it. */
async function stop(installation: Installation, who: Exclude<Name, 'gwen'> = 'adam'): Promise<void> {
  const { member, secret } = installation.fixture.crew[who];
  const [credential] = member.credentials;
  if (!credential) throw new Error('no key');
  const prove = (challenge: Uint8Array) => Promise.resolve(signWithSecret(secret, challenge));
  for (const url of urlsOf(installation)) await orderFreeze(url, { member, credential }, 'strange payments', prove);
}

/** What every signer's own page says. */
const seen = (installation: Installation): Promise<string[]> =>
  Promise.all(
    urlsOf(installation).map(async (url) => {
      const facts = await signerFacts(url);
      return facts.frozen && facts.freeze ? `${facts.freeze.by}, ${standingOf(facts)}` : 'not frozen';
    }),
  );

/** How old what the server tells of the signers may be (signing/service.ts). */
const freshMs = 1_000;
/** What the server then tells the console. */
async function told(installation: Installation): Promise<string> {
  await sleep(freshMs);
  const { frozen, freeze } = await (await installation.as('omar')).signing.status({});
  return frozen && freeze ? `${freeze.by}, ${freeze.proven ? 'proven' : 'said'}` : 'not frozen';
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** `npx holdfast freeze` as somebody types it, in a process of its own. */
async function stopFromTerminal(installation: Installation, who: Exclude<Name, 'gwen'> = 'adam'): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-freezer-'));
  const key = join(dir, 'member.key');
  writeFileSync(key, await writeKeyFile(installation.fixture.crew[who].secret), { mode: 0o600 });
  const signers = urlsOf(installation).flatMap((url) => ['--signer', url]);
  const args = [join(root, 'scripts/holdfast.mjs'), 'freeze', ...signers, '--key', key];
  try {
    await new Promise<void>((done, fail) => {
      execFile(process.execPath, args, (error, _out, err) => (error ? fail(new Error(err || error.message)) : done()));
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const freezes = plays('freeze: members stop the signers without the server');
for (const [name, freeze] of [
  ['at the signers’ own pages', stop],
  ['with npx holdfast freeze', stopFromTerminal],
] as const) {
  freezes.lawful(
    `${name}, while the server is stopped; started again, it says so`,
    'adam, proven',
    async (installation: Installation) => {
      const database = installation.database();
      await installation.serve();
      await freeze(installation);
      const pages = await seen(installation);
      await installation.serve(database);
      return [...pages, await told(installation)];
    },
  );
}
freezes.alone('what the server says before and after does not take its place', 'adam, proven', async (installation) => {
  const api = await installation.as('omar');
  await api.signing.freeze({ reason: 'says the server' });
  await stop(installation);
  await api.signing.freeze({ reason: 'says the server' });
  return [...(await seen(installation)), await told(installation)];
});
freezes.alone('all that the database knows of it is deleted', 'adam, proven', async (installation) => {
  await stop(installation);
  await until('the feeds', async () => {
    const rows = await installation.sql(
      "select 1 from audit_log where action like '%rozen%' or action like '%freeze%'",
    );
    return rows.length > 0 && rows;
  });
  await force(
    installation,
    'delete from audit_outbox; delete from audit_log; update signer_feeds set read_to = read_to + 50',
  );
  return [...(await seen(installation)), await told(installation)];
});

/** Once a member has stopped both signers, an order goes on that was agreed before. */
const paying =
  (stage: 'approved' | 'admitted'): Run =>
  async (installation) => {
    const order = await agreed(installation, stage);
    const { failures } = await rowOf(installation, order);
    await stop(installation);
    await force(installation, "delete from audit_outbox; delete from audit_log where action like '%freeze%'");
    await release(installation, 'orders', order.id);
    const rest = await restOf(installation, order, failures);
    const pages = await seen(installation);
    return pages.every((page) => page === 'adam, proven') ? rest : pages;
  };
freezes.alone('an order that all had agreed to before is let go after it', 'frozen', paying('approved'));
freezes.alone('an order that both signers had admitted before is signed after it', 'frozen', paying('admitted'));
freezes.alone('an order agreed to while it stands', ['frozen', 'waits at 1000'], async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  await stop(installation);
  await decideAtPage(installation.fixture, `#/i/${order.intentId}`, ['omar', 'adam', 'anna']);
  await force(installation, 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:', {
    id: order.id,
  });
  return restOf(installation, order);
});
freezes.alone(
  'a lifting agreed to before, kept back until a member stops them',
  'adam, earlier',
  async (installation) => {
    const api = await installation.as('olga');
    await api.signing.freeze({ reason: 'says the server' });
    const { item_id, approval_url } = await api.signing.unfreeze({});
    await hold(installation, 'proposals', Number(item_id), 'approved');
    await decideAtPage(installation.fixture, approval_url, ['olga', 'adam', 'anna']);
    await until('agreement', async () => (await api.strategy.auditInfo({ item_id })).status !== 0);
    await stop(installation);
    installation.truth.changes.add('policy');
    await release(installation, 'proposals', Number(item_id));
    const changed = (): boolean =>
      installation.fixture.pair.places.every(({ signer }) => signer?.ctx.store.state.policy?.document.version !== '1');
    await until('the next version', async () => changed());
    return seen(installation);
  },
);

export const freezePlays = freezes.all;
