import { type Freeze, policyHash, policyLimits } from '@holdfast/policy';
import type { SignerFacts } from '@holdfast/review/facts';
import { standingOf } from '@holdfast/review/freeze';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { ask, call, decide, freezeOf, newMember, type TestMember } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { type House, halt, startOne } from '../house.ts';
import { assert } from '../passkey.ts';
import { codeOf, nextPolicy, now, payAsk, policyAsk, send } from '../requests.ts';

/** A member's own order to freeze, and a server that would make one, hide one, or use one again. What tells members is each signer's own page. */

type Statement = Parameters<typeof freezeOf>[2];
type Order = (house: House) => unknown;

export const by =
  (who: 'omar' | 'adam' | 'anna' | 'vera' | 'rex' = 'omar', change: Statement = {}) =>
  (house: House): Freeze =>
    freezeOf(house.policy, house.crew[who], { time: String(now(house)), ...change });

/** To both signers, as their pages send it. @returns 'frozen' or the code of the refusal, of each */
export const orderBoth = (house: House, freeze: unknown): Promise<string[]> =>
  Promise.all(
    house.pair.places.map(async (place) => {
      const { body } = await ask(place, 'POST', '/api/freeze', { freeze });
      return body.error ? body.error.code : 'frozen';
    }),
  );

/** Omar stops both signers with his own key. */
export async function stopped(house: House, order: (house: House) => Freeze = by()): Promise<Freeze> {
  const freeze = order(house);
  const codes = await orderBoth(house, freeze);
  if (codes.some((code) => code !== 'frozen')) throw new Error(`not frozen: ${codes.join()}`);
  return freeze;
}

/** What both signers say of themselves at their own addresses, without the server. */
export const pages = (house: House): Promise<SignerFacts[]> =>
  Promise.all(house.pair.places.map(({ url }) => signerFacts(url)));

/** What a member sees there: whose order it is, and whether it is proven. */
const seen = async (house: House): Promise<string[]> =>
  (await pages(house)).map((facts) =>
    facts.frozen && facts.freeze ? `${facts.freeze.by}, ${standingOf(facts)}` : 'not frozen',
  );

/** The server's own word to both signers. */
export const say = (house: House, who: string, also: object = {}): Promise<string[]> =>
  Promise.all(
    house.pair.places.map(async (place) =>
      codeOf(await call(house.pair, place, 'freeze', { by: who, reason: 'drill', ...also })),
    ),
  );

export async function restart(house: House): Promise<void> {
  await halt(house.pair.places);
  for (const { id } of house.pair.places) await startOne(house, id, { start: house.start });
}

/** Olga asks both signers to go on; Adam and Anna agree. @returns the house under the rules that then hold */
export function lifting(house: House, change: Parameters<typeof policyAsk>[2] = {}) {
  const next = nextPolicy(house);
  const request = policyAsk(house, next, { request: 'unfreeze', ...change });
  return { request, after: { ...house, policy: next } };
}
export async function lifted(house: House): Promise<House> {
  const { request, after } = lifting(house);
  const codes = await send(house, request);
  if (codes.some((code) => code !== 'admitted')) throw new Error(`not lifted: ${codes.join()}`);
  return after;
}

const forged = family('a freeze in a member’s name that is not theirs');
forged.play('Omar’s own order', 'frozen', async (house) => orderBoth(house, by()(house)), {
  control: true,
  alone: true,
});
const refused = (title: string, code: string, order: Order): void =>
  forged.play(title, code, async (house) => {
    const codes = await orderBoth(house, order(house));
    const after = await seen(house);
    return after.every((one) => one === 'not frozen') ? codes : after;
  });
