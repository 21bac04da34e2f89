import { type ChainReader, isAway, RpcError } from '@holdfast/chains/rpc';
import type { Clock } from '../clock.ts';
import type { Log } from './deps.ts';

/** Whoever answered so is not asked again at once. */
export const isBroken = (error: unknown): boolean =>
  isAway(error) || (error instanceof RpcError && error.code === 'timeout');

/** Another node would say the same. */
export const isItsAnswer = (error: unknown): boolean =>
  !(error instanceof RpcError) || ['nodeError', 'tooLarge', 'unsupported'].includes(error.code);

const isNone = (answer: unknown): boolean => answer === undefined;
const isNot = (answer: unknown): boolean => answer === false;

/**
 * Answers that prove nothing of a node that may be behind: that it does not know a transaction, a block, a coin or a contract. Whoever knows it is believed. What a
 * balance is, and how high the chain, is the answer of the node that is asked: one that is behind says less of the newest blocks, and never of others.
 */
const absences: Readonly<Record<string, (answer: unknown) => boolean>> = {
  txStatus: (answer) =>
    typeof answer === 'object' && answer !== null && 'state' in answer && answer.state === 'unknown',
  header: isNone,
  block: isNone,
  tree: isNone,
  unspent: isNot,
  isContract: isNot,
};
/** What one node could invent, and signers know nothing of: all that answer have to say the same. */
const agreed: ReadonlySet<string | symbol> = new Set([
  'accountOfName',
  'nameOfAccount',
  'tokenFacts',
  'payers',
  'taken',
  'moved',
  'nftHeld',
]);
const isUnknown = (key: string | symbol, answer: unknown): boolean =>
  typeof key === 'string' && Object.hasOwn(absences, key) && absences[key]?.(answer) === true;

const said = (answer: unknown): string | undefined =>
  JSON.stringify(answer, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

const restMs = 30_000;
const lookEveryMs = 10_000;

interface Node {
  readonly reader: ChainReader;
  /** Its place in the configuration, from 1: addresses of nodes may hold passwords. */
  readonly place: number;
  restsUntil: number;
  behind: boolean;
}
export interface SeveralDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Which of several nodes to ask. One is behind when it has not the height that another had at the look before; it is asked only where no other answers. Its
 * own blocks take nothing back meanwhile (`standing` of the follower).
 */
function createHealth({ clock, log }: SeveralDeps, chain: string, nodes: readonly Node[]) {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let reached = 0;
  const now = (): number => clock().getTime();
  const rest = (node: Node, error: unknown): void => {
    if (node.restsUntil <= now())
      log.warn({ chain, node: node.place, err: error }, 'the node does not answer: others are asked');
    node.restsUntil = now() + restMs;
  };
  async function look(): Promise<void> {
    const heights = await Promise.all(
      nodes.map(async (node) => {
        const height = await node.reader.tip().then(
          (tip) => tip.height,
          (error) => rest(node, error),
        );
        const behind = height !== undefined && height < reached;
        if (behind && !node.behind) log.warn({ chain, node: node.place, height, reached }, 'the node is behind');
        node.behind = behind;
        return height ?? 0;
      }),
    );
    reached = Math.max(...heights);
  }
  return {
    rest,
    /** The best first, and in the order of the configuration. */
    inTurn(): Node[] {
      const rank = (node: Node): number => (node.restsUntil > now() ? 2 : node.behind ? 1 : 0);
      return nodes.toSorted((a, b) => rank(a) - rank(b));
    },
    /** All that did not fail lately; all, where all did. */
    well(): readonly Node[] {
      const answering = nodes.filter(({ restsUntil }) => restsUntil <= now());
      return answering.length > 0 ? answering : nodes;
    },
    /** From time to time, and never in the way of who asks. */
    lookSometimes(): void {
      if (Math.abs(now() - lookedAt) < lookEveryMs) return;
      lookedAt = now();
      void look();
    },
  };
}

/**
 * One reader over several nodes of a chain: each call goes to the first that is well, and to the next where that one does not answer, or answers nonsense.
 * What one does not know is asked of all, and so is an account's nonce, of which the highest counts: it never goes back; and who has a name, where all must agree. Every call may be made twice; a refusal is an answer. Each is believed as an only one would be. @param readers in the order of preference, each with a check of its network
 */
export function oneOf(
  deps: SeveralDeps,
  chain: string,
  readers: readonly [ChainReader, ...ChainReader[]],
): ChainReader {
  const [first] = readers;
  if (readers.length === 1) return first;
  const nodes = readers.map((reader, at): Node => ({ reader, place: at + 1, restsUntil: 0, behind: false }));
  const health = createHealth(deps, chain, nodes);
  const ask = async (node: Node, key: string | symbol, args: unknown[]): Promise<unknown> => {
    const member: unknown = Reflect.get(node.reader, key);
    return typeof member === 'function' ? Reflect.apply(member, node.reader, args) : undefined;
  };
  /** What all that are well answer. @throws what the first of them failed with, where none answers */
  async function askAll(key: string | symbol, args: unknown[]): Promise<unknown[]> {
    const able = health.well().filter(({ reader }) => typeof Reflect.get(reader, key) === 'function');
    const answers = await Promise.allSettled(
      able.map((node) =>
        ask(node, key, args).catch((error: unknown) => {
          if (isBroken(error)) health.rest(node, error);
          throw error;
        }),
      ),
    );
    const told = answers.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    const failed = answers.find((each) => each.status === 'rejected');
    if (told.length === 0 && failed) throw failed.reason;
    return told;
  }
  /** A node that is behind would have a nonce used twice, and an order taken for one that nobody else can end. */
  async function highest(key: string, args: unknown[]): Promise<unknown> {
    const told = (await askAll(key, args)).filter((one) => typeof one === 'bigint');
    return told.toSorted((a, b) => (a < b ? 1 : -1))[0];
  }
  async function unanimous(key: string | symbol, args: unknown[]): Promise<unknown> {
    const [first, ...others] = await askAll(key, args);
    if (others.some((one) => said(one) !== said(first))) throw new RpcError('inconsistent', 'the nodes do not agree');
    return first;
  }
  async function call(key: string | symbol, args: unknown[]): Promise<unknown> {
    health.lookSometimes();
    if (key === 'nonce') return highest(key, args);
    if (agreed.has(key)) return unanimous(key, args);
    let failure: unknown;
    const unknown: unknown[] = [];
    for (const node of health.inTurn()) {
      if (typeof Reflect.get(node.reader, key) !== 'function') continue;
      try {
        const answer = await ask(node, key, args);
        if (!isUnknown(key, answer)) return answer;
        unknown.push(answer);
      } catch (error) {
        if (isItsAnswer(error)) throw error;
        if (isBroken(error)) health.rest(node, error);
        failure ??= error;
      }
    }
    if (unknown.length > 0) return unknown[0];
    throw failure;
  }
  return new Proxy(first, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function' ? (...args: unknown[]) => call(key, args) : member;
    },
  });
}
