import { readFileSync, writeFileSync } from 'node:fs';
import type { Kit } from '@holdfast/recovery/kit';
import { addressFromKit, type Recovered } from '@holdfast/recovery/recover';
import {
  type Holding,
  type Payment,
  payeeOn,
  paymentsOf,
  readHoldings,
  readSweepChains,
  signPayment,
} from '@holdfast/recovery/sweep';
import { CliError } from './exit.ts';
import { line } from './line.ts';
import type { Terminal } from './terminal.ts';

export interface SweepOptions {
  /** A file with the list of chains. */
  readonly chains: string | undefined;
  /** `CHAIN=ADDRESS`: where everything of a chain goes. */
  readonly to: readonly string[];
  /** `CHAIN=HEIGHT` */
  readonly since: readonly string[];
  /** A file that says what there is, in place of the chains' nodes. */
  readonly holdings: string | undefined;
  readonly saveHoldings: string | undefined;
  readonly send: boolean;
}

interface Place {
  readonly chain: string;
  readonly path: string;
}

function pairs(name: string, given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((entry) => {
      const [, chain, value] = /^([a-z0-9]+:[A-Za-z0-9-]+)=(\S+)$/.exec(entry) ?? [];
      if (!chain || !value) throw new CliError('usage', `${name} looks like CHAIN=…, not ${entry}`);
      return [chain, value];
    }),
  );
}

type Chains = ReturnType<typeof readSweepChains>;

async function sendTo(chain: Payment['chain'], raw: string): Promise<string> {
  const { send } = await import('@holdfast/recovery/look');
  return send(chain, raw);
}

/** From the file, or from the nodes. */
async function holdingsOf(kit: Kit, places: readonly Place[], chains: Chains, options: SweepOptions) {
  if (options.holdings !== undefined) {
    const read = readHoldings(readFileSync(options.holdings, 'utf8'));
    if (!read) throw new CliError('file', `${options.holdings} does not say what there is, as --save-holdings does`);
    return read;
  }
  const { lookAt } = await import('@holdfast/recovery/look');
  const [to, since] = [pairs('--to', options.to), pairs('--since', options.since)];
  const found: Holding[] = [];
  for (const [id, chain] of chains) {
    const wanted = places.filter((place) => place.chain === id);
    const payee = to.get(id);
    if (wanted.length === 0 || payee === undefined) continue;
    const at = wanted.map(({ path }) => ({ path, address: addressFromKit(kit, id, path) }));
    found.push(...(await lookAt(chain, at, { to: payeeOn(chain, payee), since: Number(since.get(id) ?? 0) })));
  }
  return found;
}

/**
 * Signs transactions that bring everything of the group at these places to the given addresses. Prints them, one line each, and sends them when told to.
 * Without enough shares it only looks, and keeps what it found for the machine that has them.
 */
export async function sweep(
  terminal: Terminal,
  kit: Kit,
  secrets: Recovered | undefined,
  places: readonly Place[],
  options: SweepOptions,
): Promise<void> {
  if (options.chains === undefined) throw new CliError('usage', 'a sweep needs --chains FILE');
  const chains = readSweepChains(readFileSync(options.chains, 'utf8'));
  const to = pairs('--to', options.to);
  const held = await holdingsOf(kit, places, chains, options);
  if (options.saveHoldings !== undefined) {
    writeFileSync(options.saveHoldings, `${JSON.stringify(held, null, 1)}\n`, { flag: 'wx' });
    terminal.print(line('holdings', `kept in ${options.saveHoldings}; nothing secret is in it`));
  }
  if (!secrets) return;
  let signed = 0;
  for (const holding of held) {
    const [chain, payee] = [chains.get(holding.chain), to.get(holding.chain)];
    if (!chain || payee === undefined) throw new CliError('usage', `give --to ${holding.chain}=ADDRESS, and its chain`);
    const target = payeeOn(chain, payee);
    for (const payment of paymentsOf(chain, holding, target)) {
      const { raw, txid } = signPayment(kit, secrets, payment, target);
      signed++;
      terminal.print(
        line('sweep', `${chain.id}  ${payment.amount} base units of ${payment.asset.symbol} to ${target}`),
      );
      terminal.print(line('transaction', txid));
      terminal.print(options.send ? line('sent', await sendTo(chain, raw)) : raw);
    }
  }
  terminal.print(
    line('signed', `${signed} transactions${options.send ? '' : ', not sent: hand each line of hex to a node'}`),
  );
}
