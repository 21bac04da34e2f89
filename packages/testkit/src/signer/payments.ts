import { randomUUID } from 'node:crypto';
import {
  childPublicKey,
  familyOf,
  type Plan,
  parsePath,
  type RootKey,
  type SignedTx,
  signatureFromWire,
  type WireSignature,
} from '@holdfast/chains';
import type { Hello } from '@holdfast/channel';
import { type Approval, type Intent, intentText, type PolicyDocument } from '@holdfast/policy';
import { baseIntent, btcPayee, evmPayee, fundingTx, p2tr, p2wpkh, type TestMember, testChains } from './fixtures.ts';
import { addressed, type Caller, call, type Link, must } from './link.ts';

/** A key group, as far as addresses are made of it. */
export interface Keys {
  readonly id: string;
  readonly secp256k1: RootKey;
}

/** What a signer answers to a step of a signing session. */
interface StepReply {
  readonly outbound: readonly { readonly to: string; readonly box: string }[];
  readonly done: boolean;
  readonly signatures?: readonly WireSignature[];
}

type Family = 'evm' | 'bitcoin';
const chainOf = (family: Family) => {
  const chain = testChains.find((candidate) => candidate.family === family);
  if (!chain) throw new Error('no such chain');
  return chain;
};

export const addressAt = (group: Keys, family: Family, path: string): string =>
  familyOf(chainOf(family)).addressOf(chainOf(family), childPublicKey(group.secp256k1, path));

/** A payment from sub-wallet 7 of workspace 1. */
export function transfer(
  ready: { readonly policy: PolicyDocument; readonly group: Keys; readonly owner: TestMember },
  family: Family,
  overrides: Partial<Intent> = {},
): Intent {
  const chain = chainOf(family);
  const path = family === 'evm' ? 'm/60/7/0/0' : 'm/0/7/0/0';
  const native = { symbol: chain.baseSymbol, contract: '', decimals: family === 'evm' ? '18' : '8' };
  return {
    ...baseIntent(ready.policy, ready.owner.member.id, Date.now()),
    workspace: '1',
    wallet: '7',
    keyGroup: ready.group.id,
    path,
    chain: chain.id,
    asset: native,
    feeAsset: native,
    from: addressAt(ready.group, family, path),
    outputs: [
      {
        address: family === 'evm' ? evmPayee : btcPayee,
        amount: family === 'evm' ? '1000000000000000' : '50000',
        memo: '',
        entry: '',
        path: '',
      },
    ],
    maxFee: family === 'evm' ? '10000000000000000' : '100000',
    conflict: family === 'evm' ? 'evm-nonce' : 'bitcoin-inputs',
    ...overrides,
  };
}

export interface SignRequest {
  readonly intent: Intent;
  readonly approvals: readonly Approval[];
  readonly plan: Plan;
}

export const openParams = ({ intent, approvals, plan }: SignRequest, session: string) => ({
  session,
  intent: intentText(intent),
  attachments: {},
  approvals,
  plan,
  parties: ['1', '2'],
});

/** Has both signers sign, relaying between them as the server does. @returns what each of them released */
export async function signBoth(
  caller: Caller,
  links: readonly Link[],
  request: SignRequest,
  session: string = randomUUID(),
): Promise<StepReply[]> {
  const params = openParams(request, session);
  const opened = await Promise.all(
    links.map((link) => must<{ hello: Hello }>(call(caller, link, 'sign.open', params))),
  );
  const hellos = opened.map(({ hello }) => hello);
  const stepAll = (body: (i: number) => object) =>
    Promise.all(links.map((link, i) => must<StepReply>(call(caller, link, 'sign.step', { session, ...body(i) }))));
  let replies = await stepAll(() => ({ hellos, inbound: [] }));
  for (let round = 1; !replies.every(({ done }) => done); round++) {
    if (round > 10) throw new Error('the session does not end');
    const mail = replies.flatMap(({ outbound }, i) => outbound.map((box) => ({ from: links[i]?.id ?? '', ...box })));
    replies = await stepAll((i) => ({ inbound: addressed(mail, links[i]?.id ?? '') }));
  }
  return replies;
}

/** The signed transaction, put together as the server does from what a signer released. */
export function assemble(group: Keys, { intent, plan }: SignRequest, reply: StepReply): SignedTx {
  const chain = chainOf(plan.family === 'evm' ? 'evm' : 'bitcoin');
  const rules = familyOf(chain);
  const unsigned = rules.build(chain, intent, plan, (path) => childPublicKey(group.secp256k1, path));
  return rules.attach(chain, unsigned, (reply.signatures ?? []).map(signatureFromWire));
}

/** Coins of sub-wallet 7 at a path, `salt` making each another one; taproot at branches 2 and 3. */
export function coin(group: Keys, path: string, sats: bigint, salt: number) {
  const script = parsePath(path).branch >= 2 ? p2tr : p2wpkh;
  return { path, ...fundingTx(script(childPublicKey(group.secp256k1, path)), sats, salt) };
}
