import { type Freeze, policyHash, policyLimits } from '@holdfast/policy';
import type { SignerFacts } from '@holdfast/review/facts';
import { standingOf } from '@holdfast/review/freeze';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { ask, assert, call, decide, freezeOf, newMember, type TestMember } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { codeOf, nextPolicy, now, payAsk, policyAsk, send } from '../requests.ts';

/** A member's own order to freeze, and a server that would make one, hide one, or use one again. What tells members is each signer's own page. */

type Statement = Parameters<typeof freezeOf>[2];
type Order = (fixture: Fixture) => unknown;

export const by =
  (who: 'omar' | 'adam' | 'anna' | 'vera' | 'rex' = 'omar', change: Statement = {}) =>
  (fixture: Fixture): Freeze =>
    freezeOf(fixture.policy, fixture.crew[who], { time: String(now(fixture)), ...change });

/** To both signers, as their pages send it. @returns 'frozen' or the code of the refusal, of each */
export const orderBoth = (fixture: Fixture, freeze: unknown): Promise<string[]> =>
  Promise.all(
    fixture.pair.places.map(async (place) => {
      const { body } = await ask(place, 'POST', '/api/freeze', { freeze });
      return body.error ? body.error.code : 'frozen';
    }),
  );

/** Omar stops both signers with his own key. */
export async function stopped(fixture: Fixture, order: (fixture: Fixture) => Freeze = by()): Promise<Freeze> {
  const freeze = order(fixture);
  const codes = await orderBoth(fixture, freeze);
  if (codes.some((code) => code !== 'frozen')) throw new Error(`not frozen: ${codes.join()}`);
  return freeze;
}

/** What both signers say of themselves at their own addresses, without the server. */
export const pages = (fixture: Fixture): Promise<SignerFacts[]> =>
  Promise.all(fixture.pair.places.map(({ url }) => signerFacts(url)));

/** What a member sees there: whose order it is, and whether it is proven. */
const seen = async (fixture: Fixture): Promise<string[]> =>
  (await pages(fixture)).map((facts) =>
    facts.frozen && facts.freeze ? `${facts.freeze.by}, ${standingOf(facts)}` : 'not frozen',
  );

/** The server's own word to both signers. */
export const say = (fixture: Fixture, who: string, also: object = {}): Promise<string[]> =>
  Promise.all(
    fixture.pair.places.map(async (place) =>
      codeOf(await call(fixture.pair, place, 'freeze', { by: who, reason: 'drill', ...also })),
    ),
  );

export async function restart(fixture: Fixture): Promise<void> {
  await halt(fixture.pair.places);
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start });
}

/** Olga asks both signers to go on; Adam and Anna agree. @returns the fixture under the rules that then hold */
export function lifting(fixture: Fixture, change: Parameters<typeof policyAsk>[2] = {}) {
  const next = nextPolicy(fixture);
  const request = policyAsk(fixture, next, { request: 'unfreeze', ...change });
  return { request, after: { ...fixture, policy: next } };
}
export async function lifted(fixture: Fixture): Promise<Fixture> {
  const { request, after } = lifting(fixture);
  const codes = await send(fixture, request);
  if (codes.some((code) => code !== 'admitted')) throw new Error(`not lifted: ${codes.join()}`);
  return after;
}

const forged = family('a freeze in a member’s name that is not theirs');
forged.play('Omar’s own order', 'frozen', async (fixture) => orderBoth(fixture, by()(fixture)), {
  control: true,
  alone: true,
});
const refused = (title: string, code: string, order: Order): void =>
  forged.play(title, code, async (fixture) => {
    const codes = await orderBoth(fixture, order(fixture));
    const after = await seen(fixture);
    return after.every((one) => one === 'not frozen') ? codes : after;
  });
