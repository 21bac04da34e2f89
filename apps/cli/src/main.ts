import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { digestWords } from '@holdfast/policy';
import { signerFingerprint } from '@holdfast/review';
import { address } from './address.ts';
import { approve } from './approve.ts';
import { openDeliveredFile } from './delivered.ts';
import { newDeviceKey, showDeviceKey } from './device-key.ts';
import { CliError, exitCodes, explain } from './exit.ts';
import { freeze } from './freeze.ts';
import { newRecipientFile, sealKitFile } from './kit.ts';
import { pay } from './pay.ts';
import { recover } from './recover.ts';
import { rpc } from './rpc/rpc.ts';
import { setUp } from './set-up.ts';
import { status } from './status.ts';
import { realTerminal, type Terminal } from './terminal.ts';
import { usage } from './usage.ts';
import { verifyLog } from './verify-log.ts';

const options = {
  signer: { type: 'string', multiple: true },
  server: { type: 'string' },
  key: { type: 'string', multiple: true },
  checkpoint: { type: 'string', multiple: true },
  digest: { type: 'string' },
  refuse: { type: 'boolean', default: false },
  reason: { type: 'string' },
  yes: { type: 'boolean', short: 'y', default: false },
  plain: { type: 'boolean', default: false },
  'passphrase-file': { type: 'string', multiple: true },
  address: { type: 'string', multiple: true },
  'show-keys': { type: 'boolean', default: false },
  chains: { type: 'string' },
  since: { type: 'string', multiple: true },
  holdings: { type: 'string' },
  'save-holdings': { type: 'string' },
  send: { type: 'boolean', default: false },
  code: { type: 'string' },
  name: { type: 'string' },
  fingerprint: { type: 'string' },
  compare: { type: 'string' },
  kit: { type: 'string' },
  app: { type: 'string' },
  wallet: { type: 'string' },
  symbol: { type: 'string' },
  chain: { type: 'string' },
  contract: { type: 'string' },
  to: { type: 'string', multiple: true },
  amount: { type: 'string' },
  memo: { type: 'string' },
  'max-fee': { type: 'string' },
  request: { type: 'string' },
  node: { type: 'string' },
  port: { type: 'string', default: '8545' },
  wait: { type: 'string', default: '600' },
  origin: { type: 'string', multiple: true },
  walletconnect: { type: 'string' },
  relay: { type: 'string' },
  verify: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const read = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });
type Values = ReturnType<typeof read>['values'];

function need(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new CliError('usage', `${what} is missing; see holdfast --help`);
  return value;
}

/** Addresses are given with or without a path; only their origin counts. */
function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CliError('usage', `${text} is no address such as http://localhost:8701`);
  return url.origin;
}

function fingerprint(terminal: Terminal, file: string): void {
  const keys = JSON.parse(readFileSync(file, 'utf8')) as { identity?: string; channel?: string };
  const isKey = (key: unknown): key is string => typeof key === 'string' && /^[0-9a-f]{64}$/.test(key);
  if (!isKey(keys.identity) || !isKey(keys.channel))
    throw new CliError('file', `${file} is no identity.pub.json of a signer`);
  terminal.print(digestWords(signerFingerprint({ identity: keys.identity, channel: keys.channel })).join(' '));
}

function deviceKey(terminal: Terminal, [act, file]: readonly string[], values: Values): Promise<void> {
  const passphraseFile = values['passphrase-file']?.[0];
  if (act === 'new') return newDeviceKey(terminal, { file: need(file, 'FILE'), plain: values.plain, passphraseFile });
  if (act === 'show') return showDeviceKey(terminal, need(file, 'FILE'), passphraseFile);
  throw new CliError('usage', 'holdfast device-key new FILE, or holdfast device-key show FILE');
}

function kit(terminal: Terminal, [act, file, target]: readonly string[], values: Values): Promise<void> {
  const passphraseFiles = values['passphrase-file'] ?? [];
  if (act === 'seal') return sealKitFile(terminal, need(file, 'FILE'), passphraseFiles[0]);
  if (act === 'recipient') return newRecipientFile(terminal, need(file, 'FILE'), passphraseFiles[0]);
  if (act !== 'open')
    throw new CliError('usage', 'holdfast kit seal FILE, kit recipient FILE, or kit open DELIVERED KIT');
  return openDeliveredFile(terminal, {
    delivered: need(file, 'DELIVERED'),
    identity: need(values.key?.[0], '--key'),
    kit: need(target, 'KIT'),
    origin: {
      signer: values.signer?.[0] === undefined ? undefined : origin(values.signer[0]),
      fingerprint: values.fingerprint,
      compare: values.compare,
    },
    passphraseFiles,
  });
}

