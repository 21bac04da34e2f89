import { randomUUID } from 'node:crypto';
import { ApiError, client, withdraw } from '@holdfast/contract';
import { fromUnits, MoneyError, toUnits } from '@holdfast/money';
import type { Intent, IntentKind } from '@holdfast/policy';
import { blockersOf, honestText } from '@holdfast/review';
import type { AssetFacts, ChainFacts, SignerFacts } from '@holdfast/review/facts';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { CliError } from './exit.ts';
import { initiate, shownAt } from './initiate.ts';
import { loadKey, type OpenedKey } from './key-file.ts';
import { headlineOf, requestLines } from './show.ts';
import { signedSend } from './signed-server.ts';
import type { Terminal } from './terminal.ts';

export interface PayOptions {
  readonly server: string;
  readonly signer: string;
  readonly app: string;
  readonly key: string;
  /** sub_wallet_id. */
  readonly wallet: string;
  readonly symbol: string;
  /** Where several assets have the symbol: the chain's id, and the contract, '' for the chain's own coin. */
  readonly chain?: string | undefined;
  readonly contract?: string | undefined;
  readonly to: string;
  /** What the payment tells the payee, where the chain has that. */
  readonly memo?: string | undefined;
  /** Decimal text in whole coins, as is `maxFee` in the coin that fees are paid in. */
  readonly amount: string;
  readonly maxFee?: string | undefined;
  readonly request?: string | undefined;
  readonly passphraseFile?: string | undefined;
}
/** The asset meant, as the signer's own configuration has it: where the server says something else, the signer is believed. */
interface Meant {
  readonly chain: ChainFacts;
  readonly asset: AssetFacts;
  readonly units: bigint;
  readonly maxFee: bigint;
  readonly request: string;
}

function units(text: string, decimals: number, what: string): bigint {
  try {
    return toUnits(text, decimals);
  } catch (error) {
    if (error instanceof MoneyError) throw new CliError('usage', `${what} ${text}: ${error.message}`);
    throw error;
  }
}

/** Of what a transaction may ever cost at the signer, the part that is agreed to where nothing is said. A plain payment costs less on a quiet day. */
const usualPart = 10n;

/** The most that the fee may be: as was said, or a part of what the signer's operator allows. The server's word is no bound. */
export function feeCapOf({ symbol, maxFee }: Pick<PayOptions, 'symbol' | 'maxFee'>, chain: ChainFacts): bigint {
  const coin = chain.assets.find(({ contract }) => contract === '');
  const unknown = 'no coin that fees are paid in, which --max-fee needs';
  if (maxFee !== undefined) {
    if (!coin) throw new CliError('usage', `the signer knows of ${symbol} ${unknown}`);
    return units(maxFee, coin.decimals, '--max-fee');
  }
  if (!/^\d+$/.test(chain.maxFee ?? '')) throw new CliError('usage', 'the signer tells no highest fee: give --max-fee');
  return BigInt(chain.maxFee ?? 0) / usualPart;
}

/** @throws CliError where the symbol names nothing at this signer, or more than one thing */
export function meantBy(options: PayOptions, { chains }: Pick<SignerFacts, 'chains'>): Meant {
  const found = chains
    .flatMap((chain) => chain.assets.map((asset) => ({ chain, asset })))
    .filter(({ asset: { symbol } }) => symbol === options.symbol)
    .filter(({ chain: { id } }) => options.chain === undefined || id === options.chain)
    .filter(({ asset: { contract } }) => options.contract === undefined || sameAddress(contract, options.contract));
  const [only] = found;
  if (!only || found.length > 1) {
    const each = found.map(({ chain, asset }) => `\n  --chain ${chain.id} --contract '${honestText(asset.contract)}'`);
    const those = `the signer knows ${found.length} assets called ${options.symbol}; one is needed`;
    throw new CliError('usage', `${those}${each.length > 0 ? `, by one of${each.join('')}` : ''}`);
  }
  const { chain, asset } = only;
  const maxFee = feeCapOf(options, chain);
  const amount = units(options.amount, asset.decimals, '--amount');
  if (amount <= 0n) throw new CliError('usage', '--amount has to be more than nothing');
  return { chain, asset, units: amount, maxFee, request: options.request ?? randomUUID() };
}

/** Said only where it was: an order of the same request id is the same as long as it is asked for in the same words. */
const isNamed = ({ chain, contract }: PayOptions): boolean => chain !== undefined || contract !== undefined;