const signedBy = (who: (fixture: Fixture) => TestMember, change: Statement = {}): Order => {
  return (fixture) => freezeOf(fixture.policy, who(fixture), { member: 'omar', time: String(now(fixture)), ...change });
};
const omars = ({ crew }: Fixture): string => crew.omar.member.credentials[0]?.id ?? '';
/** Under Omar's name and credential. */
const asOmar =
  (secret: (fixture: Fixture) => Uint8Array): Order =>
  (fixture) =>
    freezeOf(
      fixture.policy,
      { member: fixture.crew.omar.member, secret: secret(fixture) },
      { time: String(now(fixture)), credential: omars(fixture) },
    );
refused(
  'signed with the server’s channel identity',
  'freezeInvalid',
  asOmar(({ pair }) => pair.server.sign.secret),
);
refused(
  'signed with a key of its own',
  'freezeInvalid',
  asOmar(() => newMember('omar', 'operator').secret),
);
refused(
  'signed with Anna’s key',
  'freezeInvalid',
  asOmar(({ crew }) => crew.anna.secret),
);
refused(
  'Anna’s key and credential, Omar’s name',
  'freezeInvalid',
  signedBy(({ crew }) => crew.anna),
);
refused(
  'a stranger’s key and credential, Omar’s name',
  'freezeInvalid',
  signedBy(() => newMember('omar', 'operator')),
);
refused('by somebody who is no member', 'freezeInvalid', (fixture) =>
  freezeOf(fixture.policy, newMember('eve', 'owner'), { time: String(now(fixture)) }),
);
refused('by Rex, who was removed', 'freezeInvalid', by('rex'));
refused('by Vera, who only looks on', 'mayNotFreeze', by('vera'));
for (const decision of ['initiate', 'approve', 'refuse'] as const)
  refused(`the proof of a decision of his: ${decision}`, 'freezeInvalid', (fixture) => ({
    ...by()(fixture),
    proof: decide(payAsk(fixture).intent, fixture.crew.omar, decision).proof,
  }));
refused('the proof of Gwen’s passkey for a payment', 'freezeInvalid', (fixture) => {
  const { passkey, member } = fixture.crew.gwen;
  const { proof } = assert('ab'.repeat(32), 'gwen', passkey, 'approve');
  return { ...by()(fixture), member: member.id, credential: passkey.credential.id, proof };
});
refused('no proof', 'freezeInvalid', (fixture) => ({ ...by()(fixture), proof: undefined }));
for (const [field, value] of [
  ['reason', 'another'],
  ['member', 'adam'],
  ['time', '1'],
  ['credential', 'cred'],
] as const)
  refused(`another ${field} than he signed`, 'freezeInvalid', (fixture) => ({
    ...by()(fixture),
    [field]: value,
  }));
refused('of another installation', 'otherDeployment', by('omar', { deployment: '99'.repeat(32) }));
refused('under rules that nobody has agreed to', 'policyStale', (fixture) =>
  by('omar', { policy: policyHash(nextPolicy(fixture)) })(fixture),
);
refused('for the day after tomorrow', 'notYetValid', (fixture) =>
  by('omar', { time: String(now(fixture) + 2 * 86_400_000) })(fixture),
);
forged.play('a proof that the server sends beside its word', 'badRequest', (fixture) =>
  say(fixture, 'omar', { proof: by()(fixture) }),
);
forged.play(
  'the server’s word in his name is shown as that',
  'omar, said',
  async (fixture) => {
    await say(fixture, 'omar');
    return seen(fixture);
  },
  { alone: true },
);

const hidden = family('a member’s freeze, hidden');
const shown = (title: string, expect: string, run: (fixture: Fixture) => Promise<unknown>, control = false): void =>
  hidden.play(
    title,
    expect,
    async (fixture) => {
      await run(fixture);
      return seen(fixture);
    },
    { control, alone: true },
  );
