import { attestAddress } from '../addresses.ts';
import type { Approvals } from '../approvals.ts';
import type { Ceremony } from '../ceremony/ceremony.ts';
import { anyText, anything, type Check, hexBytes, list, object, optional, patterns, text } from '../check.ts';
import type { SignerContext } from '../context.ts';
import { info, published, rulesAt, stopInfo } from '../describe.ts';
import { refuse } from '../errors.ts';
import { freezeByMember } from '../freeze.ts';
import type { GenesisRequest } from '../genesis.ts';
import { relayFields } from '../signing/relay.ts';
import type { Witness } from '../witness.ts';

/** What the pages may ask at the signer's own origin. No session, no cookie: each request carries its own proof. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** May pages of the other signers call it? */
  readonly crossOrigin?: boolean;
  /** `client`: who asks, by network address. */
  run(match: readonly string[], body: unknown, query: URLSearchParams, client: string): unknown;
}

export interface ApiParts {
  readonly ctx: SignerContext;
  readonly approvals: Approvals;
  readonly ceremony: Ceremony;
  readonly witness: Pick<Witness, 'last'>;
  readonly genesis: (request: GenesisRequest, client: string) => Promise<{ policyHash: string }>;
}

const documentText = anyText(262_144);
const shapes = {
  genesis: object({ document: documentText, mac: text(patterns.hex32), proof: anything }),
  approval: object({ approval: anything }),
  freeze: object({ freeze: anything }),
  open: object({ intent: anyText(65_536), request: documentText, approvals: list(anything, 200) }),
  step: object({ ceremony: text(patterns.uuid), ...relayFields }),
  confirm: object({
    ceremony: text(patterns.uuid),
    possession: object({ secp256k1: hexBytes(1, 1_000), ed25519: hexBytes(1, 1_000) }),
  }),
  address: object({ chain: text(patterns.chain), path: text(patterns.path), keyGroup: optional(text(patterns.group)) }),
};

const posted =
  <T>(shape: Check<T>, run: (body: T, client: string) => unknown): Route['run'] =>
  (_, body, __, client) =>
    run(shape(body, 'body'), client);

const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

function keygenRoutes({ ceremony }: ApiParts): Route[] {
  return [
    {
      method: 'POST',
      path: /^\/api\/keygen\/open$/,
      crossOrigin: true,
      run: posted(shapes.open, ({ intent, request, approvals }) =>
        ceremony.open({ peer: 'page', purpose: 'keygen', intent, attachments: { request }, approvals }),
      ),
    },
    {
      method: 'POST',
      path: /^\/api\/keygen\/step$/,
      crossOrigin: true,
      run: posted(shapes.step, async ({ ceremony: id, ...input }) => published(await ceremony.step(id, input))),
    },
    {
      method: 'POST',
      path: /^\/api\/keygen\/confirm$/,
      crossOrigin: true,
      run: posted(shapes.confirm, async ({ ceremony: id, possession }) =>
        published(await ceremony.confirm(id, possession)),
      ),
    },
    {
      method: 'GET',
      path: new RegExp(`^/api/keygen/${uuid}$`),
      crossOrigin: true,
      run: ([id = '']) => published(ceremony.status(id)),
    },
  ];
}

export function createRoutes(parts: ApiParts): readonly Route[] {
  const { ctx, approvals, genesis, witness } = parts;
  return [
    { method: 'GET', path: /^\/api\/info$/, crossOrigin: true, run: () => info(ctx) },
    { method: 'GET', path: /^\/api\/witnessed$/, run: () => witness.last() },
    { method: 'POST', path: /^\/api\/genesis$/, crossOrigin: true, run: posted(shapes.genesis, genesis) },
    { method: 'GET', path: new RegExp(`^/api/intents/${uuid}$`), run: ([id = '']) => approvals.view(id) },
    {
      method: 'POST',
      path: /^\/api\/approvals$/,
      crossOrigin: true,
      run: posted(shapes.approval, ({ approval }) => approvals.submit(approval)),
    },
    {
      method: 'POST',
      path: /^\/api\/refusals$/,
      crossOrigin: true,
      run: posted(shapes.approval, ({ approval }) => approvals.refuse(approval)),
    },
    { method: 'GET', path: /^\/api\/freeze$/, crossOrigin: true, run: () => stopInfo(ctx) },
    {
      method: 'GET',
      path: /^\/api\/freeze\/rules\/([0-9a-f]{64})\/(\d{1,7})$/,
      crossOrigin: true,
      run: ([hash = '', from = '']) => rulesAt(ctx, hash, Number(from)),
    },
    {
      method: 'POST',
      path: /^\/api\/freeze$/,
      run: posted(shapes.freeze, ({ freeze }) => freezeByMember(ctx, freeze)),
    },
    {
      method: 'GET',
      path: /^\/api\/address$/,
      run: (_, __, query) => {
        const { chain, path, keyGroup } = shapes.address(Object.fromEntries(query), 'query');
        return { signer: ctx.me, ...attestAddress(ctx, chain, path, keyGroup) };
      },
    },
    ...keygenRoutes(parts),
  ];
}

/** @throws Refusal notFound */
export function findRoute(routes: readonly Route[], method: string, path: string): { route: Route; match: string[] } {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, match: match.slice(1) };
  }
  throw refuse('notFound');
}
