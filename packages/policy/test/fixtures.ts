import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type Approval,
  approvalDigest,
  batchCallOf,
  bodyOf,
  type Credential,
  callText,
  type Decision,
  type DeviceCredential,
  deployText,
  disperseCallOf,
  encodeArguments,
  type Intent,
  intentDigestHex,
  intentText,
  type Member,
  methodOf,
  type Outflow,
  type PasskeyCredential,
  type PolicyDocument,
  type Proof,
  policyHash,
  readMessage,
  readTypedData,
  type Statement,
  textMessage,
  toBase64Url,
  typedMessage,
  type Value,
} from '../src/index.ts';

/** Everything here is made from fixed labels, so that the golden vectors come out the same each time. */
const seed = (label: string): Uint8Array => sha256(utf8ToBytes(`holdfast test ${label}`));
export const hashOf = (label: string): string => bytesToHex(seed(label));

export interface Key<C extends Credential = Credential> {
  readonly credential: C;
  sign(statement: Statement, twist?: Twist): Proof;
}

/** What a dishonest page or authenticator may change before it signs. */
export interface Twist {
  readonly type?: string;
  readonly challenge?: Uint8Array;
  readonly origin?: string;
  readonly extra?: Record<string, unknown>;
  readonly rpId?: string;
  readonly flags?: number;
  readonly clientText?: string;
  readonly authTail?: Uint8Array;
}

export function device(label: string): Key<DeviceCredential> {
  const secret = seed(`device ${label}`);
  const publicKey = bytesToHex(ed25519.getPublicKey(secret));
  return {
    credential: { id: `dk-${publicKey.slice(0, 24)}`, type: 'device', publicKey },
    sign: (statement, twist = {}) => {
      const message = twist.challenge ?? approvalDigest(statement);
      return { type: 'device', signature: bytesToHex(ed25519.sign(message, secret)) };
    },
  };
}

export const approvalOrigin = 'http://localhost:8701';

export function passkey(label: string, compressed = false): Key<PasskeyCredential> {
  const secret = seed(`passkey ${label}`);
  const credential: PasskeyCredential = {
    id: toBase64Url(seed(`passkey id ${label}`)),
    type: 'passkey',
    publicKey: bytesToHex(p256.getPublicKey(secret, compressed)),
    rpId: 'localhost',
    origins: [approvalOrigin, 'http://localhost:8702'],
  };
  const sign = (statement: Statement, twist: Twist = {}): Proof => {
    const client = {
      type: twist.type ?? 'webauthn.get',
      challenge: toBase64Url(twist.challenge ?? approvalDigest(statement)),
      origin: twist.origin ?? approvalOrigin,
      ...(twist.extra ?? { crossOrigin: false }),
    };
    const clientData = utf8ToBytes(twist.clientText ?? JSON.stringify(client));
    const head = Uint8Array.of(twist.flags ?? 0x05, 0, 0, 0, 9);
    const rpHash = sha256(utf8ToBytes(twist.rpId ?? credential.rpId));
    const authenticatorData = concatBytes(rpHash, head, twist.authTail ?? new Uint8Array());
    const signature = p256.sign(concatBytes(authenticatorData, sha256(clientData)), secret, {
      format: 'der',
      lowS: false,
    });
    const [authText, clientText, signatureText] = [authenticatorData, clientData, signature].map(toBase64Url);
    return {
      type: 'passkey',
      authenticatorData: authText ?? '',
      clientDataJSON: clientText ?? '',
      signature: signatureText ?? '',
    };
  };
  return { credential, sign };
}

export function approve(
  key: Key,
  member: string,
  intent: Intent,
  decision: Decision = 'approve',
  twist?: Twist,
  remark?: string,
): Approval {
  const said = remark === undefined ? {} : { remark };
  const statement = { intent: intentDigestHex(intent), decision, member, credential: key.credential.id, ...said };
  return { ...statement, proof: key.sign(statement, twist) };
}

export const member = (id: string, role: Member['role'], ...keys: Key[]): Member => ({
  id,
  name: id[0]?.toUpperCase() + id.slice(1),
  role,
  status: 'active',
  keyHolder: 'yes',
  wallets: [],
  credentials: keys.map((key) => key.credential),
});

const signer = (id: string) => ({
  id,
  name: `Signer ${id}`,
  identity: hashOf(`identity ${id}`),
  channel: hashOf(`channel ${id}`),
  origin: `http://localhost:870${id}`,
});

