import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ChainConfig, ChainError, familyOf, readChainConfig } from '@holdfast/chains';
import { PriceConfigError, readSources, type SourceConfig } from '@holdfast/prices';
import { anyText, type Check, type Checked, flag, integer, list, object, optional, patterns, text } from './check.ts';
import { Refusal, refuse } from './errors.ts';
import { readNetworks } from './http/client.ts';

const units = text(/^(0|[1-9]\d{0,77})$/);
const chain: Check<ChainConfig> = (value, at) => {
  try {
    return readChainConfig(value, at);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw refuse('badRequest', error.code === 'badConfig' ? error.detail : `${at}.family`);
  }
};
const priceSources: Check<readonly SourceConfig[]> = (value, at) => {
  try {
    return readSources(value, at);
  } catch (error) {
    throw error instanceof PriceConfigError ? refuse('badRequest', error.at) : error;
  }
};
const key = text(patterns.hex32);
const server = object({ identity: key, channel: key });
const peer = object({
  id: text(patterns.party),
  name: anyText(100),
  origin: text(patterns.origin),
  identity: key,
  channel: key,
});

/** At most so much of an asset leaves a wallet in 24 hours, whatever the approvals say. `wallet` '*' = each wallet by itself. */
const velocity = object({
  wallet: text(/^(\*|[1-9]\d{0,18})$/),
  chain: text(patterns.chain),
  /** Token contract, '' = the chain's own coin. */
  contract: text(/^[\x21-\x7e]{0,128}$/),
  maxCount: optional(integer(0, 1_000_000)),
  maxAmount: optional(units),
});
/** At most so much may the payments of a wallet cost in 24 hours, in base units of the chain's coin. `wallet` '*' = each wallet by itself. */
const feeBudget = object({
  wallet: text(/^(\*|[1-9]\d{0,18})$/),
  chain: text(patterns.chain),
  maxPerDay: units,
});
/** A transaction offers at most so much to whoever mines it, in the unit of its chain's family (`Bids`). */
const maxBid = object({ chain: text(patterns.chain), max: units });
/** A node of this signer's own, which is asked one thing: whether a contract stands there that coins go through (`node.ts`). */
const node = object({ chain: text(patterns.chain), url: text(/^https?:\/\/\S{1,2000}$/) });
const shape = {
  id: text(patterns.party),
  name: anyText(100),
  listen: object({ host: anyText(253), port: integer(0, 65_535) }),
  origin: text(patterns.origin),
  dataDir: anyText(4_096),
  passphraseFile: anyText(4_096),
  setupCodeFile: anyText(4_096),
  server,
  peers: list(peer, 20),
  chains: list(chain, 100),
  pages: object({ approver: anyText(4_096), ceremony: anyText(4_096) }),
  velocity: optional(list(velocity, 1_000)),
  /** Where none is given for a wallet and chain, ten times the chain's `maxFee`. */
  feeBudget: optional(list(feeBudget, 1_000)),
  /** Where none is given for a chain, what is usual in its family, and ten times what this signer's last payments there offered. */
  maxBid: optional(list(maxBid, 100)),
  /** Coins are paid to many by a contract only on chains that have one here. */
  nodes: optional(list(node, 100)),
  /** How long a transaction may live that dies by itself (Tron), counted by this signer's clock when it is signed. 10 minutes where it is not said. */
  transactionLifeMs: optional(integer(60_000, 86_400_000)),
  /** Asked before each signature; anything but a timely yes is a no. */
  callback: optional(object({ url: text(/^https?:\/\/\S{1,2000}$/), timeoutMs: integer(100, 60_000) })),
  /** Addresses or networks of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: optional(list(anyText(64), 50)),
  /** Requests per second and burst for each client at the public endpoints; orders to freeze and refusals count by themselves. */
  publicRate: optional(object({ perSecond: integer(1, 100_000), burst: integer(1, 100_000) })),
  /** How long a signing session or ceremony step may wait for the others. */
  sessionTimeoutMs: optional(integer(100, 600_000)),
  /** Where this signer itself reads USD prices, for rules about values: one source, or several that all have to have one (packages/prices). */
  prices: optional(priceSources),
  /** How long an approved request for key material waits, so that everybody can learn of it and refuse: 24 hours when left out. */
  keyMaterialDelaySeconds: optional(integer(1, 2_592_000)),
  /** Free bytes of the data folder's disk below which the operator is told, and nothing new is taken: 2 GiB and 256 MiB when left out. */
  disk: optional(object({ warnBytes: integer(0, 2 ** 50), refuseBytes: integer(0, 2 ** 50) })),
  singleHost: optional(flag),
};

export type SignerConfig = Checked<typeof shape>;
export type VelocityLimit = Checked<{ wallet: Check<string>; chain: Check<string>; contract: Check<string> }> & {
  readonly maxCount?: number;
  readonly maxAmount?: string;
};

export type FeeBudget = ReturnType<typeof feeBudget>;
export type MaxBid = ReturnType<typeof maxBid>;

const checkConfig = object(shape);

