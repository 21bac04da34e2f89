import { honestText } from '@holdfast/review';
import type { IWalletKit, WalletKitTypes } from '@reown/walletkit';
import { CliError } from '../exit.ts';
import type { Terminal } from '../terminal.ts';
import { type Listening, replyTo } from './listen.ts';

/**
 * Applications that connect by WalletConnect (specs.walletconnect.com, "Sign API"): over a relay, by a link that somebody copies. What they ask for is answered by the
 * same code as at the address on this machine. Nothing of it is kept: sessions end with this process, or after half a day.
 */

/** The package weighs more than all of Holdfast, so whoever wants it adds it. */
const wanted = '@reown/walletkit@1.6.0';
const sessionMs = 12 * 3_600_000;
const proposalMs = 60_000;
const mostSessions = 20;
/** Of one application, answered at once. */
const mostOpen = 20;

export interface Connecting extends Pick<Listening, 'wallet' | 'note'> {
  readonly terminal: Pick<Terminal, 'print' | 'note' | 'ask'>;
  readonly account: string;
  readonly chainId: bigint;
  /** The operator's, of the relay's service. */
  readonly project: string;
  /** Its usual one where none is named. */
  readonly relay?: string | undefined;
}

async function loaded() {
  try {
    return await Promise.all([import('@reown/walletkit'), import('@walletconnect/core')]);
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isAbsent) throw error;
    const how = `npm install --no-save ${wanted}`;
    throw new CliError('usage', `WalletConnect is not installed here. Whoever wants it adds it: ${how} (79 MB)`);
  }
}

/** What applications may be told of; whatever else they ask for is answered, or refused, as at the address. */
const methods = ['eth_accounts', 'eth_requestAccounts', 'eth_chainId', 'eth_sendTransaction', 'personal_sign'];
const told = [...methods, 'eth_signTypedData_v4', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
const events = ['accountsChanged', 'chainChanged'];

type Proposal = WalletKitTypes.SessionProposal['params'];
type Needs = Proposal['requiredNamespaces'];

const chainsOf = (needs: Needs): string[] =>
  Object.entries(needs).flatMap(([name, { chains }]) => (name.includes(':') ? [name] : (chains ?? [name])));
const methodsOf = (needs: Needs): string[] => Object.values(needs).flatMap((one) => one.methods);

/** What of a proposal this wallet has not; '' where it has all of it. */
export function lackingFor({ requiredNamespaces: needs, optionalNamespaces: wishes }: Proposal, chain: string): string {
  const other = chainsOf(needs).filter((one) => one !== chain);
  const unknown = methodsOf(needs).filter((one) => !told.includes(one));
  if (other.length > 0 || unknown.length > 0) return [...other, ...unknown].join(', ');
  const all = [...chainsOf(needs), ...chainsOf(wishes)];
  return all.includes(chain) ? '' : all.join(', ') || 'no network';
}

/** On one line, whatever stands in it: a name with more of them could say things in ours. */
const lineOf = (text: string, most: number): string => honestText(text.slice(0, most).replace(/\s+/g, ' '));

/** What a person is shown before the application is connected. All of it is the application's own word. */
export function shownOf({ proposer, requiredNamespaces, optionalNamespaces }: Proposal, chain: string): string[] {
  const { name, url } = proposer.metadata;
  const asked = [...new Set([requiredNamespaces, optionalNamespaces].flatMap(methodsOf))];
  return [
    `${lineOf(name, 200)} (${lineOf(url, 200)}) wants to connect. Nobody has verified name and address.`,
    `network: ${chain}`,
    `asks for: ${lineOf(asked.join(', '), 600)}`,
  ];
}

export interface Session {
  readonly topic: string;
  readonly name: string;
}
export interface Connector {
  /** By a link `wc:…`: shows who wants to connect, asks, and connects or refuses. @returns whether it is connected @throws CliError */
  pair(uri: string): Promise<boolean>;
  readonly sessions: () => readonly Session[];
  end(topic: string): Promise<void>;
  close(): Promise<void>;
}

const refused = { code: 5000, message: 'User rejected.' };
const unsupported = { code: 5100, message: 'Unsupported chains or methods.' };
const ended = { code: 6000, message: 'User disconnected.' };
const crowded = { code: -32_005, message: 'too many requests at once' };

/** A connected application: what it waits for ends with it. */
interface Live extends Session {
  readonly gone: AbortController;
  readonly timer: NodeJS.Timeout;
  open: number;
}
interface At {
  readonly kit: IWalletKit;
  readonly live: Map<string, Live>;
  readonly connecting: Connecting;
}

/** Whoever asks by a session that is over, or for another network, is answered nothing of it. */
async function respond({ kit, live, connecting }: At, { topic, id, params }: WalletKitTypes.SessionRequest) {
  const session = live.get(topic);
  const say = (response: object) =>
    kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...response } as never });
  if (!session || params.chainId !== `eip155:${connecting.chainId}`) return say({ error: unsupported });
  if (session.open >= mostOpen) return say({ error: crowded });
  session.open += 1;
  try {
    const { method, params: values } = params.request;
    const {
      jsonrpc: _,
      id: __,
      ...answer
    } = JSON.parse(await replyTo(connecting, { id, method, params: values }, session.gone.signal));
    // Where it has gone meanwhile, there is nobody to be told.
    if (live.has(topic)) await say(answer);
  } finally {
    session.open -= 1;
  }
}

