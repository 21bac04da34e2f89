import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { addressBytes } from '../src/tron/address.ts';
import { readRawData } from '../src/tron/decode.ts';
import { writeMessage } from '../src/tron/protobuf.ts';
import * as schema from '../src/tron/schema.ts';

/** Every kind of transaction that java-tron's `core/Tron.proto` names (`Transaction.Contract.ContractType`), with its number. */
const kinds: Readonly<Record<string, number>> = {
  AccountCreateContract: 0,
  TransferContract: 1,
  TransferAssetContract: 2,
  VoteAssetContract: 3,
  VoteWitnessContract: 4,
  WitnessCreateContract: 5,
  AssetIssueContract: 6,
  WitnessUpdateContract: 8,
  ParticipateAssetIssueContract: 9,
  AccountUpdateContract: 10,
  FreezeBalanceContract: 11,
  UnfreezeBalanceContract: 12,
  WithdrawBalanceContract: 13,
  UnfreezeAssetContract: 14,
  UpdateAssetContract: 15,
  ProposalCreateContract: 16,
  ProposalApproveContract: 17,
  ProposalDeleteContract: 18,
  SetAccountIdContract: 19,
  CustomContract: 20,
  CreateSmartContract: 30,
  TriggerSmartContract: 31,
  GetContract: 32,
  UpdateSettingContract: 33,
  ExchangeCreateContract: 41,
  ExchangeInjectContract: 42,
  ExchangeWithdrawContract: 43,
  ExchangeTransactionContract: 44,
  UpdateEnergyLimitContract: 45,
  AccountPermissionUpdateContract: 46,
  ClearABIContract: 48,
  UpdateBrokerageContract: 49,
  ShieldedTransferContract: 51,
  MarketSellAssetContract: 52,
  MarketCancelOrderContract: 53,
  FreezeBalanceV2Contract: 54,
  UnfreezeBalanceV2Contract: 55,
  WithdrawExpireUnfreezeContract: 56,
  DelegateResourceContract: 57,
  UnDelegateResourceContract: 58,
  CancelAllUnfreezeV2Contract: 59,
};
const owner = addressBytes('TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8');
const other = addressBytes('TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE');

/** A transaction that calls itself by a name and by a number, and says what a payment of coins says. */
function calling(name: string, number: number): string {
  const value = writeMessage(schema.transferContract, { owner, to: other, amount: 5n });
  const parameter = writeMessage(schema.parameter, { typeUrl: utf8ToBytes(schema.typeUrl(name)), value });
  const bytes = writeMessage(schema.raw, {
    refBlockBytes: hexToBytes('41aa'),
    refBlockHash: hexToBytes('b2d2c13c86e8bd88'),
    expiration: 1_760_000_300_000n,
    contract: writeMessage(schema.contract, { type: BigInt(number), parameter }),
    timestamp: 1_760_000_000_000n,
  });
  try {
    return readRawData(bytes).payment.kind;
  } catch (error) {
    return String(error);
  }
}

describe('a transaction of each kind that the network knows', () => {
  const all = Object.entries(kinds);
  const own = Object.entries(schema.kinds).map(([name, number]) => [name, Number(number)] as const);

  it('has the number that we write where we make it, seven of them', () => {
    expect(own).toHaveLength(7);
    for (const [name, number] of own) expect([name, kinds[name]]).toEqual([name, number]);
  });

  it.each(all.filter(([name]) => !(name in schema.kinds)))('is refused by its name: %s', (name, number) => {
    expect(calling(name, number)).toMatch(new RegExp(`badBytes: ${name}$`));
    // Nor under the number of one that we make, nor under its name.
    for (const [ownName, ownNumber] of own) {
      expect(calling(name, ownNumber)).toMatch(new RegExp(`badBytes: ${name}$`));
      expect(calling(ownName, number)).toMatch(new RegExp(`badBytes: ${ownName}$`));
    }
  });

  it('that we make is refused under the number of another, and under none that nobody gave', () => {
    for (const [name, number] of own)
      for (const wrong of [...all.map(([, each]) => each), 7, 21, 47, 60, 100].filter((each) => each !== number))
        expect(calling(name, wrong)).toMatch(new RegExp(`badBytes: ${name}$`));
    expect(calling('TransferContract', 1)).toBe('transfer');
  });

  it('is refused by its name, or as a type, where the name is one that the network has not', () => {
    for (const name of ['NewContract', 'transfercontract', 'TransferContract2'])
      expect(calling(name, 1)).toMatch(new RegExp(`badBytes: ${name}$`));
    for (const name of ['', 'Transfer Contract', 'x'.repeat(65), 'protocol.TransferContract'])
      expect(calling(name, 1)).toMatch(/badBytes: type$/);
  });
});