export const deployment = hashOf('deployment');

type Strategy = PolicyDocument['strategies'][number];
export const node = (name: string, threshold: number, ...approvers: string[]) => ({
  name,
  kind: 'approve' as const,
  threshold: String(threshold),
  approvers,
});
/** The last node releases. */
export const inOrder = (...nodes: Strategy['nodes']): Strategy['nodes'] =>
  nodes.map((one, i) => ({ ...one, kind: i === nodes.length - 1 ? 'sign' : 'approve' }));
export const strategy = (wallet: string, signProtection: 'on' | 'off', ...nodes: Strategy['nodes']): Strategy => ({
  wallet,
  signProtection,
  nodes: inOrder(...nodes),
});

export const policyOf = (members: Member[], strategies: Strategy[], change: Partial<PolicyDocument> = {}) =>
  ({
    v: '1',
    domain: 'holdfast/policy/v1',
    deployment,
    id: 'policy-1',
    version: '1',
    prev: '',
    members,
    strategies,
    senior: [],
    workspace: [],
    book: { mode: 'off', coolingHours: '24' },
    signers: [signer('1'), signer('2')],
    ...change,
  }) satisfies PolicyDocument;

/** Ann owns, Bob administers, Cem operates, Dee approves, Eve looks on; Ann and Dee have two credentials each. */
export const keys = {
  ann: passkey('ann'),
  ann2: device('ann'),
  bob: device('bob'),
  cem: passkey('cem', true),
  dee: device('dee'),
  dee2: passkey('dee'),
  eve: device('eve'),
  stranger: device('stranger'),
};

export const team = policyOf(
  [
    member('ann', 'owner', keys.ann, keys.ann2),
    member('bob', 'admin', keys.bob),
    member('cem', 'operator', keys.cem),
    member('dee', 'approver', keys.dee, keys.dee2),
    member('eve', 'viewer', keys.eve),
    { ...member('fay', 'owner', passkey('fay')), status: 'removed' },
  ],
  [
    strategy('*', 'on', node('Owners', 1, 'ann', 'bob')),
    strategy('7', 'on', node('First look', 2, 'ann', 'bob', 'dee'), node('Release', 1, 'ann', 'cem')),
    strategy('8', 'off', node('Any two', 2, 'ann', 'bob', 'cem', 'dee', 'eve', 'fay')),
  ],
);

export const solo = policyOf([member('ann', 'owner', keys.ann)], [strategy('*', 'on', node('Owner', 1, 'ann'))]);

export const refOf = (policy: PolicyDocument): Intent['policy'] => ({
  id: policy.id,
  version: policy.version,
  hash: policyHash(policy),
});

const eth = { symbol: 'ETH', contract: '', decimals: '18' };
const created = 1_763_700_000_000;

export function transfer(change: Partial<Intent> = {}): Intent {
  return {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment,
    workspace: '1',
    wallet: '7',
    keyGroup: hashOf('key group').slice(0, 32),
    path: 'm/60/7/0/0',
    chain: 'evm:31337',
    asset: eth,
    from: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
    outputs: [
      {
        address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
        amount: '1500000000000000000',
        memo: '',
        entry: '',
        path: '',
      },
    ],
    maxFee: '2100000000000000',
    feeAsset: eth,
    call: '',
    conflict: 'evm-nonce',
    policy: refOf(team),
    body: '',
    id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a01',
    request: 'req-1',
    created: String(created),
    notBefore: String(created),
    expires: String(created + 86_400_000),
    initiator: 'cem',
    remarkHash: '',
    ...change,
  };
}

