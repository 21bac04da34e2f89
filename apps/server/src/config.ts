import { readFileSync } from 'node:fs';
import { type ChainConfig, ChainError, readChainConfig } from '@holdfast/chains';
import { PriceConfigError, readSources } from '@holdfast/prices';
import { z } from 'zod';
import { usualValidForMs } from './clock.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
/** One shape for server and signer; here a node is asked, and nothing counts before it is in a block. */
const chain = z.unknown().transform((value, context): ChainConfig => {
  try {
    const read = readChainConfig(value, 'chain');
    if (!z.url().safeParse(read.rpcUrl).success) throw new ChainError('badConfig', 'chain.rpcUrl');
    if (!z.array(z.url()).safeParse(read.moreRpcUrls ?? []).success)
      throw new ChainError('badConfig', 'chain.moreRpcUrls');
    if (Math.min(read.confirmations.deposit, read.confirmations.withdraw) < 1)
      throw new ChainError('badConfig', 'chain.confirmations');
    return read;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});
const sources = z.unknown().transform((value, context) => {
  try {
    return readSources(value, 'priceSources.list');
  } catch (error) {
    if (!(error instanceof PriceConfigError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});
const signer = z.object({
  id: z.string(),
  name: z.string(),
  /** Where the server reaches the signer's channel. */
  url: z.url(),
  /** Where browsers open the approval page. */
  origin: z.url(),
  identity: hex32,
  channel: hex32,
});

/** From a minute, for drills, to thirty days. */
const approvalSeconds = z
  .int()
  .min(60)
  .max(30 * 24 * 3_600);

/** At least an hour, in which whoever is told can stop it; `parseConfig` lets one machine for evaluation have less. Up to thirty days. */
const leastResetSeconds = 3_600;
const resetSeconds = z
  .int()
  .min(1)
  .max(30 * 24 * 3_600);

/** Authenticators show each code for 30. */
const codeSeconds = z.int().min(1).max(30);

const ordinals = z
  .object({
    chain: z.string(),
    own: z.object({ from: z.int().min(0) }).exactOptional(),
    others: z
      .array(z.object({ kind: z.enum(['ord', 'opi']), url: z.url({ protocol: /^https?$/ }) }))
      .max(4)
      .default([]),
    allow: z.array(z.string()).default([]),
  })
  .refine(({ own, others }) => own !== undefined || others.some(({ kind }) => kind === 'ord'), {
    message: 'nobody says what lies on outputs',
  });

const configSchema = z.object({
  port: z.int().min(0).max(65_535),
  host: z.string().default('127.0.0.1'),
  /** Metrics and probes, for whoever runs the server; not served when left out. Members never need to reach it. */
  ops: z.object({ host: z.string().default('127.0.0.1'), port: z.int().min(0).max(65_535) }).exactOptional(),
  /** Where spans of requests and orders are sent, by OTLP over HTTP (`…/v1/traces`); nowhere when left out. */
  traces: z.object({ url: z.url({ protocol: /^https?$/ }) }).exactOptional(),
  database: z.object({
    url: z.string().exactOptional(),
    embeddedDir: z.string().exactOptional(),
    /** A streaming replica of it. Lists may be read there; everything else is read where it is written. */
    replica: z.object({ url: z.string() }).exactOptional(),
  }),
  /** The server's channel identity, as `identityToJson` of packages/channel writes it. */
  identityFile: z.string(),
  /** Where the set-up token is left for the operator as long as there is no owner; beside the identity when left out. */
  setupTokenFile: z.string().exactOptional(),
  /** Origin browsers reach the console at, without a trailing slash. */
  origin: z.url(),
  signers: z.array(signer),
  chains: z.array(chain),
  /** Folder of the built console. */
  consoleDir: z.string(),
  /** Folder in which every checkpoint of the audit log is left as a file, for whatever publishes or copies it. */
  checkpointDir: z.string().exactOptional(),
  /** Fixed prices for evaluation; decimal text. Where several coins have the symbol, with the coin's chain and contract. */
  prices: z
    .array(
      z.object({
        symbol: z.string(),
        usd: z.string(),
        chain: z.string().exactOptional(),
        contract: z.string().exactOptional(),
      }),
    )
    .default([]),
  /**
   * Where the console's prices are read, the first that knows one; where none does, the fixed ones count. Rules go by the signers' own. `allow`: private addresses
   * and networks that a source may be at.
   */
  priceSources: z.object({ list: sources, allow: z.array(z.string()).default([]) }).exactOptional(),
  /** `codeSeconds`: for how long an authenticator shows a code, so that browser tests need not wait for another; only where everything is on this machine. */
  sandbox: z.object({ faucetUrl: z.url(), codeSeconds: codeSeconds.exactOptional() }).exactOptional(),
  singleHost: z.boolean().default(false),
  /** How long members have to decide. What nobody decided by then ends; it is part of what they sign. */
  approvalSeconds: approvalSeconds.default(usualValidForMs / 1_000),
  /** How long the reset of a member's password or authenticator waits before its link can be used. */
  resetSeconds: resetSeconds.default(24 * 3_600),
  /** How members are reached outside the console. */
  notices: z
    .object({
      mail: z
        .object({
          host: z.string().min(1),
          port: z.int().min(1).max(65_535).default(587),
          secure: z.boolean().default(false),
          plain: z.boolean().default(false),
          user: z.string().exactOptional(),
          passwordFile: z.string().exactOptional(),
          from: z.string().regex(/^[^@\r\n]+@[^@\r\n]+$/),
        })
        .exactOptional(),
      /** Private addresses and networks that members' web hooks may lead to, such as `10.1.2.3` or `10.0.0.0/8`. */
      allow: z.array(z.string()).default([]),
      telegramUrl: z.url().default('https://api.telegram.org'),
    })
    .default({ allow: [], telegramUrl: 'https://api.telegram.org' }),
  /**
   * Where pictures of NFTs are fetched. `gateway`: an IPFS gateway, e.g. `https://ipfs.example`; without one nothing of IPFS is shown. `web`: whether places on
   * the web are asked, which whoever made an NFT chose and by which they learn that somebody here looks at it. `allow`: private addresses and networks of these.
   */
  nfts: z
    .object({
      gateway: z.url().exactOptional(),
      web: z.boolean().default(true),
      allow: z.array(z.string()).default([]),
    })
    .default({ web: true, allow: [] }),
  /**
   * Who says what is inscribed on the sats of a chain. `own`: this server follows it, from that block on. `others`: programs that follow it, `ord` for what lies on outputs,
   * `opi` for balances of BRC-20. Where two are asked, they have to say the same. `allow`: private addresses and networks of these.
   */
  ordinals: z.array(ordinals).default([]),
  /**
   * A service that finds ways for swaps, as 0x's Swap API v2 has it, e.g. `https://api.0x.org`; none is asked when left out. `keyFile`: where its key lies. What it
   * writes goes through a chain's router of the kind `settler` or nowhere. `allow`: private addresses and networks that it may be at.
   */
  zeroEx: z
    .object({
      url: z.url({ protocol: /^https?$/ }),
      keyFile: z.string(),
      allow: z.array(z.string()).default([]),
    })
    .exactOptional(),
  /** Requests per second and burst, per session or network address; logins and set-up have their own. */
  limits: z
    .object({ perSecond: z.number(), burst: z.number(), loginPerSecond: z.number(), loginBurst: z.number() })
    .default({ perSecond: 100, burst: 300, loginPerSecond: 1, loginBurst: 30 }),
  /** Addresses or networks of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: z.array(z.string()).default([]),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

export type ServerConfig = z.output<typeof configSchema>;
export type OrdinalsConfig = ServerConfig['ordinals'][number];
export type SignerConfig = ServerConfig['signers'][number];

const isHere = (url: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/**
 * Another period of codes is for a sandbox alone: one machine, whose server, signers and chains nobody else reaches. Any other configuration with it does
 * not start. @throws Error
 */
function requireSandbox({ sandbox, singleHost, host, chains, signers, origin }: ServerConfig): void {
  if (sandbox?.codeSeconds === undefined) return;
  const urls = [`http://${host}`, origin, ...chains.map(({ rpcUrl }) => rpcUrl), ...signers.map(({ url }) => url)];
  if (!singleHost || !urls.every(isHere))
    throw new Error(
      'The configuration sets sandbox.codeSeconds: that is for a sandbox on one machine, never for an installation.',
    );
}

/** Checks a configuration value; throws with every problem named. `DATABASE_URL`, `HOLDFAST_APPROVAL_SECONDS` and `HOLDFAST_RESET_SECONDS` win over the file. */
export function parseConfig(value: unknown, env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const result = configSchema.safeParse(value);
  if (!result.success) throw new Error(`The configuration is not valid:\n${z.prettifyError(result.error)}`);
  const config = result.data;
  if (env.DATABASE_URL) config.database.url = env.DATABASE_URL;
  if (env.HOLDFAST_APPROVAL_SECONDS)
    config.approvalSeconds = approvalSeconds.parse(Number(env.HOLDFAST_APPROVAL_SECONDS));
  if (env.HOLDFAST_RESET_SECONDS) config.resetSeconds = resetSeconds.parse(Number(env.HOLDFAST_RESET_SECONDS));
  if (config.resetSeconds < leastResetSeconds && !config.singleHost)
    throw new Error(`The configuration lets a reset wait for ${config.resetSeconds} s: it has to be an hour at least.`);
  requireSandbox(config);
  if (!config.database.url && !config.database.embeddedDir)
    throw new Error('The configuration names no database: set database.url, database.embeddedDir or DATABASE_URL.');
  return config;
}

export function readConfig(file: string, env: Readonly<Record<string, string | undefined>>): ServerConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The configuration ${file} cannot be read.`, { cause: error });
  }
  try {
    return parseConfig(JSON.parse(text), env);
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`The configuration ${file} is not JSON: ${error.message}`) : error;
  }
}
