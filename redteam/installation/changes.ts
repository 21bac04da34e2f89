import { randomUUID } from 'node:crypto';
import {
  type Approval,
  bodyHash,
  canonicalText,
  type Intent,
  intentDigestHex,
  intentText,
  parseBookChange,
  parseIntent,
  parsePolicy,
} from '@holdfast/policy';
import { decideOn, newMember, otherEvmPayee } from '@holdfast/testkit/signer';
import { agree, decideAtPage, decideOnPage, type Name, placeOrder, until } from './desk.ts';
import { force, hold, release } from './hold.ts';
import type { Installation } from './installation.ts';
import { approvalsOf as approvalsOfOrder } from './order-parts.ts';
import { plays, type Run } from './play.ts';

/** A change of the rules, or of the address book, that Olga proposed through the API. */
export interface Change {
  readonly id: number;
  readonly intent: Intent;
  readonly url: string;
}
type Kind = 'policy' | 'book';

const passes = (id: string) => ({
  id,
  name: 'small sums pass',
  enabled: 'on',
  type: 'transfer',
  when: {
    initiators: [],
    wallets: [],
    assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
    amount: { unit: 'coin', over: '', upTo: '1000', hours: '0', scope: 'wallet' },
    destinations: { mode: 'any', entries: [] },
    calls: [],
  },
  action: 'pass',
  signProtection: 'on',
  nodes: [],
});

type Wish = (
  api: Awaited<ReturnType<Installation['as']>>,
  version: string,
) => Promise<{ item_id: number; approval_url: string }>;
/** Nothing that changes the rules would be had without her any more. */
const ransom: Wish = async (api, version) => {
  const { strategies } = parsePolicy((await api.strategy.policy({})).document);
  const me = { kind: 'approve', name: 'me', approvers: ['olga'], threshold: '1' };
  return api.strategy.basicSave({
    wallet: '*',
    sign_protect: 'on',
    nodes: [me, ...(strategies[0]?.nodes ?? [])],
    version,
  });
};
/** Gwen could object to a share's leaving. */
const withoutGwen: Wish = (api, version) => api.team.remove({ member_id: 'gwen', version });

let made = 0;
export async function propose(installation: Installation, kind: Kind, wish?: Wish): Promise<Change> {
  const api = await installation.as('olga');
  const fresh = `0x${(0x5000 + made++).toString(16).padStart(40, '0')}`;
  const item = { chains: ['evm:31337'], address: fresh, memo: '', symbols: [], label: `Payee ${made}` };
  const { version } = await api.strategy.policy({});
  const { item_id: id, approval_url: url } =
    kind === 'book'
      ? await api.addressBook.add({ items: [item], remark: '' })
      : await (wish?.(api, version) ?? api.strategy.higherSave({ rule: passes(`r${made}`), version }));
  const [row] = await installation.sql<{ intent: string }>('select intent from proposals where id = $1', [id]);
  return { id: Number(id), intent: parseIntent(row?.intent ?? ''), url };
}

interface Row {
  readonly status: number;
  readonly last_error: string;
  readonly document: string;
}
async function rowOf({ sql }: Installation, { id }: Change): Promise<Row> {
  const [row] = await sql<Row>('select status, last_error, document from proposals where id = $1', [id]);
  if (!row) throw new Error('the proposal is gone');
  return row;
}
const approvalsOf = async ({ sql }: Installation, { id }: Change): Promise<Approval[]> =>
  (
    await sql<{ approval: Approval }>(
      'select approval from proposal_approvals where proposal_id = $1 order by created_at',
      [id],
    )
  ).map(({ approval }) => approval);

async function putApprovals(installation: Installation, { id }: Change, approvals: readonly Approval[]): Promise<void> {
  const rows = approvals.map(
    ({ member, decision }, n) => `insert into proposal_approvals (proposal_id, member, decision, approval, created_at)
      values (:id:, '${member}~${n}', '${decision}', :a${n}:, now() + interval '${n} ms')`,
  );
  const named = Object.fromEntries(approvals.map((approval, n) => [`a${n}`, approval]));
  await force(installation, ['delete from proposal_approvals where proposal_id = :id:', ...rows].join('; '), {
    id,
    ...named,
  });
}

/** Changes are taken over one at a time: one that never will be makes room for those of the other attacks. */
const outOfTheWay = (installation: Installation, { id }: Change): Promise<void> =>
  force(installation, 'update proposals set status = 6 where id = :id: and status = 5', { id });

