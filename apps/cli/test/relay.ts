import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A relay as WalletConnect's is (specs.walletconnect.com, "Relay RPC"): it hands sealed messages on by their topic, and keeps what nobody has taken. */

interface Message {
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
  readonly publishedAt: number;
  readonly by: WebSocket;
}
interface Fields {
  readonly topic: string;
  readonly topics: readonly string[];
  readonly message: string;
  readonly tag: number;
  readonly pairingTopic: string;
  readonly sessionTopic: string;
  readonly sessionProposal: string;
  readonly sessionProposalResponse: string;
  readonly sessionSettlementRequest: string;
}
interface Request {
  readonly id: number | string;
  readonly method?: string;
  readonly params: Fields;
}

export interface Relay {
  readonly url: string;
  /** Topics on which something was said, in that order. */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

class Post {
  readonly said: string[] = [];
  readonly #listening = new Map<string, Set<WebSocket>>();
  readonly #kept: Message[] = [];
  #next = 1;

  #deliver(to: WebSocket, { topic, message, tag, publishedAt }: Message): void {
    const data = { topic, message, tag, publishedAt, attestation: '' };
    const id = this.#next++;
    to.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: topic, data } }));
  }
  listen(socket: WebSocket, topic: string): string {
    const all = this.#listening.get(topic) ?? new Set();
    this.#listening.set(topic, all.add(socket));
    for (const one of this.#kept) if (one.topic === topic && one.by !== socket) this.#deliver(socket, one);
    return topic;
  }
  leave(socket: WebSocket, topic?: string): true {
    for (const [name, all] of this.#listening) if (topic === undefined || name === topic) all.delete(socket);
    return true;
  }
  say(by: WebSocket, topic: string, message: string, tag: number): true {
    const one = { topic, message, tag, publishedAt: Date.now(), by };
    this.said.push(topic);
    this.#kept.push(one);
    for (const socket of this.#listening.get(topic) ?? []) if (socket !== by) this.#deliver(socket, one);
    return true;
  }
}

/** What it answers; undefined for a method that it has not. */
function answerOf(post: Post, socket: WebSocket, { method, params: p }: Request): unknown {
  switch (method) {
    case 'irn_subscribe':
      return post.listen(socket, p.topic);
    case 'irn_batchSubscribe':
      return p.topics.map((topic) => post.listen(socket, topic));
    case 'irn_unsubscribe':
      return post.leave(socket, p.topic);
    case 'irn_batchFetchMessages':
    case 'irn_fetchMessages':
      return { messages: [], hasMore: false };
    case 'irn_publish':
      return post.say(socket, p.topic, p.message, p.tag);
    case 'wc_proposeSession':
      post.listen(socket, p.pairingTopic);
      return post.say(socket, p.pairingTopic, p.sessionProposal, 1100);
    case 'wc_approveSession':
      post.listen(socket, p.sessionTopic);
      post.say(socket, p.pairingTopic, p.sessionProposalResponse, 1101);
      return post.say(socket, p.sessionTopic, p.sessionSettlementRequest, 1102);
    default:
      return undefined;
  }
}

export async function startRelay(): Promise<Relay> {
  const post = new Post();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    socket.on('message', (bytes) => {
      const request = JSON.parse(String(bytes)) as Request;
      if (request.method === undefined) return;
      const result = answerOf(post, socket, request);
      const said = result === undefined ? { error: { code: -32_601, message: request.method } } : { result };
      socket.send(JSON.stringify({ id: request.id, jsonrpc: '2.0', ...said }));
    });
    socket.on('close', () => post.leave(socket));
  });
  await new Promise((done) => server.once('listening', done));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said: post.said,
    stop: () =>
      new Promise((done) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => done());
      }),
  };
}