const trx = { symbol: 'TRX', contract: '', decimals: '6' };
/** By kind: 100 TRX, of a wallet on a chain whose resources are staked for. */
export type StakeKind = 'stake' | 'unstake' | 'unfrozen' | 'delegate' | 'reclaim';
export function stakeIntent(kind: StakeKind, change: Partial<Intent> = {}): Intent {
  const [path, from] = ['m/195/7/0/0', 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8'];
  const given = kind === 'delegate' || kind === 'reclaim';
  const own = given ? { address: 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE', path: '' } : { address: from, path };
  return transfer({
    kind,
    path,
    from,
    chain: 'tron:devnet',
    conflict: 'tron-expiry',
    asset: trx,
    feeAsset: trx,
    outputs: [{ ...own, amount: kind === 'unfrozen' ? '0' : '100000000', memo: '', entry: '' }],
    call: kind === 'unfrozen' ? '' : 'energy',
    maxFee: '350000',
    ...change,
  });
}

/** A payment once more, for twice its fee. */
export const speedup = (payment: Intent, change: Partial<Intent> = {}): Intent => ({
  ...payment,
  kind: 'speedup',
  body: bodyOf(intentText(payment)),
  maxFee: String(BigInt(payment.maxFee) * 2n),
  id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a02',
  request: 'req-2',
  ...change,
});

/** Nothing in the place of a payment, for twice its fee. */
export const drop = (payment: Intent, change: Partial<Intent> = {}): Intent =>
  speedup(payment, {
    kind: 'drop',
    call: '',
    asset: payment.feeAsset,
    outputs: [{ address: payment.from, amount: '0', memo: '', entry: '', path: payment.path }],
    id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a03',
    request: 'req-3',
    ...change,
  });

/** A spender, so far a stranger, may take 250 USDC. */
export const allowance = (change: Partial<Intent> = {}, amount = '250000000', entry = ''): Intent =>
  transfer({
    kind: 'allowance',
    asset: { symbol: 'USDC', contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: '6' },
    outputs: [{ address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72', amount, memo: '', entry, path: '' }],
    ...change,
  });

/** A method of a contract with its arguments, as calls carry it. */
export function callData(method: string, ...values: readonly Value[]): string {
  const found = methodOf(method);
  if (!found) throw new Error(`no method: ${method}`);
  return `${found.selector}${bytesToHex(encodeArguments(found.inputs, values))}`;
}

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D';
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
export const stranger = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
export const ownAccount = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
export const swapMethod =
  'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)';
/** 250 USDC for what they bring of WETH, to the account itself. */
export const swapData = (to = ownAccount): string => callData(swapMethod, 250_000_000n, 1n, [usdc, weth], to, 99n);
export const usdcLeaves = (units = 250_000_000n): Outflow => ({ contract: usdc, units, decimals: '6', symbol: 'USDC' });

/** The first names a contract, the others whom it gives something; nothing goes along. */
export const named = (...addresses: readonly string[]): Intent['outputs'] =>
  addresses.map((address) => ({ address, amount: '0', memo: '', entry: '', path: '' }));

/** A call of a router that swaps 250 USDC. */
export const callIntent = (change: Partial<Intent> = {}): Intent =>
  transfer({ kind: 'call', outputs: named(router), call: callText(swapData(), [usdcLeaves()]), ...change });
/** EIP-2612: so many base units of USDC, to a stranger. */
export const permitOf = (value = '250000000', change: object = {}): object => ({
  types: {
    Permit: [
      ['owner', 'address'],
      ['spender', 'address'],
      ['value', 'uint256'],
      ['nonce', 'uint256'],
      ['deadline', 'uint256'],
    ].map(([name, type]) => ({ name, type })),
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: '31337', verifyingContract: usdc },
  message: { owner: ownAccount, spender: stranger, value, nonce: '0', deadline: '1790000000' },
  ...change,
});

/** A message, with whom it concerns. */
export function messageIntent(call: string, change: Partial<Intent> = {}): Intent {
  const { chain, from, path, feeAsset } = transfer();
  const read = readMessage({ call, chain, from });
  const names = typeof read === 'string' ? [from] : read.names;
  const outputs = named(...names).map((one) => ({ ...one, path: one.address === from ? path : '' }));
  return transfer({ kind: 'message', asset: feeAsset, call, outputs, maxFee: '0', conflict: 'none', ...change });
}
export const textIntent = (change: Partial<Intent> = {}): Intent =>
  messageIntent(textMessage('app.example wants you to sign in.\nNonce: 7'), change);
export const typedIntent = (typed: object, outflows: readonly Outflow[] = [], change: Partial<Intent> = {}): Intent =>
  messageIntent(typedMessage(readTypedData(typed), outflows), change);
export const permitIntent = (change: Partial<Intent> = {}): Intent => typedIntent(permitOf(), [usdcLeaves()], change);

/** Bytecode that nobody reads, and its constructor: `(address owner,uint256 cap)`. */
export const bytecode = '6080604052348015600f57600080fd5b50';
export const constructorInputs = '(address owner,uint256 cap)';
export const constructorArgs = (owner = stranger, cap = 250n): string =>
  callData('x(address owner,uint256 cap)', owner, cap).slice(10);
/** A contract is deployed. */
export function deployIntent(change: Partial<Intent> = {}): Intent {
  const { from, path, feeAsset } = transfer();
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  const call = deployText(bytecode, constructorArgs(), constructorInputs);
  return transfer({ kind: 'deploy', asset: feeAsset, outputs, call, ...change });
}

/** An own output is spent to pay for the transaction that it came by. */
export const child = (change: Partial<Intent> = {}): Intent => {
  const { from, path, feeAsset } = transfer();
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  return transfer({ kind: 'child', asset: feeAsset, outputs, call: `of ${'ab'.repeat(32)}`, ...change });
};

/** An output leaves whole, for what is inscribed on it. */
export const inscription = (change: Partial<Intent> = {}): Intent => {
  const { feeAsset } = transfer();
  const call = `inscription ${'cd'.repeat(32)}:1 ${'ab'.repeat(32)}i0`;
  const outputs = transfer().outputs.map((output) => ({ ...output, amount: '10000' }));
  return transfer({ kind: 'inscription', asset: feeAsset, outputs, call, ...change });
};

/** A payment of 100 ordi. */
export const brc20 = (change: Partial<Intent> = {}): Intent =>
  transfer({ kind: 'brc20', asset: { symbol: 'ordi', contract: 'brc20:6f726469', decimals: '18' }, ...change });

/** Many payments by one decision: so many rows of a payment's kind, each of another amount. */
export function batch(count: number, change: Partial<Intent> = {}): Intent {
  const outputs = Array.from({ length: count }, (_, i) => ({
    address: `0x${String(i % 7).repeat(40)}`,
    amount: String(1_000 + i),
    memo: '',
    entry: '',
    path: '',
  }));
  const made = transfer({
    kind: 'batch',
    outputs,
    id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a04',
    request: 'req-4',
    ...change,
  });
  return { ...made, call: change.call ?? batchCallOf(made.outputs) };
}

/** The same rows, paid by one transaction. @param contract '' where no contract pays them */
export function disperse(count: number, contract = `0x${'d1'.repeat(20)}`, change: Partial<Intent> = {}): Intent {
  const made = batch(count, { kind: 'disperse', request: 'req-5', ...change });
  return { ...made, call: change.call ?? disperseCallOf(made.outputs, contract) };
}

const none = { symbol: '', contract: '', decimals: '0' };

/** A policy change, a key ceremony, a request for key material: nothing of money in it. */
export function documentIntent(
  kind: Exclude<
    Intent['kind'],
    | 'transfer'
    | 'speedup'
    | 'drop'
    | 'allowance'
    | 'batch'
    | 'row'
    | 'disperse'
    | 'call'
    | 'child'
    | 'inscription'
    | 'brc20'
    | 'step'
    | StakeKind
  >,
  body: string,
  change: Partial<Intent> = {},
): Intent {
  return transfer({
    kind,
    body,
    wallet: '',
    keyGroup: '',
    path: '',
    chain: '',
    from: '',
    asset: none,
    feeAsset: none,
    outputs: [],
    maxFee: '0',
    conflict: 'none',
    initiator: 'ann',
    ...change,
  });
}

export const bitcoinTransfer = (change: Partial<Intent> = {}): Intent => {
  const btc = { symbol: 'BTC', contract: '', decimals: '8' };
  return transfer({
    path: 'm/0/7/0/0',
    chain: 'bitcoin:regtest',
    asset: btc,
    feeAsset: btc,
    from: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    outputs: [
      {
        address: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
        amount: '5000',
        memo: '',
        entry: '',
        path: '',
      },
    ],
    maxFee: '10000',
    conflict: 'bitcoin-inputs',
    ...change,
  });
};

export const keygenRequest = {
  v: '1' as const,
  domain: 'holdfast/keygen/v1' as const,
  deployment,
  ceremony: '0b8f7a52-0d6c-4a1e-9e1f-7b9f7f3f2c11',
  threshold: '2' as const,
  parties: ['1', '2', '3'] as ('1' | '2' | '3')[],
  recovery: { identity: hashOf('recovery identity'), channel: hashOf('recovery channel') },
};

export const exportRequest = {
  v: '1' as const,
  domain: 'holdfast/export/v1' as const,
  deployment,
  keyGroup: '00112233445566778899aabbccddeeff',
  epoch: '0',
  signer: '1',
  recipient: 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj',
};
