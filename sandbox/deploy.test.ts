import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestDatabase, type TestDatabase } from '@holdfast/server/test/database.ts';
import { freePort, testChains } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './bundles.ts';
import { readUnit, type Unit } from './units.ts';

const deploy = path.join(root, 'deploy');
const read = (file: string): string => readFileSync(path.join(deploy, file), 'utf8');
const unitOf = (name: string): Unit => readUnit(read(`systemd/${name}.service`));
const units = readdirSync(path.join(deploy, 'systemd'))
  .filter((file) => file.endsWith('.service'))
  .map((file) => file.replace('.service', ''));
const here = mkdtempSync(path.join(os.tmpdir(), 'hf-deploy-'));
const children: ReturnType<typeof spawn>[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.close();
  rmSync(here, { recursive: true, force: true });
});

const setting = (unit: Unit, key: string): readonly string[] => unit.Service?.[key] ?? [];
const sourceOf = (credential: string): string => credential.split(':')[1] ?? '';

it('is read by systemd without a complaint, where there is one', ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).error) skip();
  for (const unit of units) {
    // What is installed under /opt/holdfast lies here.
    const file = path.join(here, `${unit}.service`);
    writeFileSync(file, read(`systemd/${unit}.service`).replaceAll('/opt/holdfast', root));
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    const ours = stderr.split('\n').filter((line) => line.includes(unit));
    expect(ours, unit).toEqual([]);
    rmSync(file);
  }
});

it.each(units)('%s has no more of its host than it needs', (name) => {
  const unit = unitOf(name);
  const held = { NoNewPrivileges: 'yes', ProtectSystem: 'strict', ProtectHome: 'yes', PrivateDevices: 'yes' };
  const further = { CapabilityBoundingSet: '', RestrictNamespaces: 'yes', UMask: '0077', StateDirectoryMode: '0700' };
  for (const [key, value] of Object.entries({ ...held, ...further })) expect(setting(unit, key), key).toEqual([value]);
  expect(setting(unit, 'User')).not.toEqual(['root']);
});

it('keeps shares out of core dumps and swap, and lets nobody but the host’s own proxy reach a signer', () => {
  for (const name of ['holdfast-signer', 'holdfast-signer-init']) {
    expect(setting(unitOf(name), 'LimitCORE')).toEqual(['0']);
    expect(setting(unitOf(name), 'MemorySwapMax')).toEqual(['0']);
  }
  expect(setting(unitOf('holdfast-signer'), 'IPAddressDeny')).toEqual(['any']);
  expect(setting(unitOf('holdfast-signer'), 'IPAddressAllow')).toEqual(['localhost']);
  expect(setting(unitOf('holdfast-signer-init'), 'PrivateNetwork')).toEqual(['yes']);
});

it('shares no account, folder or secret between server and signer', () => {
  const of = (name: string): string[] => {
    const unit = unitOf(name);
    const folders = setting(unit, 'StateDirectory').map((folder) => `/var/lib/${folder}`);
    return [...setting(unit, 'User'), ...folders, ...setting(unit, 'LoadCredential').map(sourceOf)];
  };
  expect(of('holdfast-server').filter((one) => of('holdfast-signer').includes(one))).toEqual([]);
  expect(of('holdfast-signer-init').filter((one) => !of('holdfast-signer').includes(one))).toEqual([]);
});

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly secrets: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}
const composeOf = (name: string): Compose => parse(read(`compose/${name}.yaml`), { strict: true, uniqueKeys: true });
const composes = { app: composeOf('app'), signer: composeOf('signer') };

