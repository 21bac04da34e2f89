import {
  ChannelError,
  type Hello,
  type Identity,
  openSession,
  type PeerKeys,
  type Session,
  startHello,
} from '@holdfast/channel';
import { hexBytes, list, object, optional, patterns, text } from '../check.ts';
import { refuse } from '../errors.ts';

/** What a coordinator relays between parties: hellos first, then one sealed box per round and direction. */
const hello = object({
  party: text(patterns.party),
  ephemeral: text(patterns.hex32),
  nonce: text(patterns.hex32),
  signature: text(/^[0-9a-f]{128}$/),
});
const maxBoxBytes = 4_194_304;
const inbound = object({ from: text(patterns.party), box: hexBytes(1, maxBoxBytes) });
export const relayFields = { hellos: optional(list(hello, 20)), inbound: list(inbound, 20) };

/** Of a box whose form was checked; 100 kB in JavaScript take as long as a point. */
const bytesOf = (box: string): Uint8Array => Uint8Array.from(Buffer.from(box, 'hex'));

export interface RelayInput {
  readonly hellos?: readonly Hello[];
  readonly inbound: readonly { readonly from: string; readonly box: string }[];
}

export type Outbound = readonly { readonly to: string; readonly box: string }[];

export interface RelayConfig {
  readonly identity: Identity;
  readonly me: string;
  /** Pinned keys of every party, mine included. */
  readonly keys: Readonly<Record<string, PeerKeys>>;
  readonly context: Uint8Array;
}

/** One side of a relayed session: turns sealed boxes into payloads by party and back, round by round. */
export interface Relay {
  readonly hello: Hello;
  open(hellos: readonly Hello[]): Session;
  receive(session: Session, round: number, input: RelayInput, from: readonly string[]): Map<string, Uint8Array>;
  send(session: Session, round: number, payloads: ReadonlyMap<string, Uint8Array>): Outbound;
}

function channelled<T>(code: 'peerDisagrees' | 'sessionFailed', run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ChannelError) throw refuse(code, error.code);
    throw error;
  }
}

export function startRelay(config: RelayConfig): Relay {
  const { hello: mine, secret } = startHello(config.identity, config.me, config.context);
  const { me, keys: peers, context } = config;
  return {
    hello: mine,
    open: (hellos) => {
      const parties = hellos
        .map((entry) => entry.party)
        .sort()
        .join();
      if (parties !== Object.keys(peers).sort().join()) throw refuse('sessionFailed', 'parties');
      // A hello over another context does not verify: the other side runs with another policy, key epoch or transaction.
      return channelled('peerDisagrees', () => openSession({ me, secret, hellos, peers, context }));
    },
    receive: (session, round, input, from) => {
      const boxes = new Map(input.inbound.map((entry) => [entry.from, entry.box]));
      if (boxes.size !== from.length || input.inbound.length !== from.length) throw refuse('sessionFailed', 'inbound');
      return new Map(
        from.map((party) => {
          const box = boxes.get(party);
          if (box === undefined) throw refuse('sessionFailed', `nothing from ${party}`);
          return [party, channelled('sessionFailed', () => session.open(party, round, bytesOf(box)))];
        }),
      );
    },
    send: (session, round, payloads) =>
      [...payloads].map(([to, payload]) => ({
        to,
        box: Buffer.from(session.seal(to, round, payload)).toString('hex'),
      })),
  };
}
