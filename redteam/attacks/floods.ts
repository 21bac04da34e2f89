import { connect, type Socket } from 'node:net';
import { sealRequest, tagHeader } from '@holdfast/channel';
import { signWithSecret } from '@holdfast/review/keyfile';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { orderFreeze } from '@holdfast/signer-ui/freeze';
import { Fault } from '@holdfast/signer-ui/signer-api';
import { rawRequest, startFlood } from '@holdfast/testkit/flood';
import { ask, call, freezeOf, genesisBody, newMember, newPolicy } from '@holdfast/testkit/signer';
import type { SignerConfig } from '../../apps/signer/src/config.ts';
import { family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { codeOf, now } from '../requests.ts';
import { by, orderBoth } from './freezes.ts';

/** Strangers who send as much as they can, at signers behind a TLS proxy. What members and the server send must be taken all the same. */

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
const ordinary = { publicRate: { perSecond: 1, burst: 200 } };
const behindProxy = { ...ordinary, trustedProxies: ['127.0.0.1'] };

/** The same fixture with signers of this configuration. */
async function withConfig(fixture: Fixture, config: Partial<SignerConfig>): Promise<Place> {
  await halt(fixture.pair.places);
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start, config });
  const [first] = fixture.pair.places;
  if (!first) throw new Error('no signer');
  return first;
}

const look = async (place: Place, headers: Record<string, string> = {}): Promise<string> => {
  const { body } = await ask(place, 'GET', '/api/info', undefined, headers);
  return body.error?.code ?? 'answered';
};
const looks = (place: Place, count: number, headers: (n: number) => Record<string, string>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => look(place, headers(n))));
const serverCalls = async (fixture: Fixture, place: Place): Promise<string[]> => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => call(fixture.pair, place, 'health', {})));
  return replies.map(({ error }) => error?.code ?? 'answered');
};

/** Omar stops both signers as page and terminal have it done: from what each of them tells. */
const composed = ({ pair, crew: { omar } }: Fixture): Promise<string[]> =>
  Promise.all(
    pair.places.map(async ({ url }) => {
      const [credential] = omar.member.credentials;
      if (!credential) throw new Error('no key');
      const order = orderFreeze(url, { member: omar.member, credential }, 'strangers', async (challenge) =>
        signWithSecret(omar.secret, challenge),
      );
      return order.then(
        ({ frozen }) => (frozen ? 'frozen' : 'not frozen'),
        (error: unknown) => (error instanceof Fault ? error.code : 'failed'),
      );
    }),
  );

const floods = family('floods');
const play = (
  title: string,
  expect: string | readonly string[],
  config: Partial<SignerConfig>,
  run: (fixture: Fixture, first: Place) => Promise<readonly string[]>,
  control = false,
): void =>
  floods.play(title, expect, async (fixture) => run(fixture, await withConfig(fixture, config)), {
    alone: true,
    control,
  });

play(
  'nobody else is there',
  ['frozen', 'answered'],
  behindProxy,
  async (fixture, first) => [
    ...(await orderBoth(fixture, by()(fixture))),
    await look(first, from('198.51.100.1')),
    ...(await serverCalls(fixture, first)),
  ],
  true,
);
play(
  'a stranger behind the same proxy uses up their share: a member has theirs',
  'answered',
  behindProxy,
  async (_, first) => {
    await looks(first, 400, () => from('203.0.113.7'));
    return looks(first, 20, () => from('198.51.100.1'));
  },
);
play('and makes up other addresses in the header', 'rateLimited', behindProxy, async (_, first) => {
  await looks(first, 400, (n) => from(`192.0.2.${n % 250}, 203.0.113.7`));
  const more = await looks(first, 40, (n) => from(`198.51.100.${n}, 203.0.113.7`));
  // A few are let in anew while these are under way.
  return [more.filter((code) => code === 'answered').length <= 10 ? 'rateLimited' : 'answered'];
});
play(
  'all requests there are, through a proxy that was forgotten: a freeze is taken',
  'frozen',
  ordinary,
  async (fixture, first) => {
    await looks(first, 400, () => ({}));
    return composed(fixture);
  },
);
play('a hundred wrong handshakes from the server’s own address', 'answered', ordinary, async (fixture, first) => {
  const knock = () => fetch(`${first.url}/channel`, { method: 'POST', body: new Uint8Array(200) });
  await Promise.all(Array.from({ length: 100 }, knock));
  return serverCalls(fixture, first);
});

