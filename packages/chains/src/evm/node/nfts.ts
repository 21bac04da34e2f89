/** Things of which there are few or one (ERC-721, ERC-1155). Whoever likes writes such contracts: what they tell is a hint, and what they answer is bounded. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { textIn, wordBytes } from '../../rpc/answers.ts';
import type { Header, WatchedAddresses } from '../../rpc/blocks.ts';
import type { TriedNft } from '../../rpc/calls.ts';
import type { JsonRpc, Request } from '../../rpc/json-rpc.ts';
import type { Nft, NftMove, NftTold } from '../../rpc/nfts.ts';
import { type Fields, fieldsOf, heightOf, listOf } from '../../rpc/shape.ts';
import { checkEvmAddress } from '../address.ts';
import { bloomOf } from './bloom.ts';
import { evmHashOf } from './shape.ts';
import { inconsistent, transferTopic } from './transfers.ts';
import { view } from './view.ts';

/** keccak256 of `TransferSingle(address,address,address,uint256,uint256)` and of `TransferBatch(address,address,address,uint256[],uint256[])`. */
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const batchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/** Of more addresses a node is not asked by name: it tells of all, and what is not ours is left out here. */
const mostNamed = 200;
/** More of one event are no collection that a person looks at, and of a made-up length nothing is read at all. */
const mostItems = 500;
const nobody = `0x${'00'.repeat(20)}`;
const word = (hex: string): string => hex.padStart(64, '0');
const topicOf = (address: string): string => `0x${word(address.slice(2).toLowerCase())}`;

/** In its one spelling; of what mints and burns the zero address; undefined for what is no address. */
function addressIn(topic: unknown): string | undefined {
  if (typeof topic !== 'string' || !/^0x0{24}[0-9a-f]{40}$/.test(topic)) return undefined;
  const text = `0x${topic.slice(26)}`;
  const checked = checkEvmAddress(text);
  return checked.ok ? checked.address : text === nobody ? nobody : undefined;
}

interface Item {
  readonly tokenId: bigint;
  readonly amount: bigint;
}

/** Ids and amounts of a batch as the ABI writes them; nothing where they are written in another way, or too many. */
function batchIn(words: readonly bigint[]): Item[] {
  const listAt = (at: bigint | undefined): readonly bigint[] | undefined => {
    if (at === undefined || at % 32n !== 0n || at / 32n >= BigInt(words.length)) return undefined;
    const start = Number(at / 32n);
    const length = words[start] ?? 0n;
    if (length > BigInt(mostItems) || length > BigInt(words.length - start - 1)) return undefined;
    return words.slice(start + 1, start + 1 + Number(length));
  };
  const [ids, amounts] = [listAt(words[0]), listAt(words[1])];
  if (!ids || ids.length !== amounts?.length) return [];
  return ids.map((tokenId, n) => ({ tokenId, amount: amounts[n] ?? 0n }));
}

function wordsIn(data: unknown): readonly bigint[] | undefined {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{64})*$/.test(data)) return undefined;
  if (data.length > 2 + 64 * (2 * mostItems + 4)) return undefined;
  return (data.slice(2).match(/.{64}/g) ?? []).map((one) => BigInt(`0x${one}`));
}

/** Who moved what, by the form of one event; undefined for every other. */
function moveIn(log: Fields): { standard: Nft['standard']; from: unknown; to: unknown; items: Item[] } | undefined {
  const topics = listOf(log.topics, 'log.topics');
  const words = wordsIn(log.data);
  if (topics.length !== 4 || !words) return undefined;
  const [topic, first, second, third] = topics;
  if (topic === transferTopic) {
    if (words.length > 0 || typeof third !== 'string' || !/^0x[0-9a-f]{64}$/.test(third)) return undefined;
    return { standard: '721', from: first, to: second, items: [{ tokenId: BigInt(third), amount: 1n }] };
  }
  const [tokenId, amount] = words;
  if (topic === singleTopic && words.length === 2 && tokenId !== undefined && amount !== undefined)
    return { standard: '1155', from: second, to: third, items: [{ tokenId, amount }] };
  return topic === batchTopic ? { standard: '1155', from: second, to: third, items: batchIn(words) } : undefined;
}

/** What an event of a call that was only tried says of anybody's: it stands in no block. */
export function nftsTried(log: Fields): TriedNft[] {
  const found = moveIn(log);
  const [from, to] = [addressIn(found?.from), addressIn(found?.to)];
  const source = checkEvmAddress(String(log.address).toLowerCase());
  if (!found || from === undefined || to === undefined || !source.ok) return [];
  return found.items.map((item) => ({ ...item, contract: source.address, from, to }));
}