/** 'passed', or what the signers said to it. It may have to wait for its turn behind others. */
async function restOf(installation: Installation, change: Change): Promise<string[]> {
  const rests = async () => {
    const row = await rowOf(installation, change);
    return (row.last_error !== '' || ![0, 5].includes(row.status)) && row;
  };
  const { status, last_error } = await until('rest', rests, 30_000).catch(() => rowOf(installation, change));
  await outOfTheWay(installation, change);
  if (status === 1) return ['passed'];
  const codes = [...last_error.matchAll(/Signer \w+: (\w+)/g)].map(([, code]) => code ?? '');
  return codes.length > 0 ? [...new Set(codes)] : [status === 2 ? 'refused' : `waits at ${status}`];
}

/** Pushed to where the workers carry it out, whoever has decided. */
const carriedOut =
  (
    kind: Kind,
    who: readonly Name[],
    edit: (installation: Installation, change: Change) => Promise<unknown> = async () => undefined,
    wish?: Wish,
  ): Run =>
  async (installation) => {
    const change = await propose(installation, kind, wish);
    for (const [n, name] of who.entries())
      await decideOnPage(installation.fixture, change.intent.id, name, n === 0 ? 'initiate' : 'approve');
    await until('the decisions', async () => (await approvalsOf(installation, change)).length >= who.length && true);
    await edit(installation, change);
    await force(installation, 'update proposals set status = 5, next_at = now(), lease_until = null where id = :id:', {
      id: change.id,
    });
    return restOf(installation, change);
  };

const stages = plays('SQL: a change on which too few have decided is carried out');
const altered = plays('SQL: a change of the rules or the address book is edited after it was agreed');
for (const [what, wish] of Object.entries({
  'Olga alone puts herself into every change of the rules': ransom,
  'Olga alone takes out who could object': withoutGwen,
}))
  stages.attack(what, 'approvalsMissing', carriedOut('policy', ['olga'], undefined, wish));
