import { randomUUID } from 'node:crypto';
import { intentDigestHex, intentText } from '@holdfast/policy';
import { type Order, rowOf, until } from './desk.ts';
import { force, release } from './hold.ts';
import { type Installation, rpc } from './installation.ts';
import { agreed, edited, putApprovals, restOf } from './order-parts.ts';
import { plays } from './play.ts';

const planWith = (key: string, value: string): string =>
  `update orders set plan = jsonb_set(plan, '{${key}}', '"${value}"') where id = :id:`;
const statement =
  (text: string) =>
  (installation: Installation, { id, stall }: Order): Promise<void> =>
    force(installation, text, { id, account: stall.address });
const backTo1100 =
  'update orders set status = 1100, raw = null, txid = null, broadcast_at = null, exposed_at = null, admitted_at = null, next_at = now() where id = :id:';
const nonceForgotten =
  "delete from lane_nonces where account = :account:; update lanes set next_nonce = 1 where account = :account:; insert into lanes select 'evm:31337', :account:, 1 on conflict do nothing";

const admitted = plays('SQL: an order that both signers admitted is edited before it is signed');
const late = (name: string, expect: string | readonly string[], text: string): void =>
  admitted.attack(name, expect, edited('admitted', statement(text)));
late('another nonce', 'conflict', planWith('nonce', '1'));
late(
  'no plan and no nonce: a new one is taken',
  'conflict',
  `update orders set plan = null where id = :id:; ${nonceForgotten}`,
);
late('a fee beyond the cap', 'feeAboveCap', planWith('maxFeePerGas', '90000000000000'));
late('a little more gas than the cap has room for', 'feeAboveCap', planWith('gasLimit', '21001'));
late('a lower price of gas, with the same nonce', 'paid', planWith('maxFeePerGas', '1000000001'));
late('no approvals', 'initiatorMissing', 'delete from order_approvals where order_id = :id:');
admitted.attack(
  'another amount, the approvals told to be of it',
  'intentReused',
  edited('admitted', async (installation, { id, intent }) => {
    const next = { ...intent, outputs: intent.outputs.map((output) => ({ ...output, amount: `${output.amount}0` })) };
    await force(installation, 'update orders set intent = :text:, digest = :digest: where id = :id:', {
      id,
      text: intentText(next),
      digest: intentDigestHex(next),
    });
  }),
);
admitted.attack('a second row of the same payment', ['conflict'], async (installation) => {
  const order = await agreed(installation, 'admitted');
  const columns = (
    await installation.sql<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'orders' and column_name not in ('id', 'request_id', 'plan', 'failures', 'last_error')",
    )
  ).map(({ column_name }) => column_name);
  const [row] = await installation.sql<{ id: number }>(
    `insert into orders (${columns.join()}, request_id, plan) select ${columns.join()}, 'twice' || id, null from orders where id = $1 returning id`,
    [order.id],
  );
  const second = { ...order, id: Number(row?.id) };
  await force(
    installation,
    'insert into order_approvals select :second:, member, decision, approval, created_at from order_approvals where order_id = :id:',
    {
      id: order.id,
      second: second.id,
    },
  );
  await release(installation, 'orders', order.id);
  await until('the first to be paid', async () => (await rowOf(installation, order)).status === 1200);
  await release(installation, 'orders', second.id);
  return restOf(installation, second);
});

const signed = plays('SQL: an order is edited after it was signed');
for (const [name, text] of [
  ['sent back to be signed with another nonce', `${backTo1100}; ${planWith('nonce', '1')}`],
  [
    'sent back without a plan, its nonce forgotten',
    `${backTo1100}; update orders set plan = null where id = :id:; ${nonceForgotten}`,
  ],
] as const)
  signed.attack(name, 'conflict', edited('signed', statement(text)));
signed.attack('sent back to be signed again as it is', 'paid', edited('signed', statement(backTo1100)));
signed.attack('bytes exchanged for others', 'broadcast_refused', async (installation) => {
  const order = await agreed(installation, 'signed');
  await force(installation, "update orders set raw = '02f86c82' || repeat('ab', 100) where id = :id:", {
    id: order.id,
  });
  await release(installation, 'orders', order.id);
  await until('the broadcast', async () => (await rowOf(installation, order)).sub_status !== 'signed');
  return [(await rowOf(installation, order)).sub_status];
});
signed.attack('bytes of another order sent again', ['broadcast', 'in_mempool'], async (installation) => {
  const [one, two] = [await agreed(installation, 'signed'), await agreed(installation, 'signed')];
  await force(
    installation,
    'update orders set raw = o.raw, txid = o.txid from orders o where orders.id = :id: and o.id = :other:',
    {
      id: one.id,
      other: two.id,
    },
  );
  await release(installation, 'orders', two.id);
  await until('the first broadcast', async () => (await rowOf(installation, two)).sub_status === 'broadcast');
  await release(installation, 'orders', one.id);
  await until('the second broadcast', async () => (await rowOf(installation, one)).sub_status !== 'signed');
  return [(await rowOf(installation, one)).sub_status];
});
signed.attack('mined and final, then sent back to be signed with a new nonce', 'conflict', async (installation) => {
  const order = await agreed(installation, 'signed');
  await release(installation, 'orders', order.id);
  await until('the broadcast', async () => (await rowOf(installation, order)).sub_status !== 'signed');
  await rpc(installation.ground.devnet, 'anvil_mine', '0x8');
  await until('the end', async () => (await rowOf(installation, order)).status === 2000);
  const { failures } = await rowOf(installation, order);
  await statement(`${backTo1100}; update orders set plan = null where id = :id:; ${nonceForgotten}`)(
    installation,
    order,
  );
  return restOf(installation, order, failures);
});
for (const [what, change, expect] of [
  ['a new id', {}, 'intentReused'],
  ['a new id and request', { request: 'another' }, 'initiatorMissing'],
] as const)
  signed.attack(
    `mined and final, then asked for under ${what} with the old approvals`,
    expect,
    async (installation) => {
      const order = await agreed(installation, 'signed');
      const said = (
        await installation.sql<{ approval: never }>('select approval from order_approvals where order_id = $1', [
          order.id,
        ])
      ).map(({ approval }) => approval);
      await release(installation, 'orders', order.id);
      await until('the broadcast', async () => (await rowOf(installation, order)).sub_status !== 'signed');
      const next = { ...order.intent, ...change, id: randomUUID() };
      await force(
        installation,
        'update orders set intent = :text:, digest = :digest:, intent_id = :intentId: where id = :id:',
        {
          id: order.id,
          text: intentText(next),
          digest: intentDigestHex(next),
          intentId: next.id,
        },
      );
      await putApprovals(installation, order, said);
      await statement(`${backTo1100}; update orders set plan = null where id = :id:; ${nonceForgotten}`)(
        installation,
        order,
      );
      return restOf(installation, order);
    },
  );

export const latePlays = [...admitted.all, ...signed.all];