function forget({ live }: At, topic: string): void {
  const session = live.get(topic);
  clearTimeout(session?.timer);
  session?.gone.abort();
  live.delete(topic);
}

async function end(at: At, topic: string): Promise<void> {
  forget(at, topic);
  await at.kit.disconnectSession({ topic, reason: ended });
}

/** Asks the person. @returns whether it is connected */
async function decide(at: At, { id, params }: WalletKitTypes.SessionProposal): Promise<boolean> {
  const { kit, live, connecting } = at;
  const { terminal, account, chainId } = connecting;
  const chain = `eip155:${chainId}`;
  const lacking = lackingFor(params, chain);
  for (const line of shownOf(params, chain)) terminal.print(line);
  if (lacking !== '' || live.size >= mostSessions) {
    terminal.print(lacking === '' ? 'There are enough sessions.' : `This wallet has not: ${lineOf(lacking, 600)}`);
    await kit.rejectSession({ id, reason: unsupported });
    return false;
  }
  if ((await terminal.ask('Connect it? (yes/no) '))?.trim() !== 'yes') {
    await kit.rejectSession({ id, reason: refused });
    return false;
  }
  const accounts = [`${chain}:${account}`];
  const eip155 = { chains: [chain], accounts, methods: told, events };
  const { topic } = await kit.approveSession({ id, namespaces: { eip155 } });
  const timer = setTimeout(() => void end(at, topic).catch(() => undefined), sessionMs);
  timer.unref();
  const name = lineOf(params.proposer.metadata.name, 60);
  live.set(topic, { topic, name, gone: new AbortController(), timer, open: 0 });
  return true;
}

/**
 * The proposal that comes by this very link, or none in time. Whoever had another link before can propose whenever they like, under any name: while a person waits for
 * one application, no other is shown.
 */
async function proposalBy(kit: IWalletKit, uri: string): Promise<WalletKitTypes.SessionProposal> {
  const topic = uri.slice('wc:'.length, uri.indexOf('@'));
  const { promise, resolve, reject } = Promise.withResolvers<WalletKitTypes.SessionProposal>();
  const heard = (proposal: WalletKitTypes.SessionProposal): void => {
    if (proposal.params.pairingTopic === topic) resolve(proposal);
    else kit.rejectSession({ id: proposal.id, reason: refused }).catch(() => undefined);
  };
  const late = setTimeout(() => reject(new CliError('refused', 'no application answers by this link')), proposalMs);
  kit.on('session_proposal', heard);
  try {
    await Promise.all([promise, kit.pair({ uri })]);
    return await promise;
  } finally {
    clearTimeout(late);
    kit.off('session_proposal', heard);
  }
}

/** @throws CliError usage where the package is not there */
export async function openConnector(connecting: Connecting): Promise<Connector> {
  const { project: projectId, relay: relayUrl, terminal } = connecting;
  const [{ WalletKit }, { Core }] = await loaded();
  const kept = { storageOptions: { database: ':memory:' }, telemetryEnabled: false, logger: 'silent' } as const;
  const core = new Core({ projectId, ...(relayUrl === undefined ? {} : { relayUrl }), ...kept });
  const metadata = {
    name: 'Holdfast',
    description: 'A wallet whose members decide',
    url: 'http://localhost',
    icons: [],
  };
  // Its own types are not written for exact optional properties.
  const kit = await WalletKit.init({ core: core as Parameters<typeof WalletKit.init>[0]['core'], metadata });
  const at: At = { kit, live: new Map(), connecting };
  kit.on('session_request', (request) => {
    respond(at, request).catch(() => terminal.note('an application could not be answered'));
  });
  kit.on('session_delete', ({ topic }) => forget(at, topic));
  return {
    async pair(uri) {
      if (!/^wc:[0-9a-f]{64}@2\?[\x21-\x7e]{1,500}$/.test(uri))
        throw new CliError('usage', 'no link of WalletConnect (wc:…@2?…)');
      return decide(at, await proposalBy(kit, uri));
    },
    sessions: () => [...at.live.values()].map(({ topic, name }) => ({ topic, name })),
    end: (topic) => end(at, topic),
    async close() {
      await Promise.allSettled([...at.live.keys()].map((topic) => end(at, topic)));
      await core.relayer.transportClose();
      core.heartbeat.stop();
    },
  };
}

const help = 'wc:… connects an application, "list" shows who is connected, "end 1" ends one: ';

async function doLine(terminal: Connecting['terminal'], connector: Connector, line: string): Promise<void> {
  const [, number] = /^end (\d{1,3})$/.exec(line) ?? [];
  const session = number === undefined ? undefined : connector.sessions()[Number(number) - 1];
  if (session) return connector.end(session.topic);
  if (line.startsWith('wc:')) return terminal.print((await connector.pair(line)) ? 'Connected.' : 'Not connected.');
  const list = connector.sessions().map(({ name }, i) => `${i + 1} ${name}`);
  terminal.print(list.join('\n') || 'Nobody is connected.');
}

/** What somebody types, line after line, until there is nobody. */
export async function attend(terminal: Connecting['terminal'], connector: Connector): Promise<void> {
  for (;;) {
    const line = await terminal.ask(help);
    if (line === undefined) return;
    await doLine(terminal, connector, line.trim()).catch((error: unknown) =>
      terminal.note(honestText(error instanceof Error ? error.message : String(error))),
    );
  }
}
