import { bodyOf, type Tx } from './codec.ts';
import {
  type Account,
  type Block,
  freeBytes,
  type Mined,
  price,
  Refused,
  transferIn,
  trial,
  usedBytes,
} from './ledger.ts';
import type { TronStandIn } from './node.ts';
import {
  delegatedBy,
  delegatedIn,
  delegatedOut,
  limitOf,
  mostLockBlocks,
  units as perCoin,
  resources,
  usedOf,
} from './stake.ts';
import type { Resource } from './state.ts';
import { saidBy } from './tokens.ts';

/** The part of java-tron's HTTP interface that the platform asks for, with `visible` addresses. */
type Method = (node: TronStandIn, body: Readonly<Record<string, unknown>>) => unknown;

const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string): string => hex.padStart(64, '0');
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : -1);

const callOf = ({ kind, owner, to, amount, data, resource, lock, lockPeriod }: Tx) => {
  if (kind === 'TransferContract') return { owner_address: owner, to_address: to, amount: Number(amount) };
  if (kind === 'TriggerSmartContract') return { owner_address: owner, contract_address: to, data };
  return {
    owner_address: owner,
    ...(to === '' ? {} : { receiver_address: to }),
    ...(amount > 0n
      ? {
          [kind === 'FreezeBalanceV2Contract'
            ? 'frozen_balance'
            : kind === 'UnfreezeBalanceV2Contract'
              ? 'unfreeze_balance'
              : 'balance']: Number(amount),
        }
      : {}),
    ...(resource === 'energy' ? { resource: 'ENERGY' } : {}),
    ...(lock ? { lock, lock_period: lockPeriod } : {}),
  };
};

const txJson = (tx: Tx, result?: Mined['result']) => ({
  ...(result ? { ret: [{ contractRet: result }] } : {}),
  txID: tx.id,
  raw_data: {
    contract: [
      { parameter: { value: callOf(tx), type_url: `type.googleapis.com/protocol.${tx.kind}` }, type: tx.kind },
    ],
    ref_block_bytes: tx.refBytes,
    ref_block_hash: tx.refHash,
    expiration: tx.expiration,
    timestamp: tx.timestamp,
    ...(tx.feeLimit > 0n ? { fee_limit: Number(tx.feeLimit) } : {}),
    ...(tx.memo === '' ? {} : { data: tx.memo }),
  },
});

const blockJson = (block: Block | undefined) =>
  block
    ? {
        blockID: block.id,
        block_header: {
          raw_data: {
            ...(block.height > 0 ? { number: block.height } : {}),
            parentHash: block.parent,
            timestamp: block.time,
          },
        },
        ...(block.mined.length > 0 ? { transactions: block.mined.map(({ tx, result }) => txJson(tx, result)) } : {}),
      }
    : {};

const infoJson = ({ height, time }: Block, { tx, result, fee, energy, netUsage, logs, freed = 0n }: Mined) => ({
  id: tx.id,
  ...(fee > 0n ? { fee: Number(fee) } : {}),
  blockNumber: height,
  blockTimeStamp: time,
  ...(freed > 0n ? { withdraw_expire_amount: Number(freed) } : {}),
  receipt: {
    ...(netUsage > 0 ? { net_usage: netUsage } : {}),
    ...(tx.kind === 'TriggerSmartContract' ? { energy_usage_total: Number(energy), result } : {}),
  },
  ...(tx.kind === 'TriggerSmartContract' ? { contract_address: tx.to } : {}),
  ...(result === 'SUCCESS' ? {} : { result: 'FAILED' }),
  ...(logs.length > 0
    ? {
        log: logs.map((log) => ({
          address: bodyOf(log.contract),
          topics: [topic, word(bodyOf(log.from)), word(bodyOf(log.to))],
          data: word(log.amount.toString(16)),
        })),
      }
    : {}),
});

const isToken = (node: TronStandIn, contract: string): boolean =>
  [...node.state().tokens.keys()].some((key) => key.startsWith(`${contract}|`));

