import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { childPublicKey, familyOf } from '@holdfast/chains';
import { devnetChains } from '@holdfast/devnet';
import { canonicalText, entryHash, isAttested, policyHash } from '@holdfast/policy';
import { apiOf, refusalOf } from '@holdfast/testkit';
import { ask, otherEvmPayee } from '@holdfast/testkit/signer';
import { decideAtPage, decideOnPage, newOrder, placeOrder, until } from './desk.ts';
import { force } from './hold.ts';
import type { Installation } from './installation.ts';
import { restOf } from './order-parts.ts';
import { plays } from './play.ts';

const push = (installation: Installation, id: number): Promise<void> =>
  force(installation, 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:', { id });
const said = ({ sql }: Installation, id: number, many: number, limitMs = 20_000): Promise<true> =>
  until(
    'the decisions',
    async () => {
      const rows = await sql('select 1 from order_approvals where order_id = $1', [id]);
      return rows.length >= many && true;
    },
    limitMs,
  );

const rules = plays('SQL: what the server keeps of rules, members and payees is edited');
const looser = ({ fixture: { policy } }: Installation) => ({
  ...policy,
  strategies: policy.strategies.map((flow) => ({
    ...flow,
    nodes: flow.nodes.slice(1).map((node) => ({ ...node, threshold: '1' })),
  })),
});
rules.alone(
  'one approval is enough, says the rules’ cached text, its hash kept',
  'approvalsMissing',
  async (installation) => {
    const order = await placeOrder(installation);
    await force(installation, 'update installation set policy_document = :text:', {
      text: canonicalText(looser(installation)),
    });
    await decideOnPage(installation.fixture, order.intentId, 'omar', 'initiate');
    await decideOnPage(installation.fixture, order.intentId, 'adam');
    await said(installation, order.id, 2, 2_000).catch(() => false);
    await push(installation, order.id);
    return restOf(installation, order);
  },
);
rules.alone('the same, hash and all', ['policyStale', 'waits at 1000'], async (installation) => {
  const next = looser(installation);
  const hash = policyHash(next);
  await installation.as('omar');
  // The server learns better from the signers every few seconds; the intent has to be made before that.
  const order = await until('an intent under rules nobody agreed to', async () => {
    await force(installation, 'update installation set policy_document = :text:, policy_hash = :hash:', {
      text: canonicalText(next),
      hash,
    });
    const made = await newOrder(installation, { amount: '0.01' });
    return made.policy === hash && made;
  });
  await push(installation, order.id);
  return restOf(installation, order);
});
rules.alone(
  'Otto’s session is Omar’s: asked in his name, approved by all others',
  'initiatorMissing',
  async (installation) => {
    await force(
      installation,
      "update members set member_id = 'x' where member_id = 'omar'; update members set member_id = 'omar' where member_id = 'otto'",
    );
    const order = await placeOrder(installation, {}, installation.stall(), 'otto');
    for (const who of ['adam', 'anna'] as const) await decideOnPage(installation.fixture, order.intentId, who);
    await said(installation, order.id, 2);
    await push(installation, order.id);
    return restOf(installation, order);
  },
);
rules.alone(
  'Vera is an owner: she asks and approves herself',
  ['initiatorMissing', 'approvalsMissing', 'approvalInvalid'],
  async (installation) => {
    await force(installation, "update members set role = 'owner' where member_id = 'vera'");
    const order = await placeOrder(installation, {}, installation.stall(), 'vera').catch(() => undefined);
    if (!order) return ['initiatorMissing'];
    await decideOnPage(installation.fixture, order.intentId, 'vera', 'initiate').catch(() => undefined);
    await decideOnPage(installation.fixture, order.intentId, 'vera').catch(() => undefined);
    await push(installation, order.id);
    return restOf(installation, order);
  },
);
const entry = { chains: ['evm:31337'], address: otherEvmPayee, memo: '', assets: [], label: 'Supplier 2' };
const listed = (installation: Installation): Promise<void> =>
  force(
    installation,
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
      select workspace_id, :hash:, chains, :address:, '', assets, 'Supplier 2', since from book_entries where label = 'Supplier' limit 1`,
    { hash: entryHash(entry), address: otherEvmPayee },
  );
rules.alone(
  'an address nobody listed is in the address book: all members are deceived and agree',
  ['addressEntryUnknown', 'destinationNotListed'],
  async (installation) => {
    await listed(installation);
    const order = await placeOrder(installation, { to: otherEvmPayee });
    const decided = await decideAtPage(installation.fixture, `#/i/${order.intentId}`, ['omar', 'adam', 'anna']).then(
      () => said(installation, order.id, 3),
      () => false,
    );
    await push(installation, order.id);
    return decided === false ? ['destinationNotListed'] : restOf(installation, order);
  },
);
rules.alone(
  'the whitelist was switched off by all, and the database says that nothing is held any more',
  'whitelistHeld',
  async (installation) => {
    const api = await installation.as('olga');
    const { version } = await api.addressBook.whiteStatus({});
    const { approval_url: url } = await api.addressBook.whiteDisable({ version });
    await decideAtPage(installation.fixture, url.slice(url.indexOf('#')), ['olga', 'adam', 'anna']);
    installation.truth.changes.add('policy');
    await until('the whitelist to be off', async () => (await api.addressBook.whiteStatus({})).mode === 'off');
    // The server learns better from the signers every few seconds; the payment has to be asked for before that.
    const order = await until('a payment to a stranger', async () => {
      await force(installation, "update installation set book_held = '[]'");
      return placeOrder(installation, { to: otherEvmPayee }).catch(() => false as const);
    });
    await decideAtPage(installation.fixture, `#/i/${order.intentId}`, ['omar', 'adam', 'anna']);
    await said(installation, order.id, 3, 5_000).catch(() => false);
    await push(installation, order.id);
    return restOf(installation, order);
  },
);
rules.alone('signing is frozen, and the database says it is not', 'frozen', async (installation) => {
  const order = await placeOrder(installation);
  await (await installation.as('omar')).signing.freeze({ reason: 'strange payments' });
  await force(
    installation,
    "delete from audit_outbox; delete from audit_log where action like '%freeze%' or action like 'signing%'",
  );
  await decideAtPage(installation.fixture, `#/i/${order.intentId}`, ['omar', 'adam', 'anna']);
  await said(installation, order.id, 3);
  await push(installation, order.id);
  return restOf(installation, order);
});
rules.alone(
  'a lift of the freeze that nobody agreed to is carried out',
  ['initiatorMissing', 'approvalsMissing'],
  async (installation) => {
    const api = await installation.as('olga');
    await api.signing.freeze({ reason: 'strange payments' });
    const { item_id } = await api.signing.unfreeze({});
    await force(installation, 'update proposals set status = 5, next_at = now(), lease_until = null where id = :id:', {
      id: item_id,
    });
    const [row] = await until('the answer', async () => {
      const rows = await installation.sql<{ last_error: string }>(
        "select last_error from proposals where id = $1 and last_error <> ''",
        [item_id],
      );
      return rows.length > 0 && rows;
    });
    return [/: (\w+)/.exec(row?.last_error ?? '')?.[1] ?? 'no answer'];
  },
);
rules.alone('the feeds are read again from their beginning', 'paid', async (installation) => {
  const order = await placeOrder(installation);
  await decideAtPage(installation.fixture, `#/i/${order.intentId}`, ['omar', 'adam', 'anna']);
  installation.truth.payments.set(order.digest, order.intent);
  await installation.serve();
  await force(installation, 'update signer_feeds set read_to = 0');
  await installation.serve(installation.database());
  return restOf(installation, order);
});
rules.alone('a session made in the database: Olga’s, for a stranger', 'approvalsMissing', async (installation) => {
  const token = randomBytes(32).toString('base64url');
  await installation.sql(
    `insert into sessions (token_hash, user_id, workspace_id, last_seen_at, expires_at, step_up_until, agent_family, network)
      select $1, user_id, workspace_id, now() + interval '25 hours', now() + interval '90 days', now() + interval '90 days', agent_family, network
      from sessions order by created_at limit 1`,
    [createHash('sha256').update(token).digest()],
  );
  const api = apiOf(installation.url(), { token });
  const seen = await refusalOf(api.user.info({}));
  if (seen !== 'accepted') return [`the session was refused: ${seen}`];
  const { version } = await api.strategy.policy({});
  const rule = {
    wallet: '*',
    sign_protect: 'off',
    nodes: [{ name: 'me', kind: 'sign', approvers: ['olga'], threshold: '1' }],
    version,
  } as const;
  const { item_id } = await api.strategy.basicSave({
    ...rule,
    nodes: [...rule.nodes.map((node) => ({ ...node, approvers: [...node.approvers] }))],
  });
  await force(installation, 'update proposals set status = 5, next_at = now(), lease_until = null where id = :id:', {
    id: item_id,
  });
  await until(
    'the answer',
    async () =>
      (await installation.sql("select 1 from proposals where id = $1 and last_error <> ''", [item_id])).length > 0,
  );
  const [row] = await installation.sql<{ last_error: string }>('select last_error from proposals where id = $1', [
    item_id,
  ]);
  return [/: (\w+)/.exec(row?.last_error ?? '')?.[1]?.replace('initiatorMissing', 'approvalsMissing') ?? 'no answer'];
});

