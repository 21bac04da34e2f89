import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { ApiError, client, web3 } from '@holdfast/contract';
import { addressesIn, missingSigners, type ProvenAddress } from '@holdfast/policy';
import { honestText } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { CliError } from '../exit.ts';
import { loadKey } from '../key-file.ts';
import { feeCapOf } from '../pay.ts';
import { signedSend } from '../signed-server.ts';
import type { Terminal } from '../terminal.ts';
import type { Account } from './account.ts';
import type { Asked } from './asked.ts';
import { attend, type Connector, openConnector } from './connect.ts';
import { listen } from './listen.ts';
import type { Wallet } from './methods.ts';
import { readerOf } from './node.ts';
import { ask, type Order, Over } from './orders.ts';
import { outcomeOf } from './outcome.ts';

export interface RpcOptions {
  readonly server: string;
  readonly signer: string;
  readonly app: string;
  readonly key: string;
  /** sub_wallet_id. */
  readonly wallet: string;
  /** Its id, such as evm:1. */
  readonly chain: string;
  /** A node of that network, for whatever is only read. */
  readonly node: string;
  readonly port: string;
  /** Decimal text, in the coin that fees are paid in. */
  readonly maxFee?: string | undefined;
  /** Seconds. */
  readonly wait: string;
  readonly origins: readonly string[];
  readonly passphraseFile?: string | undefined;
  /** Id of a project of WalletConnect's relay; without one nobody connects by it. */
  readonly walletConnect?: string | undefined;
  /** Another relay than its usual one. */
  readonly relay?: string | undefined;
}

/** @throws CliError usage */
function wholeOf(text: string, what: string, [least, most]: readonly [number, number]): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new CliError('usage', `${what} is a number from ${least} to ${most}`);
  return value;
}

/** The number by which transactions of the network are told from those of others (EIP-155). @throws CliError usage for one without */
function chainIdOf(chain: string): bigint {
  const [, number] = /^[a-z]+:([1-9]\d{0,18})$/.exec(chain) ?? [];
  if (number === undefined)
    throw new CliError('usage', `${chain} is no network with contracts that wallets connect to`);
  return BigInt(number);
}

async function askerOf(terminal: Terminal, options: RpcOptions): Promise<Omit<Account, 'at'>> {
  const key = await loadKey(terminal, options.key, options.passphraseFile);
  const facts = await signerFacts(options.signer);
  const chain = facts.chains.find(({ id }) => id === options.chain);
  const coin = chain?.assets.find(({ contract }) => contract === '');
  if (!chain || !coin) throw new CliError('usage', `the signer knows no network ${options.chain}`);
  const { server, signer, app, wallet, maxFee } = options;
  const waitMs = wholeOf(options.wait, '--wait', [0, 86_400]) * 1_000;
  const cap = feeCapOf({ symbol: coin.symbol, maxFee }, chain);
  return { server, signer, app, wallet, key, facts, chain, coin, maxFee: cap, waitMs, read: readerOf(options.node) };
}

/** By their identity keys, every signer as the one that was named tells of it: the server's word alone makes no account. */
const pinsOf = ({ signer, identity, peers }: SignerFacts): Record<string, string> =>
  Object.fromEntries([[signer, identity], ...peers.map((peer) => [peer.id, peer.identity] as const)]);

type Asking = Omit<Account, 'at'>;

/**
 * Is it the sub-wallet's own account, of the key group in use? The server says which; whether signers vouch for it is asked elsewhere. Its path is a purpose, a
 * coin, the sub-wallet, and nought twice.
 */
function isOwn({ facts, chain, wallet }: Asking, { chain_id, path, proof }: ProvenAddress): boolean {
  const [, , place, ...rest] = path.split('/');
  const group = facts.keyGroups.find(({ id }) => id === proof.key_group);
  const isPlace = chain_id === chain.id && place === wallet && rest.join('/') === '0/0';
  return isPlace && proof.deployment === facts.deployment && group?.active === true;
}