/** `transfer`, `balanceOf` and what a token says of itself, tried and not done. */
const constant: Method = (node, { owner_address, contract_address, data }) => {
  const [owner, contract, call] = [text(owner_address), text(contract_address), text(data)];
  if (!isToken(node, contract)) return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'No contract' } };
  const said = saidBy(contract, call);
  if (said !== undefined) return { result: { result: true }, energy_used: 1_000, constant_result: [said] };
  const holder = /^70a082310{24}(.{40})$/.exec(call)?.[1];
  if (holder !== undefined) {
    const units =
      [...node.state().tokens].find(
        ([key]) => key.startsWith(`${contract}|`) && bodyOf(key.split('|')[1] ?? '') === holder,
      )?.[1] ?? 0n;
    return { result: { result: true }, energy_used: 1_000, constant_result: [word(units.toString(16))] };
  }
  const transfer = transferIn(call);
  if (!transfer) return { result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') } };
  const to = [
    ...node.state().accounts.keys(),
    ...[...node.state().tokens.keys()].map((key) => key.split('|')[1] ?? ''),
  ].find((name) => bodyOf(name) === transfer.body);
  const { moves, energy } = trial(node.state(), contract, owner, to ?? '', transfer.amount);
  return moves
    ? { result: { result: true }, energy_used: Number(energy), constant_result: [word('1')] }
    : {
        result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
        energy_used: Number(energy),
      };
};

const maxFeeLimit = 15_000_000_000n;
const precision = 1_000_000n;

/** java-tron tries with one limit after another, until it knows to a coin which is enough: so it tells a little more than is used. */
function enoughFor(energy: bigint): bigint {
  const needed = energy * price.energy;
  let [low, high] = [needed, maxFeeLimit];
  for (let limit = 2n * low; limit < high; ) {
    if (limit >= needed) high = limit;
    else low = limit;
    if (low + precision >= high) break;
    limit = (low + high) / 2n;
  }
  return (high + price.energy - 1n) / price.energy;
}

/** Operators have to switch it on. */
const estimate: Method = (node, body) => {
  const refused = (code: string, message: string) => ({ result: { code, message } });
  if (!node.estimates()) return refused('CONTRACT_VALIDATE_ERROR', 'this node does not support estimate energy');
  const tried = constant(node, body) as { result: { message?: string; code?: string }; energy_used?: number };
  if (tried.result.code !== undefined) return tried;
  if (tried.result.message !== undefined) return refused('CONTRACT_EXE_ERROR', tried.result.message);
  return { result: { result: true }, energy_required: Number(enoughFor(BigInt(tried.energy_used ?? 0))) };
};

const broadcast: Method = (node, { transaction }) => {
  try {
    return { result: true, code: 'SUCCESS', txid: node.send(text(transaction)).id };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { code: error.code, message: Buffer.from(error.message).toString('hex') };
  }
};

/** Amounts of nothing are left out. */
const some = (key: string, amount: bigint) => (amount > 0n ? { [key]: Number(amount) } : {});
const enumerated = { bandwidth: {}, energy: { type: 'ENERGY' } } as const;

function accountJson(node: TronStandIn, address: string, { balance, staked, unfreezing }: Account) {
  const state = node.state();
  const delegated = (resource: Resource) => ({
    ...some(`delegated_frozenV2_balance_for_${resource}`, delegatedOut(state, address, resource)),
    ...some(`acquired_delegated_frozenV2_balance_for_${resource}`, delegatedIn(state, address, resource)),
  });
  return {
    address,
    ...some('balance', balance),
    ...delegated('bandwidth'),
    account_resource: delegated('energy'),
    frozenV2: [
      ...resources.map((resource) => ({ ...enumerated[resource], ...some('amount', staked[resource]) })),
      { type: 'TRON_POWER' },
    ],
    unfrozenV2: unfreezing.map(({ resource, amount, freeAt }) => ({
      ...enumerated[resource],
      unfreeze_amount: Number(amount),
      unfreeze_expire_time: freeAt,
    })),
  };
}

