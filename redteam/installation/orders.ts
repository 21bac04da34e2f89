import { randomUUID } from 'node:crypto';
import { type Intent, intentDigestHex, intentText } from '@holdfast/policy';
import { edits } from '../attacks/edits.ts';
import { agree, type Order, placeOrder } from './desk.ts';
import { force, type Held } from './hold.ts';
import type { Installation } from './installation.ts';
import { approvalsOf, edited, putApprovals, restOf } from './order-parts.ts';
import { plays } from './play.ts';

const whole = plays('SQL: an order goes through the server');
whole.control('asked, agreed, paid', 'paid', async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  await agree(installation, order);
  return restOf(installation, order);
});
for (const stage of ['approved', 'admitted', 'signed'] as const)
  whole.control(
    `held where it is ${stage}, and let go unchanged`,
    'paid',
    edited(stage, async () => undefined),
  );
whole.control('a token', 'paid', async (installation) => {
  const order = await placeOrder(installation, { symbol: 'USDC', amount: '5' });
  await agree(installation, order);
  return restOf(installation, order);
});

/** An honest server's own builder says so first; what a signer says of the same is in the scripted attacks. */
const builder = ['badIntent', 'unknownAsset', 'notOurs', 'badPath', 'no result', 'wrongFamily', 'badPlan'];

/** An honest server gives up what names rules that are not in force, and asks the members anew. */
const askedAgain = (code: string | undefined): string[] => (code === 'policyStale' ? ['waits at 1000'] : []);

const fields = plays('SQL: the intent of an approved order is edited');
for (const [name, { change, code }] of Object.entries(edits)) {
  if (code === 'badIntent' || name === 'a new id') continue;
  const rewrite = async (installation: Installation, order: Order, also: Partial<Intent>): Promise<void> => {
    const next = { ...order.intent, ...change(order.intent, installation.fixture), ...also };
    const digest = intentDigestHex(next);
    await force(
      installation,
      'update orders set intent = :text:, digest = :digest:, intent_id = :intentId: where id = :id:',
      { id: order.id, text: intentText(next), digest, intentId: next.id },
    );
    const told = (await approvalsOf(installation, order)).map((approval) => ({ ...approval, intent: digest }));
    await putApprovals(installation, order, told);
  };
  fields.attack(
    `${name}, the approvals told to be of it`,
    ['intentReused', ...(code === undefined ? [] : [code]), ...builder],
    edited('approved', (installation, order) => rewrite(installation, order, {})),
  );
  fields.attack(
    `${name}, under a new id, the approvals told to be of it`,
    ['initiatorMissing', ...(code === undefined ? [] : [code]), ...askedAgain(code), ...builder],
    edited('approved', (installation, order) => rewrite(installation, order, { id: randomUUID() })),
  );
}

const rows = plays('SQL: the row of an approved order is edited');
const column = (name: string, sql: string, expect: string | readonly string[] = 'paid', stage: Held = 'approved') =>
  rows.attack(
    name,
    expect,
    edited(stage, (installation, { id }) => force(installation, `update orders set ${sql} where id = :id:`, { id })),
  );
/** What is paid stands in the intent: these columns are for lists. The payment that is made is the one that was approved. */
column('destination column', "address_to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'");
column('amount column', 'amount = 4000000000000000000');
column('fee cap column', 'max_fee = 1');
column('asset column', "asset_id = (select id from assets where symbol = 'USDC')");
column('remark', "remark = 'something else'");
column('no digest', "digest = ''");
column('request id', "request_id = 'again'");
column('initiator', "initiator = 'olga'");
column('made ages ago', "created_at = now() - interval '90 days'");
column('valid for ever', "expires_at = 'infinity'");
column(
  'quotes that make it cheap',
  `quotes = '[{"signer":"1","chain":"evm:31337","contract":"","usd":"0.01","at":"1","signature":"00"}]'`,
  ['badRequest', 'paid'],
);
column('fee beyond the cap', `fee_plan = jsonb_set(fee_plan, '{maxFeePerGas}', '"90000000000000"')`, 'feeAboveCap');
column('gas without end', `fee_plan = jsonb_set(fee_plan, '{gasLimit}', '"9000000000"')`, 'badPlan');
column(
  'a plan of its own: a fee beyond the cap',
  `plan = '{"family":"evm","nonce":"0","gasLimit":"21000","maxFeePerGas":"90000000000000","maxPriorityFeePerGas":"1"}'`,
  'feeAboveCap',
);
column(
  'a plan of another family',
  `plan = '{"family":"bitcoin","inputs":[],"changePath":"","feeRate":"1"}'`,
  'wrongFamily',
);
column('not frozen, whatever the book says', "sub_status = 'approved'");

export const orderPlays = [...whole.all, ...fields.all, ...rows.all];