/**
 * Keys are derived alike on all networks of a family. Where what is signed names no network (BIP143), a signature made for test coins would also spend
 * the real ones of the same wallet. So a signer serves one network of such a family.
 */
function checkChains({ chains }: SignerConfig): void {
  const ids = chains.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) throw new Error('The configuration names a chain twice.');
  for (const [family, alike] of Map.groupBy(chains, (chain) => chain.family)) {
    if (alike.length < 2 || familyOf({ family }).networkIsSigned) continue;
    const names = alike.map(({ id }) => id).join(', ');
    throw new Error(`The configuration has ${alike.length} ${family} networks (${names}). A signer serves only one.`);
  }
}

/** As the contract of a velocity limit: each token of the chain by itself, of the operator or approved by members. Their decimals differ, so it says how often alone. */
export const anyToken = '*';

/**
 * May payments of it be admitted, now or once members have approved it as a token? A limit that matches nothing would be no limit, silently: letters must be as in `chains`,
 * and of a token that is not there as its network writes addresses.
 */
function isAsset(chain: SignerConfig['chains'][number], { contract, maxAmount }: VelocityLimit): boolean {
  const family = familyOf(chain);
  if (contract === anyToken) return maxAmount === undefined;
  if (chain.assets.some((held) => held.contract === contract)) return true;
  if (contract === '' || !family.tokensByContract) return false;
  const checked = family.checkAddress(chain, contract);
  return checked.ok && checked.address === contract;
}

function checkVelocity({
  chains,
  velocity: limits = [],
  feeBudget: budgets = [],
  maxBid: bids = [],
  nodes = [],
}: SignerConfig): void {
  for (const { chain: id } of nodes)
    if (!chains.some((entry) => entry.id === id)) throw new Error(`The node of ${id} is of no configured chain.`);
  for (const { chain: id } of bids)
    if (!chains.some((entry) => entry.id === id))
      throw new Error(`The highest bid for ${id} names no configured chain.`);
  for (const { chain: id } of budgets)
    if (!chains.some((entry) => entry.id === id))
      throw new Error(`The fee budget for ${id} names no configured chain.`);
  for (const limit of limits) {
    const { chain: id, contract } = limit;
    if (chains.some((entry) => entry.id === id && isAsset(entry, limit))) continue;
    throw new Error(
      contract === anyToken && limit.maxAmount !== undefined
        ? `The velocity limit for all tokens on ${id} says an amount: their decimals differ, so it can only say how often.`
        : `The velocity limit for "${contract}" on ${id} names no asset of the configured chains.`,
    );
  }
}

/** @throws Error naming the field that is wrong */
export function parseConfig(value: unknown): SignerConfig {
  try {
    const config = checkConfig(value, 'config');
    checkChains(config);
    checkVelocity(config);
    readNetworks(config.trustedProxies ?? []);
    return config;
  } catch (error) {
    if (error instanceof Refusal) throw new Error(`The configuration is not valid at "${error.detail}".`);
    throw error;
  }
}

/** Files of a source lie beside the configuration, too. */
function withPaths(source: SourceConfig, from: (path: string) => string): SourceConfig {
  if (source.kind === 'file') return { ...source, file: from(source.file) };
  return source.kind === 'http' && source.key
    ? { ...source, key: { ...source.key, file: from(source.key.file) } }
    : source;
}

/** Reads a configuration file; relative paths in it are relative to the file. */
export function readConfig(file: string): SignerConfig {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The configuration ${file} cannot be read as JSON.`, { cause });
  }
  const config = parseConfig(value);
  const from = (path: string): string => resolve(dirname(file), path);
  return {
    ...config,
    dataDir: from(config.dataDir),
    passphraseFile: from(config.passphraseFile),
    setupCodeFile: from(config.setupCodeFile),
    ...(config.prices ? { prices: config.prices.map((source) => withPaths(source, from)) } : {}),
    pages: { approver: from(config.pages.approver), ceremony: from(config.pages.ceremony) },
  };
}

const minSecretLength = 16;

/** A secret of one line in a file of its own. @throws Error when it is missing or too short to resist guessing */
export function readSecret(file: string, what: string): string {
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Error(`The ${what} file ${file} cannot be read.`, { cause });
  }
  if (secret.length < minSecretLength)
    throw new Error(`The ${what} in ${file} is shorter than ${minSecretLength} characters.`);
  return secret;
}

const defaultDelaySeconds = 24 * 3_600;

/** How long key material waits after its approval, in milliseconds. */
export const keyMaterialDelayMs = ({ keyMaterialDelaySeconds = defaultDelaySeconds }: SignerConfig): number =>
  keyMaterialDelaySeconds * 1_000;

/** Chains as the signer uses them: no address of a node, whatever the file says. */
export const chainsOf = (config: SignerConfig): ReadonlyMap<string, ChainConfig> =>
  new Map(
    config.chains.map(({ moreRpcUrls: _, ...entry }) => [entry.id, { ...entry, rpcUrl: '' } satisfies ChainConfig]),
  );