for (const kind of ['policy', 'book'] as const) {
  stages.attack(`${kind}: nobody has said anything`, ['initiatorMissing', 'approvalsMissing'], carriedOut(kind, []));
  stages.attack(`${kind}: Olga alone`, 'approvalsMissing', carriedOut(kind, ['olga']));
  stages.attack(`${kind}: Olga and Adam`, 'approvalsMissing', carriedOut(kind, ['olga', 'adam']));
  for (const [name, code, extra] of [
    [
      'Adam’s approval under Anna’s name',
      'approvalInvalid',
      (said: readonly Approval[]) =>
        said.filter(({ member }) => member === 'adam').map((one) => ({ ...one, member: 'anna' })),
    ],
    [
      'a stranger named Anna',
      'approvalInvalid',
      (_: readonly Approval[], digest: string) => [decideOn(digest, newMember('anna', 'approver'), 'approve')],
    ],
    [
      'Adam twice',
      ['approvalsMissing', 'approvalInvalid'],
      (said: readonly Approval[]) => said.filter(({ member }) => member === 'adam'),
    ],
  ] as const)
    stages.attack(
      `${kind}: ${name}`,
      code,
      carriedOut(kind, ['olga', 'adam'], async (installation, change) => {
        const said = await approvalsOf(installation, change);
        await putApprovals(installation, change, [...said, ...extra(said, intentDigestHex(change.intent))]);
      }),
    );
  stages.attack(
    `${kind}: with the approvals of a payment`,
    ['initiatorMissing', 'approvalInvalid'],
    async (installation) => {
      const order = await placeOrder(installation, { amount: '0.01' });
      await hold(installation, 'orders', order.id, 'approved');
      await agree(installation, order);
      const said = await until('the approvals', async () => {
        const all = await approvalsOfOrder(installation, order);
        return all.length >= 3 && all;
      });
      return carriedOut(kind, [], (_, change) => putApprovals(installation, change, said))(installation);
    },
  );

  /** All have agreed; what is carried out is another document. */
  const exchanged = (
    name: string,
    expect: string | readonly string[],
    edit: (installation: Installation, change: Change, next: { text: string; body: string }) => Promise<void>,
    add = altered.attack,
  ): void =>
    add(`${kind}: ${name}`, expect, async (installation) => {
      const change = await propose(installation, kind);
      await hold(installation, 'proposals', change.id, 'approved');
      await decideAtPage(installation.fixture, change.url, ['olga', 'adam', 'anna']);
      const row = await until('agreement', async () => {
        const now = await rowOf(installation, change);
        return now.status === 5 && now;
      });
      await edit(installation, change, worse(kind, row.document));
      await release(installation, 'proposals', change.id);
      return restOf(installation, change);
    });
  exchanged('its document exchanged', 'bodyMismatch', (installation, { id }, { text }) =>
    force(installation, 'update proposals set document = :text: where id = :id:', { id, text }),
  );
  exchanged(
    'document and intent exchanged, the approvals told to be of it',
    'intentReused',
    async (installation, change, next) => {
      await rewrite(installation, change, next, {});
    },
  );
  exchanged('the same under a new id', ['initiatorMissing', 'approvalInvalid'], async (installation, change, next) => {
    await rewrite(installation, change, next, { id: randomUUID() });
  });
  exchanged('approvals deleted', ['initiatorMissing', 'approvalsMissing'], (installation, change) =>
    putApprovals(installation, change, []),
  );
  exchanged(
    'taken for the other kind',
    // A document that is no list of payees is read by no worker, so it never reaches a signer.
    ['kindNotAllowed', 'badRequest', 'bodyMismatch', 'badIntent', 'waits at 5'],
    (installation, { id }) =>
      force(installation, 'update proposals set kind = :kind: where id = :id:', {
        id,
        kind: kind === 'book' ? 'policy' : 'book',
      }),
    // The server can read no list of changes with such a row in it.
    altered.alone,
  );
  altered.attack(
    `${kind}: a refusal deleted, and carried out`,
    ['refusedByMember', 'approvalsMissing'],
    async (installation) => {
      const change = await propose(installation, kind);
      await decideOnPage(installation.fixture, change.intent.id, 'olga', 'initiate');
      await decideOnPage(installation.fixture, change.intent.id, 'anna');
      await decideOnPage(installation.fixture, change.intent.id, 'adam', 'refuse');
      await until('the refusal', async () => (await rowOf(installation, change)).status === 2);
      const said = await approvalsOf(installation, change);
      await putApprovals(
        installation,
        change,
        said.filter(({ decision }) => decision !== 'refuse'),
      );
      await force(
        installation,
        'update proposals set status = 5, next_at = now(), lease_until = null where id = :id:',
        {
          id: change.id,
        },
      );
      return restOf(installation, change);
    },
  );
}

/** What an attacker would rather have: nobody approves any more; their own address is listed. */
function worse(kind: Kind, document: string): { text: string; body: string } {
  if (kind === 'book') {
    const change = parseBookChange(document);
    const next = { ...change, add: change.add.map((entry) => ({ ...entry, address: otherEvmPayee, memo: '' })) };
    return { text: canonicalText(next), body: bodyHash(next) };
  }
  const policy = parsePolicy(document);
  const next = {
    ...policy,
    strategies: policy.strategies.map((flow) => ({
      ...flow,
      nodes: flow.nodes.map((node) => ({ ...node, threshold: '1' })),
    })),
  };
  return { text: canonicalText(next), body: bodyHash(next) };
}

async function rewrite(
  installation: Installation,
  change: Change,
  next: { text: string; body: string },
  also: Partial<Intent>,
): Promise<void> {
  const intent = { ...change.intent, body: next.body, ...also };
  const digest = intentDigestHex(intent);
  await force(
    installation,
    'update proposals set document = :text:, intent = :intent:, intent_id = :intentId:, digest = :digest: where id = :id:',
    {
      id: change.id,
      text: next.text,
      intent: intentText(intent),
      intentId: intent.id,
      digest,
    },
  );
  const told = (await approvalsOf(installation, change)).map((one) => ({ ...one, intent: digest }));
  await putApprovals(installation, change, told);
}

const fair = plays('SQL: a change goes through the server');
for (const kind of ['policy', 'book'] as const)
  fair.lawful(`${kind}: proposed, agreed, in force`, 'passed', async (installation) => {
    const change = await propose(installation, kind);
    await decideAtPage(installation.fixture, change.url, ['olga', 'adam', 'anna']);
    installation.truth.changes.add(kind);
    return restOf(installation, change);
  });

export const changePlays = [...fair.all, ...stages.all, ...altered.all];
