import type { Approval } from '@holdfast/policy';
import { decide, decideOn, newMember } from '@holdfast/testkit/signer';
import { agree, decideOnPage, type Order, placeOrder, rowOf, until } from './desk.ts';
import { force } from './hold.ts';
import type { Installation } from './installation.ts';
import { agreed, approvalsOf, edited, pushed, putApprovals, restOf } from './order-parts.ts';
import { plays } from './play.ts';

const nothing = async (): Promise<void> => undefined;
const stored = (installation: Installation, order: Order, many: number): Promise<true> =>
  until('the decisions', async () => (await approvalsOf(installation, order)).length >= many && true);
const say =
  (...who: readonly Parameters<typeof decideOnPage>[2][]) =>
  async (installation: Installation, order: Order): Promise<void> => {
    await decideOnPage(installation.fixture, order.intentId, 'omar', 'initiate');
    for (const name of who) await decideOnPage(installation.fixture, order.intentId, name);
    await stored(installation, order, who.length + 1);
  };

const short = plays('SQL: an order on which too few have decided is pushed on');
short.attack('nobody has said anything', 'initiatorMissing', pushed(nothing));
short.attack('Omar alone', 'approvalsMissing', pushed(say()));
short.attack('Omar and Adam', 'approvalsMissing', pushed(say('adam')));
short.attack('Omar and Olga, who is not of the desk', 'approvalsMissing', pushed(say('olga')));
/** The database says whatever it likes; these decisions go to the signers with what the members really said. */
const told = (
  name: string,
  expect: string | readonly string[],
  make: (order: Order, said: readonly Approval[], installation: Installation) => readonly Approval[],
): void =>
  short.attack(name, expect, async (installation) => {
    const order = await placeOrder(installation, { amount: '0.01' });
    await say('adam')(installation, order);
    await putApprovals(installation, order, make(order, await approvalsOf(installation, order), installation));
    await force(installation, 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:', {
      id: order.id,
    });
    return restOf(installation, order);
  });
const by = (said: readonly Approval[], member: string): Approval => {
  const found = said.find((approval) => approval.member === member);
  if (!found) throw new Error(`${member} has said nothing`);
  return found;
};
told('Adam’s approval twice', ['approvalsMissing', 'approvalInvalid'], (_, said) => [...said, by(said, 'adam')]);
told('Adam’s approval under Anna’s name', 'approvalInvalid', (_, said) => [
  ...said,
  { ...by(said, 'adam'), member: 'anna' },
]);
told('Omar’s request as his approval', 'approvalInvalid', (_, said) => [
  ...said,
  { ...by(said, 'omar'), decision: 'approve' },
]);
told('Omar approves himself', ['approvalsMissing', 'approvalInvalid'], ({ intent }, said, { fixture }) => [
  ...said,
  decide(intent, fixture.crew.omar, 'approve'),
]);
told('Rex, who was removed', 'approvalInvalid', ({ intent }, said, { fixture }) => [
  ...said,
  decide(intent, fixture.crew.rex, 'approve'),
]);
told('Vera, who only looks on', 'approvalsMissing', ({ intent }, said, { fixture }) => [
  ...said,
  decide(intent, fixture.crew.vera, 'approve'),
]);
told('a stranger named Anna', 'approvalInvalid', ({ digest }, said) => [
  ...said,
  decideOn(digest, newMember('anna', 'approver'), 'approve'),
]);
told('a stranger with Anna’s credential', 'approvalInvalid', ({ digest }, said, { fixture }) => {
  const made = decideOn(digest, newMember('anna', 'approver'), 'approve');
  return [...said, { ...made, credential: fixture.crew.anna.member.credentials[0]?.id ?? '' }];
});
told('a signature of nothing', 'approvalInvalid', (_, said) => [
  ...said,
  { ...by(said, 'adam'), member: 'anna', proof: { type: 'device', signature: '00'.repeat(64) } },
]);
told('Omar’s word left out', 'initiatorMissing', (_, said) => said.filter(({ member }) => member !== 'omar'));

const other = plays('SQL: decisions are carried to another order');
const carry = (name: string, wanted: Parameters<typeof placeOrder>[1]): void => {
  for (const renamed of [false, true])
    other.attack(
      `${name}${renamed ? ', told to be of it' : ''}`,
      ['initiatorMissing', 'approvalInvalid'],
      async (installation) => {
        const lawful = await agreed(installation, 'approved');
        const order = await placeOrder(installation, wanted, lawful.stall);
        const said = await approvalsOf(installation, lawful);
        await putApprovals(installation, order, renamed ? said.map((one) => ({ ...one, intent: order.digest })) : said);
        await force(
          installation,
          'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:',
          {
            id: order.id,
          },
        );
        return restOf(installation, order);
      },
    );
};
carry('of the same amount', { amount: '0.01' });
carry('of more', { amount: '2' });
carry('of a token', { symbol: 'USDC', amount: '5' });

