import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { standingOf } from '@holdfast/review/freeze';
import { signWithSecret, writeKeyFile } from '@holdfast/review/keyfile';
import { orderFreeze } from '@holdfast/signer-ui/freeze';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { decideAtPage, type Name, placeOrder, rowOf, until } from './desk.ts';
import type { Estate } from './estate.ts';
import { force, hold, release } from './hold.ts';
import { agreed, restOf } from './order-parts.ts';
import { plays, type Run } from './play.ts';

/** Members stop the signers themselves; the owner of server and database would have it unseen, undone, or too late. */

const urlsOf = ({ house }: Estate): string[] => house.pair.places.map(({ url }) => url);

/** A member's key at each signer's own page (packages/signer-ui, freeze.ts): the server has no part in it. */
async function stop(estate: Estate, who: Exclude<Name, 'gwen'> = 'adam'): Promise<void> {
  const { member, secret } = estate.house.crew[who];
  const [credential] = member.credentials;
  if (!credential) throw new Error('no key');
  const prove = (challenge: Uint8Array) => Promise.resolve(signWithSecret(secret, challenge));
  for (const url of urlsOf(estate)) await orderFreeze(url, { member, credential }, 'strange payments', prove);
}

/** What every signer's own page says. */
const seen = (estate: Estate): Promise<string[]> =>
  Promise.all(
    urlsOf(estate).map(async (url) => {
      const facts = await signerFacts(url);
      return facts.frozen && facts.freeze ? `${facts.freeze.by}, ${standingOf(facts)}` : 'not frozen';
    }),
  );

/** What the server then tells the console. */
async function told(estate: Estate): Promise<string> {
  const { frozen, freeze } = await (await estate.as('omar')).signing.status({});
  return frozen && freeze ? `${freeze.by}, ${freeze.proven ? 'proven' : 'said'}` : 'not frozen';
}

const root = fileURLToPath(new URL('../../', import.meta.url));
/** `npx holdfast freeze` as somebody types it, in a process of its own. */
async function stopFromTerminal(estate: Estate, who: Exclude<Name, 'gwen'> = 'adam'): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-freezer-'));
  const key = join(dir, 'member.key');
  writeFileSync(key, await writeKeyFile(estate.house.crew[who].secret), { mode: 0o600 });
  const signers = urlsOf(estate).flatMap((url) => ['--signer', url]);
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
    async (estate: Estate) => {
      const database = estate.database();
      await estate.serve();
      await freeze(estate);
      const pages = await seen(estate);
      await estate.serve(database);
      return [...pages, await told(estate)];
    },
  );
}
freezes.alone('what the server says before and after does not take its place', 'adam, proven', async (estate) => {
  const api = await estate.as('omar');
  await api.signing.freeze({ reason: 'says the server' });
  await stop(estate);
  await api.signing.freeze({ reason: 'says the server' });
  return [...(await seen(estate)), await told(estate)];
});
freezes.alone('all that the database knows of it is deleted', 'adam, proven', async (estate) => {
  await stop(estate);
  await until('the feeds', async () => {
    const rows = await estate.sql("select 1 from audit_log where action like '%rozen%' or action like '%freeze%'");
    return rows.length > 0 && rows;
  });
  await force(
    estate,
    'delete from audit_outbox; delete from audit_log; update signer_feeds set read_to = read_to + 50',
  );
  return [...(await seen(estate)), await told(estate)];
});

/** Once a member has stopped both signers, an order goes on that was agreed before. */
const paying =
  (stage: 'approved' | 'admitted'): Run =>
  async (estate) => {
    const order = await agreed(estate, stage);
    const { failures } = await rowOf(estate, order);
    await stop(estate);
    await force(estate, "delete from audit_outbox; delete from audit_log where action like '%freeze%'");
    await release(estate, 'orders', order.id);
    const rest = await restOf(estate, order, failures);
    const pages = await seen(estate);
    return pages.every((page) => page === 'adam, proven') ? rest : pages;
  };
freezes.alone('an order that all had agreed to before is let go after it', 'frozen', paying('approved'));
freezes.alone('an order that both signers had admitted before is signed after it', 'frozen', paying('admitted'));
freezes.alone('an order agreed to while it stands', ['frozen', 'waits at 1000'], async (estate) => {
  const order = await placeOrder(estate, { amount: '0.01' });
  await stop(estate);
  await decideAtPage(estate.house, `#/i/${order.intentId}`, ['omar', 'adam', 'anna']);
  await force(estate, 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:', {
    id: order.id,
  });
  return restOf(estate, order);
});
freezes.alone('a lifting agreed to before, kept back until a member stops them', 'adam, earlier', async (estate) => {
  const api = await estate.as('olga');
  await api.signing.freeze({ reason: 'says the server' });
  const { item_id, approval_url } = await api.signing.unfreeze({});
  await hold(estate, 'proposals', Number(item_id), 'approved');
  await decideAtPage(estate.house, approval_url, ['olga', 'adam', 'anna']);
  await until('agreement', async () => (await api.strategy.auditInfo({ item_id })).status !== 0);
  await stop(estate);
  estate.truth.changes.add('policy');
  await release(estate, 'proposals', Number(item_id));
  const changed = (): boolean =>
    estate.house.pair.places.every(({ signer }) => signer?.core.store.state.policy?.document.version !== '1');
  await until('the next version', async () => changed());
  return seen(estate);
});

export const freezePlays = freezes.all;