/** What the sub-wallet is called on the network. @throws CliError unsound where its signers do not vouch for it */
async function placeOf(asking: Asking): Promise<Account['at']> {
  const { info } = client(web3, signedSend(asking.server, asking.app, asking.key));
  try {
    const told = await info({
      sub_wallet_id: Number(asking.wallet) as Parameters<typeof info>[0]['sub_wallet_id'],
      main_chain_symbol: asking.chain.id,
    });
    const proven = addressesIn(told).find(({ address }) => address === told.address);
    if (!proven || missingSigners(pinsOf(asking.facts), proven).length > 0 || !isOwn(asking, proven))
      throw new CliError('unsound', `do not use ${honestText(told.address)}: signers do not vouch for it`);
    return { address: proven.address, path: proven.path, keyGroup: proven.proof.key_group };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CliError('refused', `the server refused: ${honestText(error.message)} (${error.code})`);
  }
}

/** An order whose outcome nobody may have been told yet. */
interface Open {
  readonly what: string;
  readonly order: Promise<Order>;
  readonly gone: AbortSignal;
  /** Its caller was answered, with nothing that ends it. */
  isLeft: boolean;
}

/**
 * Asks, and waits for the hash or the signature. Whoever asks for the very same again after they stopped waiting, as libraries and people do, is told of the order that is there:
 * from the moment on in which its caller has gone, whatever is being looked up then.
 */
function sender(account: Account) {
  const all = new Set<Open>();
  return async (asked: Asked, gone: AbortSignal): Promise<string> => {
    const what = JSON.stringify(asked, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    const earlier = [...all].find((one) => one.what === what && (one.isLeft || one.gone.aborted));
    if (earlier) all.delete(earlier);
    const open: Open = { what, order: earlier?.order ?? ask(account, asked, gone), gone, isLeft: false };
    all.add(open);
    try {
      const result = await outcomeOf(account, await open.order, asked, gone);
      if (!gone.aborted) all.delete(open);
      return result;
    } catch (error) {
      if (error instanceof Over) all.delete(open);
      open.isLeft = true;
      throw error;
    }
  };
}

/** An open endpoint: the address that applications are given, what listens there, and who may connect by WalletConnect. */
export interface Opened {
  readonly url: string;
  readonly server: Server;
  readonly connector: Connector | undefined;
}

/** Starts it. */
export async function openRpc(terminal: Terminal, options: RpcOptions): Promise<Opened> {
  const chainId = chainIdOf(options.chain);
  const port = wholeOf(options.port, '--port', [1, 65_535]);
  const asking = await askerOf(terminal, options);
  const { read } = asking;
  const told = await read('eth_chainId', []);
  if (typeof told !== 'string' || !/^0x[0-9a-f]{1,16}$/.test(told) || BigInt(told) !== chainId)
    throw new CliError('unsound', `the node is of another network: chain ${honestText(String(told))}`);
  const account = { ...asking, at: await placeOf(asking) };
  const { address } = account.at;
  const send = sender(account);
  const walletFor = (gone: AbortSignal): Wallet => ({
    account: address,
    chainId,
    read,
    send: (asked) => send(asked, gone),
    ask: async (asked) => {
      const { id, request, approval } = await ask(account, asked, gone);
      return { order: String(id), request, approval };
    },
  });
  const token = randomBytes(16).toString('hex');
  const { origins, walletConnect: project, relay } = options;
  const answering = { note: terminal.note, wallet: walletFor };
  const connector =
    project === undefined
      ? undefined
      : await openConnector({ ...answering, terminal, account: address, chainId, project, relay });
  const server = await listen({ port, token, origins, ...answering });
  const url = `http://127.0.0.1:${port}/${token}`;
  terminal.print(`account ${address} on ${account.chain.name}, chain ${chainId}`);
  terminal.print(url);
  return { url, server, connector };
}

/** A wallet that any application of the network connects to, until it is stopped: each transaction becomes an order that members approve. */
export async function rpc(terminal: Terminal, options: RpcOptions): Promise<void> {
  const { server, connector } = await openRpc(terminal, options);
  if (connector) void attend(terminal, connector);
  const stop = (): void => {
    void connector?.close();
    server.close();
    server.closeAllConnections();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  await once(server, 'close');
}