const deposits = plays('SQL: a deposit address is exchanged');
/** What somebody sees who compares: each signer's own page, and the signers' signatures that stand beside the address. */
const compared = (
  name: string,
  exchange: (installation: Installation, stall: { id: number; address: string }) => Promise<unknown>,
): void =>
  deposits.attack(name, 'noticed', async (installation) => {
    const stall = installation.stall();
    await exchange(installation, stall);
    const api = await installation.as('vera');
    const shown = await api.deposit.address({ sub_wallet_id: stall.id as never, symbol: 'ETH' });
    const { group, policy, pair } = installation.fixture;
    const [chain] = devnetChains(installation.ground.devnet);
    if (!chain) throw new Error('no chain');
    const path = `m/60/${stall.id}/0/0`;
    const derived = familyOf(chain).addressOf(chain, childPublicKey(group.secp256k1, path));
    const pages = await Promise.all(
      pair.places.map(
        async (place) =>
          (
            await ask(
              place,
              'GET',
              `/api/address?chain=${chain.id}&path=${encodeURIComponent(path)}&keyGroup=${group.id}`,
            )
          ).body.address,
      ),
    );
    const [row] = await installation.sql<{ attestations: Record<string, string> }>(
      'select attestations from addresses where sub_wallet_id = $1 and chain = $2 and branch = 0',
      [stall.id, chain.id],
    );
    const vouched = policy.signers.every(({ id, identity }) =>
      holds(() =>
        isAttested(
          identity,
          { deployment: policy.deployment, keyGroup: group.id, chain: chain.id, path, address: shown.address },
          row?.attestations[id] ?? '',
        ),
      ),
    );
    const differs = pages.every((address) => address === derived && address !== shown.address);
    return [differs && !vouched ? 'noticed' : 'unnoticed'];
  });
