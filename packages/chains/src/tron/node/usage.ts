import { bytesToHex } from '@noble/hashes/utils.js';
import type { Usage } from '../../resources.ts';
import type { GasRequest } from '../../rpc/calls.ts';
import { RpcError } from '../../rpc/errors.ts';
import { countOf, fieldsOf, listOf, textOf } from '../../rpc/shape.ts';
import type { FeeTier } from '../../types.ts';
import { addressBytes } from '../address.ts';
import { prices } from '../fees.ts';
import { bandwidthOf } from './bandwidth.ts';
import type { TronNode } from './http.ts';
import { parameters } from './parameters.ts';
import { metersIn } from './resources.ts';
import { unitsOf } from './shape.ts';

/** Of a token's transfer that cannot be tried yet, as when the payer holds none: the dearest that is common. */
const energyWithoutTrial = 150_000n;
/** Bytes of a payment as nodes count them. */
const usualBytes = { coin: 270n, token: 350n } as const;

export const word = (hex: string): string => hex.padStart(64, '0');
export const bodyOf = (address: string): string => bytesToHex(addressBytes(address).subarray(1));

/** Signers count what the chain asks beside energy by fixed numbers. Where it asks more, no payment is offered. */
function demandCounted(asked: ReadonlyMap<string, bigint>): void {
  const of = (key: string): bigint => asked.get(key) ?? 0n;
  const account = of('getCreateNewAccountFeeInSystemContract') + of('getCreateAccountFee');
  const isCounted =
    of('getTransactionFee') <= prices.byte && account <= prices.account && of('getMemoFee') <= prices.memo;
  if (!isCounted) throw new RpcError('unsupported', 'the network asks more than is counted');
}

/** Nobody pays more to be faster, so all three are the same. */
export async function fees(node: TronNode): Promise<readonly [FeeTier, FeeTier, FeeTier]> {
  const asked = await parameters(node);
  demandCounted(asked);
  const energyPrice = String(asked.get('getEnergyFee') ?? 0n);
  const tier = (level: 1 | 2 | 3): FeeTier => ({ level, rate: energyPrice, plan: { energyPrice }, estimated: true });
  return [tier(1), tier(2), tier(3)];
}

/** A call that changes nothing. @throws RpcError `nodeError` where the contract ends it */
export async function constantCall(node: TronNode, from: string, contract: string, data: string) {
  const call = { owner_address: from, contract_address: contract, data };
  const reply = await node.askFor('wallet/triggerconstantcontract', call);
  const result = fieldsOf(reply.result ?? {}, 'result');
  if (result.result !== true || result.message !== undefined) {
    const message = String(result.message ?? result.code ?? 'no result').slice(0, 300);
    throw new RpcError('nodeError', 'the trial failed', { code: 0, message });
  }
  return {
    energy: unitsOf(reply.energy_used, 'energy_used'),
    results: listOf(reply.constant_result, 'constant_result'),
  };
}

export async function tokenBalance(node: TronNode, address: string, contract: string): Promise<bigint> {
  const { results } = await constantCall(node, address, contract, `70a08231${word(bodyOf(address))}`); // balanceOf(address)
  return BigInt(`0x${textOf(results[0], /^[0-9a-f]{64}$/, 'balanceOf')}`);
}

/** What a node finds enough by trying one limit after another. Few have it switched on, so nothing depends on its answer: 0 where there is none. */
async function estimatedEnergy(node: TronNode, from: string, contract: string, data: string): Promise<bigint> {
  const call = { owner_address: from, contract_address: contract, data };
  try {
    const { energy_required } = await node.askFor('wallet/estimateenergy', call);
    return BigInt(countOf(energy_required ?? 0, 'energy_required'));
  } catch (error) {
    if (error instanceof RpcError) return 0n;
    throw error;
  }
}

const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The higher of what a plain trial uses and what is estimated: some contracts need more to be there than they use. */
async function energyOf(node: TronNode, { from, to, amount, contract }: GasRequest): Promise<bigint> {
  if (contract === '') return 0n;
  const data = `a9059cbb${word(bodyOf(to))}${word(amount.toString(16))}`;
  const trial = constantCall(node, from, contract, data).then(
    ({ energy }) => energy,
    (error: unknown) => {
      if (error instanceof RpcError && error.code === 'nodeError') return energyWithoutTrial;
      throw error;
    },
  );
  const [used, estimated] = await Promise.all([trial, estimatedEnergy(node, from, contract, data)]);
  return higher(used, estimated);
}

/** Does the payee hold none of the token yet? A token that does not tell is taken for one that it holds. */
async function isFirst(node: TronNode, { to, contract }: GasRequest): Promise<boolean> {
  if (contract === '') return false;
  try {
    return (await tokenBalance(node, to, contract)) === 0n;
  } catch (error) {
    if (error instanceof RpcError && error.code === 'nodeError') return false;
    throw error;
  }
}

export async function usage(node: TronNode, request: GasRequest & { readonly memo: string }): Promise<Usage> {
  const { from, to, contract, memo } = request;
  const [own, payee, energy, firstOfToken] = await Promise.all([
    node.askFor('wallet/getaccountresource', { address: from }).then(metersIn),
    node.askFor('wallet/getaccount', { address: to }),
    energyOf(node, request),
    isFirst(node, request),
  ]);
  const bytes = (contract === '' ? usualBytes.coin : usualBytes.token) + BigInt(memo.length);
  const isNew = contract === '' && payee.address === undefined;
  const { limit, used } = own.energy;
  return {
    energy,
    ownEnergy: limit - used,
    // A new account is paid for, and its bytes with it.
    bandwidth: isNew ? { needed: bytes, covered: bytes, fee: 0n } : bandwidthOf(own, bytes),
    activationFee: isNew ? prices.account : 0n,
    memoFee: memo === '' ? 0n : prices.memo,
    firstOfToken,
  };
}
