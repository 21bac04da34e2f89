import {
  type ChainConfig,
  ChainError,
  type EcdsaSigHash,
  type FeeOffer,
  type FeePlan,
  type FeeTier,
  isTokenContract,
  type UnsignedTx,
} from '@holdfast/chains';
import {
  checkFee,
  ecdsaOnly,
  type FamilyOf,
  opaque,
  planFields,
  planText,
  readTransfer,
  recoverKey,
} from '@holdfast/chains/register';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { addressPattern, checkSlateAddress, slateAddressOf } from './address.ts';
import { digestOf, readTx, txidOf, writeTx } from './bytes.ts';

type SlatePlan = { readonly family: 'slate'; readonly nonce: string; readonly units: string; readonly price: string };
interface UnsignedSlateTx extends UnsignedTx {
  readonly sighashes: readonly EcdsaSigHash[];
}
type Typed = FamilyOf<SlatePlan, UnsignedSlateTx>;

const facts = {
  id: 'slate',
  curve: 'secp256k1',
  coinType: 7010,
  model: 'account',
  conflict: 'slate-turn',
  memo: 'none',
  networkIsSigned: true,
  hasContracts: true,
  namesCalls: true,
  hasAllowances: false,
  tokensByContract: true,
  hasCalls: false,
  addressPattern,
  feeUnit: 'chip/unit',
  waitSeconds: [3, 2, 1],
  addressOf: (_: ChainConfig, publicKey: Uint8Array) => slateAddressOf(publicKey),
  checkAddress: (_: ChainConfig, text: string) => checkSlateAddress(text),
} as const;

/** Units of work: of a payment of the coin, and of one of a token. */
export const unitsOf = (contract: string): bigint => (contract === '' ? 10n : 25n);
/** What is charged: half of the most that it may cost. */
export const chargeOf = (units: bigint, price: bigint): bigint => (units * price) / 2n;

const whole = /^(0|[1-9]\d{0,17})$/;
const planOf = (nonce: string, { units = '', price = '' }: FeePlan): SlatePlan => ({
  family: facts.id,
  nonce: planText(nonce, whole, 'nonce'),
  units: planText(units, whole, 'units'),
  price: planText(price, whole, 'price'),
});

const readPlan: Typed['readPlan'] = (value) => {
  const { family, nonce, units, price } = planFields(value, ['family', 'nonce', 'units', 'price'], 'plan');
  planText(family, /^slate$/, 'family');
  return planOf(planText(nonce, whole, 'nonce'), {
    units: planText(units, whole, 'units'),
    price: planText(price, whole, 'price'),
  });
};

const build: Typed['build'] = (chain, intent, plan, keyAt) => {
  const { asset, path, outputs, feeCap } = readTransfer(facts, chain, intent);
  const [output] = outputs;
  if (!output || outputs.length !== 1) throw new ChainError('badIntent', 'outputs: exactly one');
  if (isTokenContract(chain, output.address)) throw new ChainError('badAddress', 'the contract of a token');
  const from = slateAddressOf(keyAt(path));
  if (from !== intent.from) throw new ChainError('notOurs', `${intent.from} is not at ${path}`);
  const [nonce, units, price] = [BigInt(plan.nonce), BigInt(plan.units), BigInt(plan.price)];
  checkFee(units * price, feeCap);
  const payment = { to: output.address, contract: asset.contract, amount: output.amount };
  const bytes = writeTx({ chain: chain.id, nonce, units, price, from, ...payment });
  return {
    family: facts.id,
    chain: chain.id,
    bytes: bytesToHex(bytes),
    sighashes: [{ scheme: 'ecdsa', path, digest: bytesToHex(digestOf(bytes)) }],
    fee: String(units * price),
    conflict: { family: facts.id, chain: chain.id, account: from, nonce: plan.nonce },
  };
};

const decode: Typed['decode'] = (_, unsigned) => {
  const bytes = hexToBytes(unsigned.bytes);
  const { chain, nonce, units, price, from, to, contract, amount } = readTx(bytes);
  const digest = bytesToHex(digestOf(bytes));
  const [asked] = unsigned.sighashes;
  if (asked?.digest !== digest || unsigned.sighashes.length !== 1)
    throw new ChainError('sighashMismatch', 'not the hash of these bytes');
  return {
    family: facts.id,
    chain,
    sources: [{ path: asked.path, address: from, amount: String(amount) }],
    outputs: [{ address: to, amount: String(amount), contract }],
    fee: String(units * price),
    conflict: { family: facts.id, chain, account: from, nonce: String(nonce) },
    sighashes: [{ scheme: 'ecdsa', path: asked.path, digest }],
    plan: { nonce: String(nonce), units: String(units), price: String(price) },
  };
};

const compare: Typed['compare'] = ({ intent, decoded, plan, extra }, same) => {
  same('outputs', '', extra.map(({ address }) => address).join());
  for (const field of ['nonce', 'units', 'price'] as const)
    same(`plan.${field}`, plan[field], String(decoded.plan[field]));
  same('sources', `${intent.path} ${intent.from}`, decoded.sources.map((s) => `${s.path} ${s.address}`).join());
};

const attach: Typed['attach'] = (_, { bytes, sighashes }, signatures) => {
  const [signature] = ecdsaOnly(signatures);
  if (!signature || signatures.length !== 1 || sighashes.length !== 1)
    throw new ChainError('badSignature', 'exactly one is needed');
  const body = hexToBytes(bytes);
  if (slateAddressOf(recoverKey(signature, digestOf(body))) !== readTx(body).from)
    throw new ChainError('badSignature', 'another key made it');
  const hex = (value: bigint): string => value.toString(16).padStart(64, '0');
  const raw = `${bytes}${hex(signature.r)}${hex(signature.s)}0${signature.recid}`;
  return { raw, txid: txidOf(raw) };
};

function feeOffer({ level, rate, plan }: FeeTier, units: bigint): FeeOffer {
  const price = BigInt(plan.price ?? '');
  return { level, rate, fee: chargeOf(units, price), maxFee: units * price, plan: { units: String(units), ...plan } };
}

/** An account chain that exists in tests only. */
export const slate = opaque<SlatePlan, UnsignedSlateTx>({
  ...facts,
  maxOutputs: 1,
  leastPayment: () => 1n,
  readPlan,
  changePathOf: () => '',
  untilOf: () => undefined,
  build,
  decode,
  compare,
  attach,
  laneOf: ({ chain, account, nonce }) => `${chain}|${account}|${BigInt(nonce)}`,
  planAt: (nonce, fees) => planOf(String(nonce), fees),
  gasWithoutEstimate: ({ contract }) => unitsOf(contract),
  feeOffer,
  replaceFees: (old, { price = '' }) => {
    const [least, wish] = [(BigInt(old.price) * 110n + 99n) / 100n, BigInt(price)];
    return { ...old, price: String(wish > least ? wish : least) };
  },
});