const signedBy = (who: (house: House) => TestMember, change: Statement = {}): Order => {
  return (house) => freezeOf(house.policy, who(house), { member: 'omar', time: String(now(house)), ...change });
};
const omars = ({ crew }: House): string => crew.omar.member.credentials[0]?.id ?? '';
/** Under Omar's name and credential. */
const asOmar =
  (secret: (house: House) => Uint8Array): Order =>
  (house) =>
    freezeOf(
      house.policy,
      { member: house.crew.omar.member, secret: secret(house) },
      { time: String(now(house)), credential: omars(house) },
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
refused('by somebody who is no member', 'freezeInvalid', (house) =>
  freezeOf(house.policy, newMember('eve', 'owner'), { time: String(now(house)) }),
);
refused('by Rex, who was removed', 'freezeInvalid', by('rex'));
refused('by Vera, who only looks on', 'mayNotFreeze', by('vera'));
for (const decision of ['initiate', 'approve', 'refuse'] as const)
  refused(`the proof of a decision of his: ${decision}`, 'freezeInvalid', (house) => ({
    ...by()(house),
    proof: decide(payAsk(house).intent, house.crew.omar, decision).proof,
  }));
refused('the proof of Gwen’s passkey for a payment', 'freezeInvalid', (house) => {
  const { passkey, member } = house.crew.gwen;
  const { proof } = assert('ab'.repeat(32), 'gwen', passkey, 'approve');
  return { ...by()(house), member: member.id, credential: passkey.credential.id, proof };
});
refused('no proof', 'freezeInvalid', (house) => ({ ...by()(house), proof: undefined }));
for (const [field, value] of [
  ['reason', 'another'],
  ['member', 'adam'],
  ['time', '1'],
  ['credential', 'cred'],
] as const)
  refused(`another ${field} than he signed`, 'freezeInvalid', (house) => ({
    ...by()(house),
    [field]: value,
  }));
refused('of another installation', 'otherDeployment', by('omar', { deployment: '99'.repeat(32) }));
refused('under rules that nobody has agreed to', 'policyStale', (house) =>
  by('omar', { policy: policyHash(nextPolicy(house)) })(house),
);
refused('for the day after tomorrow', 'notYetValid', (house) =>
  by('omar', { time: String(now(house) + 2 * 86_400_000) })(house),
);
forged.play('a proof that the server sends beside its word', 'badRequest', (house) =>
  say(house, 'omar', { proof: by()(house) }),
);
forged.play(
  'the server’s word in his name is shown as that',
  'omar, said',
  async (house) => {
    await say(house, 'omar');
    return seen(house);
  },
  { alone: true },
);

const hidden = family('a member’s freeze, hidden');
const shown = (title: string, expect: string, run: (house: House) => Promise<unknown>, control = false): void =>
  hidden.play(
    title,
    expect,
    async (house) => {
      await run(house);
      return seen(house);
    },
    { control, alone: true },
  );
const proven = 'omar, proven';
shown('left alone', proven, (house) => stopped(house), true);
shown('under the server’s word of somebody else', proven, async (house) => {
  await stopped(house);
  return say(house, 'anna');
});
shown('under twenty words of the server at the same time', proven, (house) =>
  Promise.all([...Array.from({ length: 10 }, () => say(house, 'anna')), stopped(house)]),
);
shown('behind a word of the server that came before', proven, async (house) => {
  await say(house, 'anna');
  await stopped(house);
});
shown('behind what another member orders after it: that is shown, and as proven', 'adam, proven', async (house) => {
  await stopped(house);
  await stopped(house, by('adam'));
});
shown('by a restart of both signers', proven, async (house) => {
  await stopped(house);
  await restart(house);
});
shown('by other rules, which do not lift it', 'omar, earlier', async (house) => {
  await stopped(house);
  await send(house, policyAsk(house, nextPolicy(house, { senior: [] })));
});
shown('by a server that says nothing to anybody', proven, async (house) => {
  await stopped(house);
  // Nothing of the page's own address goes by the channel, so a silent server changes nothing.
  house.pair.now += 60_000;
});

const again = family('an old freeze, sent again');
const stillFree = async (house: House, freeze: Freeze): Promise<string[]> => {
  const codes = await orderBoth(house, freeze);
  return (await pages(house)).some(({ frozen }) => frozen) ? ['stopped again'] : codes;
};
const replay = (title: string, code: string, run: (house: House) => Promise<string[]>, control = false): void =>
  again.play(title, code, run, { alone: true, control });
replay(
  'a new order after the lifting stops both again',
  'frozen',
  async (house) => {
    await stopped(house);
    const then = await lifted(house);
    return orderBoth(then, by()(then));
  },
  true,
);
replay('after the members let the signers go on', 'policyStale', async (house) => {
  const freeze = await stopped(house);
  return stillFree(await lifted(house), freeze);
});
replay('after a restart of both', 'policyStale', async (house) => {
  const freeze = await stopped(house);
  const then = await lifted(house);
  await restart(then);
  return stillFree(then, freeze);
});
replay('one that was kept back while they stood still', 'policyStale', async (house) => {
  await stopped(house);
  const kept = by('adam')(house);
  return stillFree(await lifted(house), kept);
});
replay('one that never arrived, ten minutes later', 'expired', async (house) => {
  const kept = by()(house);
  house.pair.now += policyLimits.freezeMs;
  return stillFree(house, kept);
});
replay('told to be under the rules now in force', 'freezeInvalid', async (house) => {
  const freeze = await stopped(house);
  const then = await lifted(house);
  return stillFree(then, { ...freeze, policy: policyHash(then.policy) });
});

const written = (house: House): number =>
  Math.max(...house.pair.places.map(({ signer }) => signer?.core.store.log().size ?? 0));
again.play(
  'three of them, in turn and at once, six hundred times, with a restart in between',
  'nothing more',
  async (house) => {
    const orders = [by()(house), by('adam')(house), by('omar', { reason: 'once more' })(house)];
    for (const freeze of orders) await orderBoth(house, freeze);
    const before = written(house);
    for (let n = 0; n < 200; n++) {
      if (n === 100) await restart(house);
      await Promise.all(orders.map((freeze) => orderBoth(house, freeze)));
    }
    return [written(house) === before ? 'nothing more' : 'more'];
  },
  { alone: true },
);
again.play(
  'a hundred of one member’s, each in other words: the rest are refused, and the signers stand still',
  ['tooMany', 'frozen, 20 written'],
  async (house) => {
    await orderBoth(house, by('adam')(house));
    const before = written(house);
    const codes = new Set<string>();
    for (let n = 0; n < 100; n++)
      for (const code of await orderBoth(house, by('omar', { reason: `order ${n}` })(house))) codes.add(code);
    codes.delete('frozen');
    const still = (await pages(house)).every(({ frozen }) => frozen);
    return [...codes, `${still ? 'frozen' : 'not frozen'}, ${written(house) - before} written`];
  },
  { alone: true },
);

export const freezeAttacks = [...forged.attacks, ...hidden.attacks, ...again.attacks];
