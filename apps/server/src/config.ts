import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { usualValidForMs } from './clock.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const asset = z.object({
  symbol: z.string().min(1),
  name: z.string(),
  decimals: z.int().min(0).max(36),
  contract: z.string(),
  minWithdraw: z.string(),
  maxWithdraw: z.string(),
  minDeposit: z.string(),
});
const chain = z.object({
  id: z.string().min(1),
  family: z.enum(['evm', 'bitcoin']),
  name: z.string(),
  baseSymbol: z.string(),
  rpcUrl: z.url(),
  confirmations: z.object({ deposit: z.int().min(1), withdraw: z.int().min(1) }),
  assets: z.array(asset),
  maxFee: z.string(),
  explorer: z.string().exactOptional(),
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

const configSchema = z.object({
  port: z.int().min(0).max(65_535),
  host: z.string().default('127.0.0.1'),
  database: z.object({ url: z.string().exactOptional(), embeddedDir: z.string().exactOptional() }),
  /** The server's channel identity, as `identityToJson` of packages/channel writes it. */
  identityFile: z.string(),
  /** Origin browsers reach the console at, without a trailing slash. */
  origin: z.url(),
  signers: z.array(signer),
  chains: z.array(chain),
  /** Folder of the built console. */
  consoleDir: z.string(),
  /** Folder in which every checkpoint of the audit log is left as a file, for whatever publishes or copies it. */
  checkpointDir: z.string().exactOptional(),
  /** Fixed prices for evaluation; decimal text. */
  prices: z.array(z.object({ symbol: z.string(), usd: z.string() })).default([]),
  sandbox: z.object({ faucetUrl: z.url() }).exactOptional(),
  singleHost: z.boolean().default(false),
  /** How long members have to decide. What nobody decided by then ends; it is part of what they sign. */
  approvalSeconds: approvalSeconds.default(usualValidForMs / 1_000),
  /** Requests per second and burst, per session or network address; logins and set-up have their own. */
  limits: z
    .object({ perSecond: z.number(), burst: z.number(), loginPerSecond: z.number(), loginBurst: z.number() })
    .default({ perSecond: 100, burst: 300, loginPerSecond: 1, loginBurst: 30 }),
  /** Addresses or networks of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: z.array(z.string()).default([]),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

export type ServerConfig = z.output<typeof configSchema>;
export type SignerConfig = ServerConfig['signers'][number];

/** Checks a configuration value; throws with every problem named. `DATABASE_URL` and `HOLDFAST_APPROVAL_SECONDS` win over the file. */
export function parseConfig(value: unknown, env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const result = configSchema.safeParse(value);
  if (!result.success) throw new Error(`The configuration is not valid:\n${z.prettifyError(result.error)}`);
  const config = result.data;
  if (env.DATABASE_URL) config.database.url = env.DATABASE_URL;
  if (env.HOLDFAST_APPROVAL_SECONDS)
    config.approvalSeconds = approvalSeconds.parse(Number(env.HOLDFAST_APPROVAL_SECONDS));
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