const commands: Record<string, (terminal: Terminal, rest: readonly string[], values: Values) => Promise<void> | void> =
  {
    approve: (terminal, [id], values) =>
      approve(terminal, {
        signer: origin(need(values.signer?.[0], '--signer')),
        key: need(values.key?.[0], '--key'),
        id: need(id, 'INTENT_ID'),
        refuse: values.refuse,
        reason: values.reason ?? '',
        yes: values.yes,
        digest: values.digest,
        passphraseFile: values['passphrase-file']?.[0],
      }),
    freeze: (terminal, _, { signer = [], key, reason = '', 'passphrase-file': files }) => {
      need(signer[0], '--signer');
      const signers = [...new Set(signer.map(origin))];
      return freeze(terminal, { signers, key: need(key?.[0], '--key'), reason, passphraseFile: files?.[0] });
    },
    'device-key': deviceKey,
    status: (terminal, _, { server, signer = [] }) => {
      if (server === undefined && signer.length === 0) throw new CliError('usage', 'give --server or --signer');
      return status(terminal, server === undefined ? undefined : origin(server), signer.map(origin));
    },
    fingerprint: (terminal, [file]) => fingerprint(terminal, need(file, 'FILE')),
    kit,
    pay: (terminal, _, values) =>
      pay(terminal, {
        server: origin(need(values.server, '--server')),
        signer: origin(need(values.signer?.[0], '--signer')),
        app: need(values.app, '--app'),
        key: need(values.key?.[0], '--key'),
        wallet: need(values.wallet, '--wallet'),
        symbol: need(values.symbol, '--symbol'),
        chain: values.chain,
        contract: values.contract,
        to: need(values.to?.length === 1 ? values.to[0] : undefined, '--to, once,'),
        amount: need(values.amount, '--amount'),
        memo: values.memo,
        maxFee: values['max-fee'],
        request: values.request,
        passphraseFile: values['passphrase-file']?.[0],
      }),
    rpc: (terminal, _, values) =>
      rpc(terminal, {
        server: origin(need(values.server, '--server')),
        signer: origin(need(values.signer?.[0], '--signer')),
        app: need(values.app, '--app'),
        key: need(values.key?.[0], '--key'),
        wallet: need(values.wallet, '--wallet'),
        chain: need(values.chain, '--chain'),
        node: need(values.node, '--node'),
        port: values.port,
        maxFee: values['max-fee'],
        wait: values.wait,
        origins: (values.origin ?? []).map(origin),
        walletConnect: values.walletconnect,
        relay: values.relay,
        passphraseFile: values['passphrase-file']?.[0],
      }),
    address: (terminal, [file], values) =>
      address(terminal, {
        file,
        ask:
          file === undefined
            ? {
                server: origin(need(values.server, 'FILE or --server')),
                app: need(values.app, '--app'),
                key: need(values.key?.[0], '--key'),
                wallet: need(values.wallet, '--wallet'),
                symbol: need(values.symbol, '--symbol'),
                chain: values.chain,
                contract: values.contract,
              }
            : undefined,
        pins: values.verify ?? [],
        passphraseFile: values['passphrase-file']?.[0],
      }),
    recover: (terminal, kits, values) =>
      recover(terminal, {
        kits,
        passphraseFiles: values['passphrase-file'] ?? [],
        addresses: values.address ?? [],
        showKeys: values['show-keys'],
        sweep: {
          chains: values.chains,
          to: values.to ?? [],
          since: values.since ?? [],
          holdings: values.holdings,
          saveHoldings: values['save-holdings'],
          send: values.send,
        },
      }),
    'set-up': (terminal, _, values) =>
      setUp(terminal, {
        signer: origin(need(values.signer?.[0], '--signer')),
        key: need(values.key?.[0], '--key'),
        code: need(values.code, '--code'),
        name: need(values.name, '--name'),
        kit: need(values.kit, '--kit'),
        passphraseFile: need(values['passphrase-file']?.[0], '--passphrase-file'),
      }),
    'verify-log': (terminal, [file], { key = [], checkpoint = [], signer = [] }) =>
      verifyLog(terminal, {
        file: need(file, 'FILE'),
        keys: key,
        checkpoints: checkpoint,
        signers: signer.map(origin),
      }),
  };

/** Runs one command line. @returns the exit code */
export async function run(args: readonly string[], terminal: Terminal = realTerminal()): Promise<number> {
  try {
    const { values, positionals } = read(args);
    const [name = '', ...rest] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (values.help || name === '') {
      terminal.print(usage);
      return values.help ? exitCodes.ok : exitCodes.usage;
    }
    if (!command) throw new CliError('usage', `there is no command ${name}; see holdfast --help`);
    await command(terminal, rest, values);
    return exitCodes.ok;
  } catch (error) {
    const { exit, text } = explain(error);
    terminal.note(`holdfast: ${text}`);
    return exitCodes[exit];
  }
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