/** Hexadecimal addresses are the same in either case; in any other spelling a letter's case counts. */
const hexadecimal = /^0x[0-9a-f]+$/i;
export const sameAddress = (a: string, b: string): boolean =>
  hexadecimal.test(a) && hexadecimal.test(b) ? a.toLowerCase() === b.toLowerCase() : a === b;

/** A payment, and nothing else that pays somebody. */
const askedFor: IntentKind = 'transfer';
const feeCap = 'fee cap';

/** What the intent says otherwise than it was asked for; nothing when it is exactly that. */
export function differences(intent: Intent, { chain, asset, ...meant }: Meant, options: PayOptions): string[] {
  const [output, ...more] = intent.outputs;
  const says: [string, boolean][] = [
    ['kind', intent.kind === askedFor],
    ['initiator', intent.initiator === options.app],
    ['request', intent.request === meant.request],
    ['wallet', intent.wallet === options.wallet],
    ['network', intent.chain === chain.id],
    ['asset', intent.asset.contract === asset.contract],
    ['symbol', intent.asset.symbol === asset.symbol],
    ['decimals', intent.asset.decimals === String(asset.decimals)],
    ['payees', output !== undefined && more.length === 0],
    ['payee', output !== undefined && sameAddress(output.address, options.to)],
    ['amount', output?.amount === String(meant.units)],
    ['memo', output?.memo === (options.memo ?? '')],
    [feeCap, BigInt(intent.maxFee) <= meant.maxFee],
  ];
  return says.flatMap(([what, holds]) => (holds ? [] : [what]));
}

/** The order, by a signed request. The same request id and the same payment give the same order. */
async function order(options: PayOptions, { request, chain, asset }: Meant, key: OpenedKey) {
  const { create } = client(withdraw, signedSend(options.server, options.app, key));
  try {
    return await create({
      request_id: request,
      sub_wallet_id: Number(options.wallet) as Parameters<typeof create>[0]['sub_wallet_id'],
      symbol: options.symbol,
      ...(isNamed(options) ? { chain_id: chain.id, contract_address: asset.contract } : {}),
      address_to: options.to,
      memo: options.memo,
      amount: options.amount,
      max_fee: options.maxFee,
    });
  } catch (error) {
    if (error instanceof ApiError)
      throw new CliError('refused', `the server refused: ${honestText(error.message)} (${error.code})`);
    throw error;
  }
}

/** What to do about a fee that is more than was agreed to. */
function dear(wrong: readonly string[], { maxFee, chain }: Meant): string {
  const coin = chain.assets.find(({ contract }) => contract === '');
  if (!wrong.includes(feeCap) || !coin) return '';
  return `. It may cost ${fromUnits(maxFee, coin.decimals)} ${coin.symbol}: give --max-fee for more, with a request of its own`;
}

/** Asks for a payment as an API client: an order at the server, and, once the signer shows exactly that payment, the API client's own `initiate`. */
export async function pay(terminal: Terminal, options: PayOptions): Promise<void> {
  const key = await loadKey(terminal, options.key, options.passphraseFile);
  const facts = await signerFacts(options.signer);
  const meant = meantBy(options, facts);
  // Before anything is asked for: a run that breaks off is repeated with it, or it would be another payment.
  if (options.request === undefined) terminal.note(`request ${meant.request}`);
  const { withdraw_id, approval_url } = await order(options, meant, key);
  const review = await shownAt(options.signer, approval_url, facts);
  terminal.print(terminal.bold(headlineOf(review)));
  for (const line of requestLines(review, Date.now(), facts)) terminal.print(line);
  const wrong = differences(review.intent, meant, options);
  if (wrong.length > 0)
    throw new CliError(
      'unsound',
      `nothing was signed: the request is another one than asked for: ${wrong.join(', ')}${dear(wrong, meant)}`,
    );
  const blockers = blockersOf(review, Date.now());
  if (blockers.length > 0) throw new CliError('unsound', `nothing was signed: ${blockers.join(', ')}`);
  const state = await initiate(options, review, key);
  const amount = `${fromUnits(meant.units, meant.asset.decimals)} ${meant.asset.symbol}`;
  terminal.print(`order ${withdraw_id}, request ${meant.request}: ${amount} asked for; it is now ${state}`);
}