function resourceJson(node: TronStandIn, address: string, account: Account) {
  const state = node.state();
  const names = { bandwidth: 'Net', energy: 'Energy' } as const;
  const meter = (resource: Resource) => ({
    ...some(`${names[resource]}Used`, usedOf(account, resource, node.now())),
    ...some(`${names[resource]}Limit`, limitOf(state, address, resource)),
  });
  return {
    TotalNetLimit: Number(perCoin.bandwidth),
    TotalNetWeight: 1,
    TotalEnergyLimit: Number(perCoin.energy),
    TotalEnergyWeight: 1,
    freeNetLimit: freeBytes,
    freeNetUsed: usedBytes(account, node.now()),
    ...meter('bandwidth'),
    ...meter('energy'),
  };
}

const parameter = (key: string, value: bigint) => ({ key, value: Number(value) });

export const methods: Readonly<Record<string, Method>> = {
  'wallet/getnowblock': (node) => blockJson(node.head()),
  'walletsolidity/getnowblock': (node) => blockJson(node.solid()),
  'wallet/getblockbynum': (node, { num }) => blockJson(node.block(count(num))),
  'wallet/getblockbyid': (node, { value }) => blockJson(node.byId(text(value))),
  'wallet/getblockbylimitnext': (node, { startNum, endNum }) => {
    const [from, to] = [count(startNum), count(endNum)];
    const block = Array.from({ length: Math.min(100, Math.max(0, to - from)) }, (_, n) => node.block(from + n));
    return { block: block.flatMap((each) => (each ? [blockJson(each)] : [])) };
  },
  'wallet/gettransactioninfobyblocknum': (node, { num }) => {
    const block = node.block(count(num));
    return block ? block.mined.map((mined) => infoJson(block, mined)) : [];
  },
  'wallet/gettransactioninfobyid': (node, { value }) => {
    const found = node.mined(text(value));
    return found ? infoJson(found.block, found.mined) : {};
  },
  'wallet/gettransactionfrompending': (node, { value }) => {
    const tx = node.pending().find(({ id }) => id === value);
    return tx ? txJson(tx) : {};
  },
  'wallet/getaccount': (node, { address }) => {
    const account = node.state().accounts.get(text(address));
    return account ? accountJson(node, text(address), account) : {};
  },
  'wallet/getaccountresource': (node, { address }) => {
    const account = node.state().accounts.get(text(address));
    return account ? resourceJson(node, text(address), account) : {};
  },
  'wallet/getdelegatedresourceaccountindexv2': (node, { value }) => ({
    account: value,
    toAccounts: [...new Set(delegatedBy(node.state(), text(value)).map(({ to }) => to))],
  }),
  'wallet/getdelegatedresourcev2': (node, { fromAddress, toAddress }) => ({
    delegatedResource: delegatedBy(node.state(), text(fromAddress))
      .filter(({ to }) => to === toAddress)
      .map(({ from, to, resource, amount, lockedUntil }) => ({
        from,
        to,
        [`frozen_balance_for_${resource}`]: Number(amount),
        ...(lockedUntil > 0 ? { [`expire_time_for_${resource}`]: lockedUntil } : {}),
      })),
  }),
  'wallet/getcandelegatedmaxsize': (node, { owner_address, type }) =>
    some('max_size', node.state().accounts.get(text(owner_address))?.staked[type === 1 ? 'energy' : 'bandwidth'] ?? 0n),
  'wallet/getcontract': (node, { value }) => (isToken(node, text(value)) ? { contract_address: value } : {}),
  'wallet/triggerconstantcontract': constant,
  'wallet/estimateenergy': estimate,
  'wallet/broadcasthex': broadcast,
  'wallet/getchainparameters': (node) => ({
    chainParameter: [
      parameter('getEnergyFee', price.energy),
      parameter('getTransactionFee', price.byte),
      parameter('getCreateNewAccountFeeInSystemContract', price.account),
      parameter('getCreateAccountFee', price.accountBytes),
      parameter('getMemoFee', price.memo),
      parameter('getUnfreezeDelayDays', BigInt(node.state().unfreezeDays)),
      parameter('getMaxDelegateLockPeriod', BigInt(mostLockBlocks)),
    ],
  }),
};