const proven = 'omar, proven';
shown('left alone', proven, (fixture) => stopped(fixture), true);
shown('under the server’s word of somebody else', proven, async (fixture) => {
  await stopped(fixture);
  return say(fixture, 'anna');
});
shown('under twenty words of the server at the same time', proven, (fixture) =>
  Promise.all([...Array.from({ length: 10 }, () => say(fixture, 'anna')), stopped(fixture)]),
);
shown('behind a word of the server that came before', proven, async (fixture) => {
  await say(fixture, 'anna');
  await stopped(fixture);
});
shown('behind what another member orders after it: that is shown, and as proven', 'adam, proven', async (fixture) => {
  await stopped(fixture);
  await stopped(fixture, by('adam'));
});
shown('by a restart of both signers', proven, async (fixture) => {
  await stopped(fixture);
  await restart(fixture);
});
shown('by other rules, which do not lift it', 'omar, earlier', async (fixture) => {
  await stopped(fixture);
  await send(fixture, policyAsk(fixture, nextPolicy(fixture, { senior: [] })));
});
shown('by a server that says nothing to anybody', proven, async (fixture) => {
  await stopped(fixture);
  // Nothing of the page's own address goes by the channel, so a silent server changes nothing.
  fixture.pair.now += 60_000;
});

const again = family('an old freeze, sent again');
const stillFree = async (fixture: Fixture, freeze: Freeze): Promise<string[]> => {
  const codes = await orderBoth(fixture, freeze);
  return (await pages(fixture)).some(({ frozen }) => frozen) ? ['stopped again'] : codes;
};
const replay = (title: string, code: string, run: (fixture: Fixture) => Promise<string[]>, control = false): void =>
  again.play(title, code, run, { alone: true, control });
replay(
  'a new order after the lifting stops both again',
  'frozen',
  async (fixture) => {
    await stopped(fixture);
    const then = await lifted(fixture);
    return orderBoth(then, by()(then));
  },
  true,
);
replay('after the members let the signers go on', 'policyStale', async (fixture) => {
  const freeze = await stopped(fixture);
  return stillFree(await lifted(fixture), freeze);
});
replay('after a restart of both', 'policyStale', async (fixture) => {
  const freeze = await stopped(fixture);
  const then = await lifted(fixture);
  await restart(then);
  return stillFree(then, freeze);
});
replay('one that was kept back while they stood still', 'policyStale', async (fixture) => {
  await stopped(fixture);
  const kept = by('adam')(fixture);
  return stillFree(await lifted(fixture), kept);
});
replay('one that never arrived, ten minutes later', 'expired', async (fixture) => {
  const kept = by()(fixture);
  fixture.pair.now += policyLimits.freezeMs;
  return stillFree(fixture, kept);
});
replay('told to be under the rules now in force', 'freezeInvalid', async (fixture) => {
  const freeze = await stopped(fixture);
  const then = await lifted(fixture);
  return stillFree(then, { ...freeze, policy: policyHash(then.policy) });
});

const written = (fixture: Fixture): number =>
  Math.max(...fixture.pair.places.map(({ signer }) => signer?.ctx.store.log().size ?? 0));
again.play(
  'three of them, in turn and at once, six hundred times, with a restart in between',
  'nothing more',
  async (fixture) => {
    const orders = [by()(fixture), by('adam')(fixture), by('omar', { reason: 'once more' })(fixture)];
    for (const freeze of orders) await orderBoth(fixture, freeze);
    const before = written(fixture);
    for (let n = 0; n < 200; n++) {
      if (n === 100) await restart(fixture);
      await Promise.all(orders.map((freeze) => orderBoth(fixture, freeze)));
    }
    return [written(fixture) === before ? 'nothing more' : 'more'];
  },
  { alone: true },
);
again.play(
  'a hundred of one member’s, each in other words: the rest are refused, and the signers stand still',
  ['tooMany', 'frozen, 20 written'],
  async (fixture) => {
    await orderBoth(fixture, by('adam')(fixture));
    const before = written(fixture);
    const codes = new Set<string>();
    for (let n = 0; n < 100; n++)
      for (const code of await orderBoth(fixture, by('omar', { reason: `order ${n}` })(fixture))) codes.add(code);
    codes.delete('frozen');
    const still = (await pages(fixture)).every(({ frozen }) => frozen);
    return [...codes, `${still ? 'frozen' : 'not frozen'}, ${written(fixture) - before} written`];
  },
  { alone: true },
);

export const freezeAttacks = [...forged.attacks, ...hidden.attacks, ...again.attacks];
