import type { Approval } from '@holdfast/policy';
import { agree, type Order, placeOrder, rowOf, until } from './desk.ts';
import { force, type Held, hold, release } from './hold.ts';
import { type Installation, rpc } from './installation.ts';
import type { Run } from './play.ts';

const final = new Set([2000, 2100, 2200, 2201, 2202, 2300, 2400]);
/** An order that waits for people (1000) is at rest when nothing has happened to it for so long; the workers may need longer for the others. */
const peopleMs = 4_000;
const workersMs = 30_000;

/** Where an order stands once the workers have done what they can: 'paid', the signers' refusals, or what it waits for. */
export async function restOf(
  installation: Installation,
  order: Pick<Order, 'id'>,
  failures = 0,
  limitMs = workersMs,
): Promise<string[]> {
  const from = Date.now();
  const look = async () => {
    const row = await rowOf(installation, order);
    if (row.status === 1000 && Date.now() - from > peopleMs) return row;
    return (row.status === 1200 || final.has(row.status) || row.failures > failures) && row;
  };
  const row = await until('rest', look, limitMs).catch(() => rowOf(installation, order));
  if (row.status === 1200 || row.status === 2000) return ['paid'];
  const [event] = await installation.sql<{ reason: string | null }>(
    "select detail ->> 'reason' as reason from order_events where order_id = $1 and sub_status <> 'nonce_free' order by id desc limit 1",
    [order.id],
  );
  const told = final.has(row.status) ? (event?.reason ?? row.sub_status) : row.last_error;
  const codes = [...told.matchAll(/signer \w+: (\w+)/g)].map(([, code]) => code ?? '');
  if (codes.length > 0) return [...new Set(codes)];
  return [told === '' ? `waits at ${row.status}` : (told.split(':')[0] ?? told)];
}

/** Payments that the chain has of its account. */
export async function paidOnChain(installation: Installation, { stall }: Pick<Order, 'stall'>): Promise<number> {
  await rpc(installation.ground.devnet, 'anvil_mine', '0x2');
  return Number(await rpc(installation.ground.devnet, 'eth_getTransactionCount', stall.address, 'latest'));
}

export const approvalsOf = async ({ sql }: Installation, { id }: Order): Promise<Approval[]> =>
  (
    await sql<{ approval: Approval }>('select approval from order_approvals where order_id = $1 order by created_at', [
      id,
    ])
  ).map(({ approval }) => approval);

/** Puts decisions into the database in place of those that are there. */
export async function putApprovals(
  installation: Installation,
  { id }: Order,
  approvals: readonly Approval[],
): Promise<void> {
  const rows = approvals.map(
    (approval, n) => `insert into order_approvals (order_id, member, decision, approval, created_at)
      values (:id:, ${`'${approval.member}~${n}'`}, '${approval.decision}', :a${n}:, now() + interval '${n} ms')`,
  );
  const named = Object.fromEntries(approvals.map((approval, n) => [`a${n}`, approval]));
  await force(installation, ['delete from order_approvals where order_id = :id:', ...rows].join('; '), {
    id,
    ...named,
  });
}

/** An order all members agreed to, held where it can be edited. */
export async function agreed(
  installation: Installation,
  stage: Held,
  wanted: Parameters<typeof placeOrder>[1] = {},
): Promise<Order> {
  const order = await placeOrder(installation, { amount: '0.01', ...wanted });
  await hold(installation, 'orders', order.id, stage);
  await agree(installation, order);
  const there = { approved: 1100, admitted: 1100, signed: 1200 }[stage];
  await until(`an order that is ${stage}`, async () => {
    const row = await rowOf(installation, order);
    return row.status === there && (stage !== 'admitted' || row.failures > 0);
  });
  return order;
}

/** An agreed order is edited where it is held, and goes on. */
export const edited =
  (stage: Held, edit: (installation: Installation, order: Order) => Promise<unknown>): Run =>
  async (installation) => {
    const order = await agreed(installation, stage);
    await edit(installation, order);
    const { failures } = await rowOf(installation, order);
    await release(installation, 'orders', order.id);
    return restOf(installation, order, failures);
  };

/** An order on which too few have decided is pushed on. */
export const pushed =
  (before: (installation: Installation, order: Order) => Promise<unknown>, status = 1100): Run =>
  async (installation) => {
    const order = await placeOrder(installation, { amount: '0.01' });
    await before(installation, order);
    await force(
      installation,
      'update orders set status = :status:, next_at = now(), lease_until = null where id = :id:',
      {
        id: order.id,
        status,
      },
    );
    return restOf(installation, order);
  };
