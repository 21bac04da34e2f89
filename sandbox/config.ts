import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { identityFromJson, identityToJson, newIdentity, type PeerKeys, publicKeysOf } from '@holdfast/channel';
import type { Ports } from './options.ts';

/** What each process of a sandbox is told. Written anew at every start; secrets are made once and kept. */
export interface SandboxFiles {
  /** The first one's, which keeps the database, and those of further ones. */
  readonly servers: readonly [string, ...string[]];
  readonly signers: readonly string[];
  readonly setupCode: string;
}

const signerIds = ['1', '2'] as const;
/** Letters and digits that nobody confuses when reading them aloud. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const tokenFileOf = (data: string): string => path.join(data, 'setup-token');

/** What makes the first owner of a running sandbox; '' once there is one. */
export const readToken = (data: string): string => {
  const file = tokenFileOf(data);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
};

function once(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** A code of 4 × 4 characters (79 bits). */
function newSetupCode(): string {
  const characters = [...randomBytes(16)].map((byte) => codeAlphabet[byte % codeAlphabet.length]);
  return [0, 4, 8, 12].map((at) => characters.slice(at, at + 4).join('')).join('-');
}

function writeConfig(dir: string, config: unknown): string {
  const file = path.join(dir, 'config.json');
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** The folder of one signer with its passphrase; in a sandbox it lies beside the store, which is why this is for evaluation only. */
export function signerFolder(data: string, id: string): { dir: string; passphraseFile: string } {
  const dir = path.join(data, `signer-${id}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const passphraseFile = path.join(dir, 'passphrase');
  once(passphraseFile, () => randomBytes(24).toString('base64url'));
  return { dir, passphraseFile };
}

export interface Surroundings {
  readonly data: string;
  readonly root: string;
  readonly ports: Ports;
  /** Where the servers listen; one at `ports.server` when nothing is said. */
  readonly servers?: readonly number[];
  readonly chains: readonly ChainConfig[];
  readonly faucetUrl: string;
  readonly prices: readonly { symbol: string; usd: string }[];
}

/** Prices by `chain|contract`, as signers name assets. */
const signerPrices = ({ chains, prices }: Surroundings): Record<string, string> =>
  Object.fromEntries(
    chains.flatMap(({ id, assets }) =>
      assets.flatMap(({ symbol, contract }) => {
        const usd = prices.find((price) => price.symbol === symbol)?.usd;
        return usd === undefined ? [] : [[`${id}|${contract}`, usd]];
      }),
    ),
  );

/** A shorter wait for key material, for tests; in use it is the signers' own 24 hours. */
const keyMaterialDelay = (seconds: string | undefined): { keyMaterialDelaySeconds?: number } =>
  seconds ? { keyMaterialDelaySeconds: Number(seconds) } : {};

/** Room for the fees of so many payments of a wallet in a day, for tests of endurance; in use it is that of ten (`rules/fee-budget.ts` of the signer). */
const feesFor = (chains: Surroundings['chains'], payments: string | undefined): { feeBudget?: object } =>
  payments
    ? {
        feeBudget: chains.map(({ id: chain, maxFee }) => ({
          ...{ chain, wallet: '*', maxPerDay: String(BigInt(maxFee) * BigInt(payments)) },
        })),
      }
    : {};

/** Codes of authenticators that last for less, for tests; everybody else's sandbox has the 30 seconds of an installation. */
const codesFor = (seconds: string | undefined): { codeSeconds?: number } =>
  seconds ? { codeSeconds: Number(seconds) } : {};

/** A mail server on this machine, for tests; in use it is the operator's own. */
const mailAt = (port: string | undefined): { mail?: object } =>
  port ? { mail: { host: '127.0.0.1', port: Number(port), plain: true, from: 'Holdfast <holdfast@localhost>' } } : {};

/** The embedded database as another process reaches it: by its socket (`apps/server/src/db/embedded`). */
const databaseUrl = (data: string): string =>
  `postgres://app@${encodeURIComponent(path.join(data, 'postgres', 'run'))}/postgres`;

/** Writes the configuration of the server, or servers, and both signers. The signers must have been initialised (they own their identities). */
export function writeConfigs(s: Surroundings): SandboxFiles {
  const serverDir = path.join(s.data, 'server');
  mkdirSync(serverDir, { recursive: true, mode: 0o700 });
  const identityFile = path.join(serverDir, 'identity.json');
  const server = publicKeysOf(identityFromJson(once(identityFile, () => identityToJson(newIdentity()))));
  const setupCodeFile = path.join(s.data, 'setup-code');
  const setupCode = once(setupCodeFile, newSetupCode);
  const portOf = { 1: s.ports.signer1, 2: s.ports.signer2 };
  const signers = signerIds.map((id) => {
    const { dir } = signerFolder(s.data, id);
    const keys = JSON.parse(readFileSync(path.join(dir, 'identity.pub.json'), 'utf8')) as PeerKeys;
    const origin = `http://localhost:${portOf[id]}`;
    return { id, name: `Signer ${id}`, url: `http://127.0.0.1:${portOf[id]}`, origin, ...keys };
  });
  const pages = {
    approver: path.join(s.root, 'apps/approver/dist'),
    ceremony: path.join(s.root, 'apps/recovery/dist'),
  };
  const pricesFile = path.join(s.data, 'prices.json');
  writeFileSync(pricesFile, `${JSON.stringify(signerPrices(s), null, 2)}\n`);
  const signerFiles = signers.map((me) => {
    const { dir, passphraseFile } = signerFolder(s.data, me.id);
    return writeConfig(dir, {
      id: me.id,
      name: me.name,
      listen: { host: '127.0.0.1', port: portOf[me.id] },
      origin: me.origin,
      dataDir: dir,
      passphraseFile,
      setupCodeFile,
      server,
      peers: signers.filter((other) => other.id !== me.id).map(({ url: _, ...peer }) => peer),
      chains: s.chains.map((chain) => ({ ...chain, rpcUrl: '' })),
      nodes: s.chains
        .filter((chain) => familyOf(chain).disperse?.code)
        .map(({ id, rpcUrl }) => ({ chain: id, url: rpcUrl })),
      pages,
      // Made-up prices stay good for as long as a sandbox runs.
      prices: { file: pricesFile, maxAgeMinutes: 10_000_000 },
      ...keyMaterialDelay(process.env.HOLDFAST_KEY_MATERIAL_SECONDS),
      ...feesFor(s.chains, process.env.HOLDFAST_FEE_PAYMENTS),
      singleHost: true,
    });
  });
  const common = {
    host: '127.0.0.1',
    origin: `http://localhost:${s.ports.server}`,
    identityFile,
    setupTokenFile: tokenFileOf(s.data),
    signers,
    chains: s.chains,
    consoleDir: path.join(s.root, 'apps/console/dist'),
    checkpointDir: path.join(s.data, 'checkpoints'),
    prices: s.prices,
    // Its chain is its own, and short: what is inscribed there is read from its first block on.
    ordinals: s.chains
      .filter((chain) => familyOf(chain).ordinals !== undefined)
      .map(({ id }) => ({ chain: id, own: { from: 0 } })),
    sandbox: { faucetUrl: s.faucetUrl, ...codesFor(process.env.HOLDFAST_CODE_SECONDS) },
    // The receiver beside the sandbox.
    notices: { allow: ['127.0.0.1'], ...mailAt(process.env.HOLDFAST_MAIL_PORT) },
    singleHost: true,
  };
  const [port = s.ports.server, ...others] = s.servers ?? [];
  const database = { embeddedDir: path.join(s.data, 'postgres', 'data') };
  const first = writeConfig(serverDir, { port, database, ...common });
  const further = others.map((at, index) => {
    const dir = path.join(s.data, `server-${index + 2}`);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return writeConfig(dir, { port: at, database: { url: databaseUrl(s.data) }, ...common });
  });
  return { servers: [first, ...further], signers: signerFiles, setupCode };
}