const holds = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};
const exchanged = (installation: Installation, stall: { id: number }, sql: string): Promise<void> =>
  force(installation, `update addresses set ${sql} where sub_wallet_id = :id: and chain = 'evm:31337' and branch = 0`, {
    id: stall.id,
  });
compared('for the attacker’s', (installation, stall) =>
  exchanged(
    installation,
    stall,
    `address = '0x000000000000000000000000000000000000${stall.id.toString(16).padStart(4, '0')}'`,
  ),
);
compared('attestations deleted with it', (installation, stall) =>
  exchanged(
    installation,
    stall,
    `address = '0x000000000000000000000000000000000001${stall.id.toString(16).padStart(4, '0')}', attestations = '{}'`,
  ),
);
compared('for that of another sub-wallet', async (installation, stall) => {
  const other = installation.stall();
  await exchanged(installation, other, `address = 'moved ${other.id}'`);
  await exchanged(
    installation,
    stall,
    `address = '${other.address}', attestations = (select attestations from addresses where sub_wallet_id = ${other.id} and chain = 'evm:31337' and branch = 0)`,
  );
});
deposits.attack(
  'the key that addresses are made of is another: no address can be made',
  'signersDisagree',
  async (installation) => {
    const [group] = await installation.sql<{ id: string; code: string }>(
      'select id, secp256k1_chain_code as code from key_groups',
    );
    await force(installation, 'update key_groups set secp256k1_chain_code = :code:', { code: '11'.repeat(32) });
    try {
      const api = await installation.as('olga');
      const [workspace] = await installation.sql<{ id: number }>('select id from workspaces');
      return [
        String(
          await refusalOf(
            api.wallet.createSubWallet({
              wallet_id: workspace?.id as never,
              sub_wallet_name: `Swapped ${randomUUID().slice(0, 8)}`,
            }),
          ),
        ),
      ];
    } finally {
      await force(installation, 'update key_groups set secp256k1_chain_code = :code:', { code: group?.code });
    }
  },
);
deposits.control('left as it is, the page says the same', 'same', async (installation) => {
  const stall = installation.stall();
  const shown = await (await installation.as('vera')).deposit.address({
    sub_wallet_id: stall.id as never,
    symbol: 'ETH',
  });
  return [shown.address === stall.address ? 'same' : 'different'];
});

export const worldPlays = [...rules.all, ...deposits.all];
