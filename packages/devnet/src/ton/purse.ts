import {
  Address,
  beginCell,
  Cell,
  comment as commentBody,
  contractAddress,
  type Message,
  type StateInit,
} from '@ton/core';
import { jettonMinterCode, jettonWalletCode } from './jetton-code.ts';
import { messageCell } from './machine.ts';
import type { TonNode } from './node.ts';

/** Whose coins the faucet gives: nobody's. Its messages come out of nowhere, and what is sent there is lost. */
export const purse = new Address(0, Buffer.from('f0'.repeat(32), 'hex'));

const ton = 1_000_000_000n;

function messageFrom(to: Address, value: bigint, body: Cell, init?: StateInit, bounce = false): Message {
  return {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce,
      bounced: false,
      src: purse,
      dest: to,
      value: { coins: value },
      ihrFee: 0n,
      forwardFee: 0n,
      createdLt: 0n,
      createdAt: 0,
    },
    init: init ?? null,
    body,
  };
}

const bocOf = (message: Message): string => messageCell(message).toBoc().toString('base64');

const bodyFor = (comment: string): Cell => (comment === '' ? new Cell() : commentBody(comment));

/** @param units nanotons @returns hash of the message, hex */
export const pay = (node: TonNode, address: string, units: bigint, comment: string): string =>
  node.inject(bocOf(messageFrom(Address.parse(address), units, bodyFor(comment))));

const walletCode = Cell.fromBase64(jettonWalletCode);
/** Where a jetton says what it is. Whoever likes makes another that says the same of itself. */
const listed = 'https://localhost/note.json';

function minterOf(about: string): StateInit {
  const content = beginCell().storeUint(1, 8).storeStringTail(about).endCell();
  const data = beginCell().storeCoins(0).storeAddress(purse).storeRef(content).storeRef(walletCode).endCell();
  return { code: Cell.fromBase64(jettonMinterCode), data };
}

export const jettonMaster = contractAddress(0, minterOf(listed));

interface Minted {
  readonly comment: string;
  /** Of which jetton; missing = the listed one. */
  readonly about?: string;
  /** Nothing goes with it to tell its owner. */
  readonly silent?: boolean;
}

/** The minter exists from the first jetton on. @param units of the jetton @returns hash of the message, hex */
export function mint(
  node: TonNode,
  address: string,
  units: bigint,
  { comment, about = listed, silent = false }: Minted,
): string {
  const init = minterOf(about);
  const minter = contractAddress(0, init);
  const payload = beginCell()
    .storeUint(0x178d4519, 32)
    .storeUint(0, 64)
    .storeCoins(units)
    .storeAddress(minter)
    .storeAddress(purse)
    .storeCoins(silent ? 0n : 1n)
    .storeMaybeRef(comment === '' ? null : commentBody(comment))
    .endCell();
  const order = beginCell()
    .storeUint(21, 32)
    .storeUint(0, 64)
    .storeAddress(Address.parse(address))
    .storeCoins(ton / 10n)
    .storeRef(payload)
    .endCell();
  return node.inject(bocOf(messageFrom(minter, ton / 2n, order, init, true)));
}
