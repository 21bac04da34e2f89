import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../json-rpc.ts';
import { devAccounts } from './anvil.ts';
import { bytecode } from './token.ts';

/** `answerRound(uint80,int256,uint256,uint80)` of contracts/DevFeed.sol. */
const answerRound = '0x6cc24f36';

const word = (value: bigint | number): string => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');

function textWords(text: string): string {
  const hex = Buffer.from(text).toString('hex');
  return word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
}

async function mined(call: Call, transaction: object): Promise<{ readonly contractAddress: string | null }> {
  const hash = await call<string>('eth_sendTransaction', transaction);
  for (let round = 0; round < 100; round++) {
    await call('evm_mine');
    const receipt = await call<{ contractAddress: string | null } | null>('eth_getTransactionReceipt', hash);
    if (receipt) return receipt;
    await sleep(20);
  }
  throw new Error('the local node makes no block with it');
}

/** One round of a feed, as it is told. */
export interface Round {
  readonly answer: bigint;
  /** Epoch seconds. */
  readonly updatedAt: number;
  readonly round?: number;
  readonly answeredIn?: number;
}
/** A price feed on the local chain. */
export interface DevFeed {
  readonly address: string;
  say(round: Round): Promise<void>;
}

/** Deploys a feed of the shape that Chainlink's have. @param description such as `ETH / USD` */
export async function deployFeed(call: Call, decimals: number, description: string): Promise<DevFeed> {
  const data = `${bytecode('DevFeed')}${word(decimals)}${word(64)}${textWords(description)}`;
  const { contractAddress: address } = await mined(call, { from: devAccounts.second, data });
  if (address === null) throw new Error('no feed was deployed');
  return {
    address,
    async say({ answer, updatedAt, round = 1, answeredIn = round }) {
      const told = `${answerRound}${[round, answer, updatedAt, answeredIn].map(word).join('')}`;
      await mined(call, { from: devAccounts.second, to: address, data: told });
    },
  };
}