it.each(Object.entries(composes))(
  'compose of the %s host: no more rights than needed, nothing outside the host',
  (_, file) => {
    for (const [name, service] of Object.entries(file.services)) {
      expect(service.cap_drop, name).toEqual(['ALL']);
      expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
      if (service.image === 'holdfast') expect(service.read_only, name).toBe(true);
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
      for (const secret of service.secrets) expect(file.secrets).toHaveProperty([secret]);
      for (const volume of service.volumes) expect(file.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
    }
  },
);

it('keeps server and signer apart in compose too', () => {
  const files = ({ secrets }: Compose): string[] => Object.values(secrets).map(({ file }) => file);
  expect(files(composes.app).filter((file) => files(composes.signer).includes(file))).toEqual([]);
  expect(Object.keys(composes.app.services)).not.toContain('signer');
});

/** A unit's command without what its host decides: the program, and where systemd or compose put secrets. */
const commandOf = (unit: string): string[] =>
  (setting(unitOf(unit), 'ExecStart')[0] ?? '').replaceAll('%d', '/run/secrets').split(' ').slice(1);

it('runs the same commands in compose as in the units, which are started below', () => {
  expect(composes.app.services.server?.command).toEqual(commandOf('holdfast-server'));
  expect(composes.signer.services.signer?.command).toEqual(commandOf('holdfast-signer'));
  expect(composes.signer.services.init?.command).toEqual(commandOf('holdfast-signer-init'));
});

/**
 * What root may do, dropped as the units drop it, where this account has it and the tool is there. Of the server it is not: the tests' database answers on a
 * socket of another account.
 */
const droppingOf = (name: string): string[] =>
  name !== 'holdfast-server' && process.getuid?.() === 0 && !spawnSync('setpriv', ['--version']).error
    ? ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
    : [];

/** Starts a unit's ExecStart as it stands, with the folders of `host` in the place of those of a real host. */
function startUnit(name: string, host: string) {
  const unit = unitOf(name);
  const credentials = path.join(host, 'credentials', name);
  mkdirSync(credentials, { recursive: true });
  for (const credential of setting(unit, 'LoadCredential')) {
    const [id = '', file = ''] = credential.split(':');
    cpSync(path.join(host, file), path.join(credentials, id));
  }
  const command = (setting(unit, 'ExecStart')[0] ?? '')
    .replaceAll('%d', credentials)
    .replaceAll('/opt/holdfast', root)
    .replaceAll('/var/lib/', path.join(host, 'var/lib/'));
  const [program = '', ...args] = [...droppingOf(name), ...command.split(' ')];
  const env = Object.fromEntries(setting(unit, 'Environment').map((one) => one.split('=')));
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  return { child, ended: once(child, 'exit'), said: () => said };
}
type Started = ReturnType<typeof startUnit>;

async function answers(url: string, { child, said }: Started): Promise<string> {
  for (let round = 0; round < 600; round++) {
    if (child.exitCode !== null) throw new Error(`it ended: ${said()}`);
    const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (reply?.ok) return await reply.text();
    await sleep(50);
  }
  throw new Error(`${url} does not answer: ${said()}`);
}

/** The folders of one host as docs/operations.md has them. */
function hostOf(name: string, of: string, files: Readonly<Record<string, string>>): string {
  const host = path.join(here, name);
  mkdirSync(path.join(host, 'var/lib', of), { recursive: true, mode: 0o700 });
  mkdirSync(path.join(host, 'etc', of), { recursive: true });
  for (const [file, text] of Object.entries(files))
    writeFileSync(path.join(host, 'etc', of, file), text, { mode: 0o600 });
  return host;
}

async function signerHost(id: string) {
  const host = hostOf(`signer-${id}`, 'holdfast-signer', {
    passphrase: `the passphrase of signer ${id}`,
    'setup-code': `CODE-CODE-CODE-000${id}`,
  });
  const init = startUnit('holdfast-signer-init', host);
  expect(await init.ended, init.said()).toEqual([0, null]);
  const port = await freePort();
  const keys = JSON.parse(readFileSync(path.join(host, 'var/lib/holdfast-signer/identity.pub.json'), 'utf8'));
  const me = { id, name: `Signer ${id}`, origin: `http://localhost:${port}`, ...keys };
  return { host, port, me };
}

it('starts from the commands of its units, server and two signers on folders of their own, and ends when it is asked to', async () => {
  const app = hostOf('app', 'holdfast-server', {});
  const etc = path.join(app, 'etc/holdfast-server');
  const main = path.join(root, 'apps/server/src/main.ts');
  const made = spawnSync(process.execPath, [main, 'init', '--identity', path.join(etc, 'identity.json')], {
    encoding: 'utf8',
  });
  expect(made.status, made.stderr).toBe(0);
  expect(statSync(path.join(etc, 'identity.json')).mode & 0o077).toBe(0);
  const signers = [await signerHost('1'), await signerHost('2')];
  const pages = path.join(here, 'pages');
  mkdirSync(pages);
  writeFileSync(path.join(pages, 'index.html'), '<!doctype html><title>page</title>');
  const started = signers.map(({ host, port, me }) => {
    const config = {
      ...{ id: me.id, name: me.name, origin: me.origin, listen: { host: '127.0.0.1', port } },
      dataDir: path.join(host, 'var/lib/holdfast-signer'),
      // Beside the configuration, where systemd puts them.
      ...{ passphraseFile: 'passphrase', setupCodeFile: 'setup-code' },
      server: JSON.parse(made.stdout),
      peers: signers.filter((other) => other.me !== me).map((other) => other.me),
      chains: testChains.map((chain) => ({ ...chain, rpcUrl: '' })),
      pages: { approver: pages, ceremony: pages },
    };
    writeFileSync(path.join(host, 'etc/holdfast-signer/config.json'), JSON.stringify(config));
    return startUnit('holdfast-signer', host);
  });
  const [port, opsPort] = [await freePort(), await freePort()];
  const config = {
    ...{ port, origin: `http://localhost:${port}`, ops: { port: opsPort }, database: { url: database.url } },
    identityFile: path.join(app, 'credentials/holdfast-server/identity.json'),
    setupTokenFile: path.join(app, 'var/lib/holdfast-server/setup-token'),
    signers: signers.map(({ me }) => ({ ...me, url: me.origin.replace('localhost', '127.0.0.1') })),
    chains: testChains,
    consoleDir: pages,
  };
  writeFileSync(path.join(etc, 'config.json'), JSON.stringify(config));
  const server = startUnit('holdfast-server', app);
  for (const [index, one] of started.entries()) await answers(`http://127.0.0.1:${signers[index]?.port}/healthz`, one);
  await answers(`http://127.0.0.1:${opsPort}/readyz`, server);
  for (const id of ['1', '2'])
    await expect
      .poll(() => answers(`http://127.0.0.1:${opsPort}/metrics`, server))
      .toContain(`holdfast_signer_up{signer="${id}"} 1\n`);
  for (const one of [server, ...started]) {
    one.child.kill('SIGTERM');
    expect(await one.ended, one.said()).toEqual([0, null]);
  }
});