const no = plays('SQL: a refusal is made to vanish');
/** Adam refuses on his page, which ends the order; the database is made to forget it, and Anna and Olga agree. */
const forgotten =
  (rewrite: (said: readonly Approval[]) => readonly Approval[]) => async (installation: Installation) => {
    const order = await placeOrder(installation, { amount: '0.01' });
    const { fixture } = installation;
    await decideOnPage(fixture, order.intentId, 'omar', 'initiate');
    await decideOnPage(fixture, order.intentId, 'anna');
    await decideOnPage(fixture, order.intentId, 'adam', 'refuse');
    await until('the refusal', async () => (await rowOf(installation, order)).status === 2100);
    await putApprovals(installation, order, rewrite(await approvalsOf(installation, order)));
    await force(installation, 'update orders set status = 1000, next_at = now(), lease_until = null where id = :id:', {
      id: order.id,
    });
    await force(installation, 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:', {
      id: order.id,
    });
    return restOf(installation, order);
  };
no.attack(
  'the row deleted, and pushed on',
  ['refusedByMember', 'approvalsMissing'],
  forgotten((said) => said.filter(({ decision }) => decision !== 'refuse')),
);
no.attack(
  'turned into a yes',
  ['approvalInvalid', 'refusedByMember'],
  forgotten((said) => said.map((one) => (one.decision === 'refuse' ? { ...one, decision: 'approve' as const } : one))),
);
no.attack(
  'an older yes of another order in its place',
  ['approvalInvalid', 'refusedByMember'],
  async (installation) => {
    const earlier = await agreed(installation, 'approved');
    const yes = by(await approvalsOf(installation, earlier), 'adam');
    return forgotten((said) => said.map((one) => (one.decision === 'refuse' ? yes : one)))(installation);
  },
);
no.attack('and the others agree after it', ['refusedByMember'], async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  const { fixture } = installation;
  await decideOnPage(fixture, order.intentId, 'omar', 'initiate');
  await decideOnPage(fixture, order.intentId, 'adam', 'refuse');
  await until('the refusal', async () => (await rowOf(installation, order)).status === 2100);
  await force(installation, "delete from order_approvals where order_id = :id: and decision = 'refuse'", {
    id: order.id,
  });
  await force(installation, 'update orders set status = 1000, next_at = now() where id = :id:', { id: order.id });
  const codes: string[] = [];
  for (const who of ['anna', 'olga'] as const)
    await decideOnPage(fixture, order.intentId, who).catch((error: unknown) => codes.push(codeIn(error)));
  await force(installation, 'update orders set status = 1100, next_at = now(), lease_until = null where id = :id:', {
    id: order.id,
  });
  return [...new Set([...codes, ...(await restOf(installation, order))])];
});
const codeIn = (error: unknown): string =>
  /refusedByMember|expired|notFound/.exec(
    String(error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : error),
  )?.[0] ?? String(error);

const late = plays('SQL: approvals of a lawful order are tampered with');
const tampered = (
  name: string,
  expect: string | readonly string[],
  change: (said: readonly Approval[]) => readonly Approval[],
): void =>
  late.attack(
    name,
    expect,
    edited('approved', async (installation, order) =>
      putApprovals(installation, order, change(await approvalsOf(installation, order))),
    ),
  );
tampered('all deleted', 'initiatorMissing', () => []);
tampered('Anna’s deleted', 'approvalsMissing', (said) => said.filter(({ member }) => member !== 'anna'));
tampered('Anna’s turned into a refusal', ['approvalInvalid', 'refusedByMember'], (said) =>
  said.map((one) => (one.member === 'anna' ? { ...one, decision: 'refuse' as const } : one)),
);
tampered('names exchanged', ['approvalInvalid', 'initiatorMissing'], (said) =>
  said.map((one) => ({ ...one, member: one.member === 'adam' ? 'anna' : one.member === 'anna' ? 'adam' : one.member })),
);
late.control('agreed, and left alone', 'paid', async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  await agree(installation, order);
  return restOf(installation, order);
});

export const decisionPlays = [...short.all, ...other.all, ...no.all, ...late.all];