/** What an event says of our addresses. One that no standard has is nothing: strangers write them. */
export function nftMoves(log: Fields, watch: WatchedAddresses): NftMove[] {
  const found = moveIn(log);
  const [from, to] = [addressIn(found?.from), addressIn(found?.to)];
  const source = checkEvmAddress(String(log.address).toLowerCase());
  if (!found || from === undefined || to === undefined || !source.ok || (!watch.has(from) && !watch.has(to))) return [];
  if (log.removed === true) return inconsistent('a log of an abandoned block');
  const place = {
    txid: evmHashOf(log.transactionHash, 'log.transactionHash'),
    index: heightOf(log.logIndex, 'log.logIndex'),
  };
  return found.items.flatMap(({ tokenId, amount }, item) =>
    amount === 0n
      ? []
      : [{ ...place, item, standard: found.standard, contract: source.address, tokenId, amount, from, to }],
  );
}

interface Block {
  readonly header: Header;
  readonly logsBloom: string;
}

/**
 * Which events to ask a block for: from and to our addresses, by name where those are few. All have four topics, so that nodes leave out payments of tokens,
 * which have three and the first in common.
 */
function filtersOf(watch: WatchedAddresses): readonly (readonly unknown[])[] {
  const both = [singleTopic, batchTopic];
  if (watch.size > mostNamed) return [[[transferTopic, ...both], null, null, null]];
  const ours = [...watch.keys()].map(topicOf);
  return [
    [transferTopic, ours, null, null],
    [transferTopic, null, ours, null],
    [both, null, ours, null],
    [both, null, null, ours],
  ];
}

/** May a block hold such an event of ours, as far as its header says? An address that is a topic is in it as one. */
function mayHold(watch: WatchedAddresses): (logsBloom: string) => boolean {
  const kind = bloomOf([transferTopic, singleTopic, batchTopic]);
  if (watch.size > mostNamed) return kind;
  const ours = bloomOf([...watch.keys()].map(topicOf));
  return (logsBloom) => kind(logsBloom) && ours(logsBloom);
}

/** What moved to and from our addresses, by the hash of the block; each event once. */
export async function fetchNfts(
  rpc: JsonRpc,
  blocks: readonly Block[],
  watch: WatchedAddresses | undefined,
): Promise<Map<string, NftMove[]>> {
  const found = new Map<string, Map<string, NftMove>>();
  if (!watch || watch.size === 0) return new Map();
  const may = mayHold(watch);
  const asked = blocks.filter(({ logsBloom }) => may(logsBloom));
  const filters = filtersOf(watch);
  const requests = asked.flatMap(({ header: { hash } }) =>
    filters.map((topics) => ({ hash, call: { method: 'eth_getLogs', params: [{ blockHash: hash, topics }] } })),
  );
  const answers = await rpc.all(requests.map(({ call }): Request => call));
  for (const [n, { hash }] of requests.entries()) {
    const inBlock = found.get(hash) ?? new Map<string, NftMove>();
    found.set(hash, inBlock);
    for (const each of listOf(answers[n], 'logs')) {
      const log = fieldsOf(each, 'log');
      if (log.blockHash !== hash) inconsistent('a log of another block');
      for (const move of nftMoves(log, watch)) inBlock.set(`${move.index}:${move.item}`, move);
    }
  }
  return new Map([...found].map(([hash, moves]) => [hash, [...moves.values()]]));
}

const numberIn = (answer: Uint8Array | undefined): bigint =>
  answer?.length === wordBytes ? BigInt(`0x${bytesToHex(answer)}`) : 0n;

/** How many of it the account has, as the contract answers now: none where it refuses. `ownerOf`, `balanceOf`. */
export async function nftHeld(rpc: JsonRpc, { contract, tokenId, standard }: Nft, owner: string): Promise<bigint> {
  const id = word(tokenId.toString(16));
  const address = word(owner.slice(2).toLowerCase());
  if (standard === '1155') return numberIn(await view(rpc, contract, `00fdd58e${address}${id}`));
  return numberIn(await view(rpc, contract, `6352211e${id}`)) === BigInt(`0x${address}`) ? 1n : 0n;
}

/** A contract that draws its pictures itself needs more than one that says its name. */
const uriBounds = { text: 96 * 1_024, gas: 20_000_000 };

/** What a contract says of itself and of one thing of it; '' where it says nothing. `name`, `symbol`, `tokenURI`, `uri`. */
export async function nftTold(rpc: JsonRpc, { contract, tokenId, standard }: Nft): Promise<NftTold> {
  const id = word(tokenId.toString(16));
  const uriCall = `${standard === '721' ? 'c87b56dd' : '0e89341c'}${id}`;
  const [name, symbol, uri] = await Promise.all([
    view(rpc, contract, '06fdde03'),
    view(rpc, contract, '95d89b41'),
    view(rpc, contract, uriCall, uriBounds),
  ]);
  const place = textIn(uri, uriBounds.text) ?? '';
  return {
    name: textIn(name) ?? '',
    symbol: textIn(symbol) ?? '',
    // ERC-1155: one text for all of them, with the place of the id in it.
    uri: standard === '1155' ? place.replaceAll('{id}', id) : place,
  };
}
