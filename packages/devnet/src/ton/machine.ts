import {
  Address,
  beginCell,
  Cell,
  loadShardAccount,
  loadTransaction,
  type Message,
  parseTuple,
  type ShardAccount,
  storeMessage,
  storeShardAccount,
  type Transaction,
  type TupleItem,
} from '@ton/core';
import { createEmptyShardAccount, defaultConfig, Executor } from '@ton/sandbox';

/**
 * The network's own code for one transaction: the emulator of `@ton/sandbox`, which is the reference node's, compiled. All phases and fees are real, by a
 * configuration of the main network. What is around it is ours: blocks, the queue of messages, and what is kept.
 */

/** Accounts as they are between blocks: `0:hash` → a shard account, base64. */
export type Accounts = ReadonlyMap<string, string>;

export interface Ran {
  readonly tx: Transaction;
  readonly hash: string;
  readonly boc: string;
  readonly account: string;
}

export interface Machine {
  /** @throws NotAccepted for a message from outside that the account does not take */
  run(accounts: Accounts, message: Message, at: { readonly now: number; readonly lt: bigint }): Promise<Ran>;
  get(
    accounts: Accounts,
    address: Address,
    method: string,
    stack: TupleItem[],
    now: number,
  ): Promise<{ readonly exitCode: number; readonly stack: readonly TupleItem[] }>;
}

export class NotAccepted extends Error {}

export const packed = (account: ShardAccount): string =>
  beginCell().store(storeShardAccount(account)).endCell().toBoc().toString('base64');
export const unpacked = (text: string): ShardAccount => loadShardAccount(Cell.fromBase64(text).beginParse());

export const messageCell = (message: Message): Cell => beginCell().store(storeMessage(message)).endCell();

const common = {
  config: defaultConfig,
  libs: null,
  verbosity: 'short',
  randomSeed: null,
  ignoreChksig: false,
} as const;

/** CRC-16/XMODEM of a get-method's name, as FunC makes its id. */
function methodId(name: string): number {
  let crc = 0;
  for (const byte of Buffer.from(name)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc | 0x10000;
}

export async function startMachine(): Promise<Machine> {
  const executor = await Executor.create();
  return {
    async run(accounts, message, at) {
      const to = message.info.dest;
      if (!Address.isAddress(to)) throw new NotAccepted('no such receiver');
      const shardAccount = accounts.get(to.toRawString()) ?? packed(createEmptyShardAccount(to));
      const args = { ...common, ...at, shardAccount, message: messageCell(message), debugEnabled: false };
      const { result } = await executor.runTransaction(args);
      if (!result.success) {
        const code = result.vmResults?.vmExitCode;
        throw new NotAccepted(
          code === undefined ? result.error : `External message was not accepted, exitcode=${code}`,
        );
      }
      const cell = Cell.fromBase64(result.transaction);
      return {
        tx: loadTransaction(cell.beginParse()),
        hash: cell.hash().toString('base64'),
        boc: result.transaction,
        account: result.shardAccount,
      };
    },
    async get(accounts, address, method, stack, now) {
      const known = accounts.get(address.toRawString());
      const account = known === undefined ? undefined : unpacked(known).account;
      const state = account?.storage.state;
      if (state?.type !== 'active' || !state.state.code || !state.state.data) return { exitCode: -13, stack: [] };
      const { output } = await executor.runGetMethod({
        code: state.state.code,
        data: state.state.data,
        methodId: methodId(method),
        stack,
        config: defaultConfig,
        verbosity: 'short',
        address,
        unixTime: now,
        balance: account?.storage.balance.coins ?? 0n,
        randomSeed: Buffer.alloc(32),
        gasLimit: 10_000_000n,
        debugEnabled: false,
      });
      if (!output.success) return { exitCode: -1, stack: [] };
      return { exitCode: output.vm_exit_code, stack: parseTuple(Cell.fromBase64(output.stack)) };
    },
  };
}
