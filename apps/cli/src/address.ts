import { readFileSync } from 'node:fs';
import { ApiError, client, deposit } from '@holdfast/contract';
import { addressesIn, missingSigners, type Pins, type ProvenAddress } from '@holdfast/policy';
import { honestText } from '@holdfast/review';
import { CliError } from './exit.ts';
import { loadKey } from './key-file.ts';
import { signedSend } from './signed-server.ts';
import type { Terminal } from './terminal.ts';

export interface AddressOptions {
  /** A reply of the server in JSON, kept in a file. */
  readonly file: string | undefined;
  /** Or where to ask, as an API client. */
  readonly ask:
    | {
        readonly server: string;
        readonly app: string;
        readonly key: string;
        readonly wallet: string;
        readonly symbol: string;
        /** Where several coins have the symbol: the chain's id, and the contract, '' for the chain's own coin. */
        readonly chain: string | undefined;
        readonly contract: string | undefined;
      }
    | undefined;
  /** `ID=FILE`: a signer's id and its identity.pub.json, as its operator gave it. */
  readonly pins: readonly string[];
  readonly passphraseFile: string | undefined;
}

function readPin(text: string): [string, string] {
  const [, id, file] = /^([1-9]\d?)=(.+)$/.exec(text) ?? [];
  if (id === undefined || file === undefined)
    throw new CliError('usage', '--verify is ID=FILE, such as 1=signer-1.pub.json');
  let identity: unknown;
  try {
    ({ identity } = JSON.parse(readFileSync(file, 'utf8')) as { identity?: unknown });
  } catch {
    throw new CliError('file', `${file} cannot be read as JSON`);
  }
  if (typeof identity !== 'string' || !/^[0-9a-f]{64}$/.test(identity))
    throw new CliError('file', `${file} is no identity.pub.json of a signer`);
  return [id, identity];
}

function readReply(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new CliError('file', `${file} cannot be read as JSON`);
  }
}

async function askServer(terminal: Terminal, { ask, passphraseFile }: AddressOptions): Promise<unknown> {
  if (!ask) throw new CliError('usage', 'give FILE, or --server, --app, --key, --wallet and --symbol');
  const key = await loadKey(terminal, ask.key, passphraseFile);
  const { addresses } = client(deposit, signedSend(ask.server, ask.app, key));
  const wallet = Number(ask.wallet) as Parameters<typeof addresses>[0]['sub_wallet_id'];
  try {
    const coin = {
      symbol: ask.symbol,
      ...(ask.chain === undefined ? {} : { chain_id: ask.chain }),
      ...(ask.contract === undefined ? {} : { contract_address: ask.contract }),
    };
    return await addresses({ sub_wallet_id: wallet, ...coin, page_size: 100 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CliError('refused', `the server refused: ${honestText(error.message)} (${error.code})`);
  }
}

const lineOf = ({ chain_id: chain, path, address }: ProvenAddress): string => `${chain} ${path} ${address}`;

/**
 * Prints addresses that every pinned signer vouches for, whatever the server says; the path tells of which sub-wallet (its third number).
 * @throws CliError unsound at the first that one of them does not vouch for
 */
export async function address(terminal: Terminal, options: AddressOptions): Promise<void> {
  if (options.pins.length === 0)
    throw new CliError('usage', '--verify ID=FILE is missing: without a signer’s key nothing is proven');
  const pins: Pins = Object.fromEntries(options.pins.map(readPin));
  const found = addressesIn(options.file === undefined ? await askServer(terminal, options) : readReply(options.file));
  if (found.length === 0) throw new CliError('unsound', 'there is no address with what its signers say of it');
  for (const one of found) {
    const missing = missingSigners(pins, one);
    if (missing.length > 0)
      throw new CliError(
        'unsound',
        `do not use ${honestText(lineOf(one))}: signer ${missing.join(', ')} does not vouch for it`,
      );
  }
  for (const one of found) terminal.print(honestText(lineOf(one)));
  terminal.note(`${found.length} addresses, each vouched for by signer ${Object.keys(pins).join(', ')}`);
}