function hold(place: Place, text: string | Uint8Array): Promise<Socket> {
  const socket = connect(Number(new URL(place.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
}
async function whileHeld(
  held: readonly Promise<Socket>[],
  run: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const sockets = await Promise.all(held);
  try {
    return await run();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

play(
  'sixteen megabytes each, announced under the server’s hint with a tag made up',
  'answered',
  ordinary,
  async (fixture, first) => {
    const { message } = sealRequest(fixture.pair.server, first.keys, new Uint8Array());
    const head = `POST /channel HTTP/1.1\r\nhost: x\r\ncontent-length: 16777216\r\n${tagHeader}: ${'00'.repeat(32)}\r\n\r\n`;
    const begun = Buffer.concat([Buffer.from(head), message.subarray(0, 41)]);
    const held = Array.from({ length: 12 }, () => hold(first, begun));
    return whileHeld(held, async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return serverCalls(fixture, first);
    });
  },
);
play('more connections than it takes, each begun and left', 'frozen', ordinary, async (fixture, first) => {
  const held = Array.from({ length: 1_100 }, () => hold(first, 'POST /api/freeze HTTP/1.1\r\nhost: 127.0.0.1\r\n'));
  return whileHeld(held, async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return orderBoth(fixture, by()(fixture));
  });
});

play(
  'orders announced and not sent, more than a client may have waiting, from the member’s own address',
  'frozen',
  ordinary,
  async (fixture, first) => {
    const head =
      'POST /api/freeze HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 16384\r\n\r\n{';
    const held = Array.from({ length: 400 }, () => hold(first, head));
    return whileHeld(held, async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return orderBoth(fixture, by()(fixture));
    });
  },
);

/** Keeps more requests waiting than the queue has places, each of a client that was never seen before. @returns what ends it */
async function fillQueue(place: Place): Promise<() => void> {
  const sockets = await Promise.all(Array.from({ length: 32 }, () => hold(place, '')));
  for (const socket of sockets) socket.resume();
  let client = 0;
  const send = (): void => {
    for (const socket of sockets) {
      const some = Array.from({ length: 16 }, () => {
        client++;
        return rawRequest(
          'GET',
          '/api/info',
          undefined,
          from(`10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`),
        );
      });
      socket.write(some.join(''));
    }
  };
  for (let n = 0; n < 8; n++) send();
  const timer = setInterval(send, 10);
  return () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}
play(
  'more strangers at once than its queue has places: an order has a queue of its own',
  'frozen',
  behindProxy,
  async (fixture, first) => {
    const end = await fillQueue(first);
    const codes: string[] = [];
    try {
      for (let n = 0; n < 5; n++)
        codes.push(...(await orderBoth(fixture, by('omar', { reason: `order ${n}` })(fixture))));
    } finally {
      end();
    }
    return codes;
  },
);

/** Whole requests of two hundred strangers: what is cheap, what has to be parsed, and what has to have its signature checked. */
function strangersRequests(fixture: Fixture): string[] {
  const credential = fixture.crew.omar.member.credentials[0]?.id ?? '';
  const forged = freezeOf(fixture.policy, newMember('omar', 'operator'), { time: String(now(fixture)), credential });
  return Array.from({ length: 200 }, (_, n) => from(`203.0.113.${n}`)).flatMap((header) => [
    rawRequest('GET', '/api/info', undefined, header),
    rawRequest('POST', '/api/approvals', { approval: { intent: 'x' } }, header),
    rawRequest('POST', '/api/freeze', { freeze: forged }, header),
    rawRequest('POST', '/channel', { none: 'at all' }, header),
  ]);
}
play(
  'two thousand requests a second by two hundred strangers: orders, looks and the server’s calls are taken',
  ['frozen', 'answered'],
  behindProxy,
  async (fixture, first) => {
    const port = Number(new URL(first.url).port);
    const flood = await startFlood({ port, requests: strangersRequests(fixture), perSecond: 2_000, connections: 100 });
    const codes: string[] = [];
    for (let n = 0; n < 7; n++) {
      codes.push(...(await orderBoth(fixture, by('omar', { reason: `order ${n}` })(fixture))));
      codes.push(await look(first, from('198.51.100.1')), codeOf(await call(fixture.pair, first, 'health', {})));
    }
    await flood.stop();
    return codes.map((code) => (code === 'admitted' ? 'answered' : code));
  },
);

const setUp = family('the first run, and strangers');
/** What the signer says to the right code under another first policy than its own: it has looked at the code. */
const rightCode = async (fixture: Fixture, first: Place, address: string): Promise<string> => {
  const { owner, policy } = firstRules(fixture);
  const { body } = await ask(first, 'POST', '/api/genesis', genesisBody(policy, owner), from(address));
  return body.error?.code ?? 'taken';
};
const firstRules = ({ pair }: Fixture) => {
  const owner = newMember('owner', 'owner');
  return { owner, policy: newPolicy(pair, [owner], ['owner']) };
};
const wrongCodes = async (fixture: Fixture, first: Place, address: string): Promise<void> => {
  const { owner, policy } = firstRules(fixture);
  for (let n = 0; n < 20; n++)
    await ask(first, 'POST', '/api/genesis', genesisBody(policy, owner, `WRONG-WRONG-${n}`), from(address));
};
const firstRun = (
  title: string,
  expect: string,
  run: (fixture: Fixture, first: Place) => Promise<string>,
  control = false,
) =>
  setUp.play(title, expect, async (fixture) => [await run(fixture, await withConfig(fixture, behindProxy))], {
    alone: true,
    control,
  });
firstRun(
  'the right set-up code is looked at',
  'alreadyInitialised',
  (fixture, first) => rightCode(fixture, first, '198.51.100.1'),
  true,
);
firstRun(
  'twenty wrong set-up codes of a stranger do not keep the right one out',
  'alreadyInitialised',
  async (fixture, first) => {
    await wrongCodes(fixture, first, '203.0.113.7');
    return rightCode(fixture, first, '198.51.100.1');
  },
);
firstRun('whoever guesses is not looked at for a while', 'setupLocked', async (fixture, first) => {
  await wrongCodes(fixture, first, '203.0.113.7');
  return rightCode(fixture, first, '203.0.113.7');
});

/** With it and the private key of one child, whoever reads it has the key of the whole group. */
setUp.play('a stranger asks for the chain code', 'not told', async ({ pair, group, ceremony }) => {
  const paths = [
    '/api/info',
    `/api/keygen/${ceremony}`,
    '/api/address?chain=evm:31337&path=m/60/7/0/0',
    '/api/witnessed',
  ];
  const told = await Promise.all(
    pair.places.flatMap((place) => paths.map((path) => ask(place, 'GET', path).catch(String))),
  );
  const said = JSON.stringify(told);
  if (!said.includes(group.secp256k1.publicKey)) return ['nothing told at all'];
  return [[group.secp256k1, group.ed25519].some(({ chainCode }) => said.includes(chainCode)) ? 'told' : 'not told'];
});

export const floodAttacks = [...floods.attacks, ...setUp.attacks];
