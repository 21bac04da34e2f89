import { type Mutant, noticedBy, part } from './part.ts';

/** What keeps strangers’ requests apart from those that have to be taken. */
export const strangersChecks: readonly Mutant[] = [
  ...noticedBy('floods', [
    part(
      'client behind a proxy',
      'http/client.ts',
      'while (isIP(address) !== 0 && isTrusted(address))',
      'while (isIP(address) === 0)',
    ),
    part('right-most address', 'http/client.ts', 'forwarded.pop()', 'forwarded.shift()'),
    part(
      'share of the stops',
      'http/lanes.ts',
      "path === '/api/freeze' ? method === 'POST' || method === 'GET'",
      "path === '/stop' ? method === 'POST'",
    ),
    part(
      'share of what a stop is made from',
      'http/lanes.ts',
      "method === 'POST' || method === 'GET'",
      "method === 'POST'",
    ),
    part(
      'queue of the stops',
      'http/lanes.ts',
      'others: Lane = { gate: createGate(maxWaiting),',
      'others: Lane = { gate: stopping.gate,',
    ),
    part('share of the server', 'http/lanes.ts', "typeof tag !== 'string' && !wrong.has(client)", '!wrong.has(client)'),
    part('tag of the server', 'http/channel.ts', "if (!proves(head, tag)) throw refuse('notAuthenticated', 'tag');"),
    part('room for one more order', 'http/waiting.ts', 'expireOldest(own);', "throw refuse('rateLimited');"),
    part('room for one more connection', 'http/sockets.ts', 'if (held.size > most) makeRoom();'),
  ]),
];
