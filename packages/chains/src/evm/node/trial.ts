/**
 * What a call would do to one account, where the node knows no `eth_simulateV1`: code of ours is laid at the account for the time of one `eth_call` (its third
 * parameter, the state override that geth, Erigon, Nethermind, Besu, Reth, anvil and Hardhat take), makes the call from there, and tells what the account had before and
 * has after (contracts/Trial.sol). Where it goes, what contracts tell meanwhile, and what nobody asked about, is not known.
 */
import { AbiError, decodeArguments, encodeArguments, methodOf, type Value } from '@holdfast/policy';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import contract from '../../../contracts/Trial.json' with { type: 'json' };
import type { Things, TokenMove, TriedCall, TriedNft } from '../../rpc/calls.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import { quantityOf } from '../../rpc/shape.ts';

const attempt = methodOf(
  'attempt(address to,uint256 value,bytes data,address[] tokens,(address collection,uint256 id)[] nfts)',
);
/** What it answers. */
const answer = methodOf(
  'told(bytes32 mark,bool success,(bool known,uint256 amount)[] before,(bool known,uint256 amount)[] later)',
);
/** With it our code begins its answer: a node that lays no code anywhere answers otherwise. */
const mark = `0x${bytesToHex(keccak_256(utf8ToBytes('holdfast trial 1')))}`;
/** So many are asked about at once: each may cost 400,000 gas, and nodes give a call 50,000,000 or so. */
const mostAtOnce = 60;
const nobody = `0x${'0'.repeat(40)}`;

/** Base units, or how many of one NFT; undefined where its contract does not say. */
interface Held {
  readonly before: bigint | undefined;
  readonly later: bigint | undefined;
}
interface Answer {
  readonly success: boolean;
  /** The chain's own coin, the tokens and the NFTs, in the order asked for. */
  readonly held: readonly Held[];
}

const amountIn = (value: Value | undefined): bigint | undefined => {
  const [known, amount] = value as [boolean, bigint];
  return known ? amount : undefined;
};

/** @returns undefined for what our code has not answered */
function answerIn(hex: unknown): Answer | undefined {
  if (typeof hex !== 'string' || !hex.startsWith(mark) || !/^0x([0-9a-f]{2})*$/.test(hex)) return undefined;
  try {
    const [, success, before, later] = decodeArguments(answer?.inputs ?? [], hexToBytes(hex.slice(2)));
    const [first, last] = [before as Value[], later as Value[]];
    if (first.length !== last.length) return undefined;
    return {
      success: success === true,
      held: first.map((one, n) => ({ before: amountIn(one), later: amountIn(last[n]) })),
    };
  } catch (error) {
    if (error instanceof AbiError) return undefined;
    throw error;
  }
}

async function ask(
  rpc: JsonRpc,
  call: TriedCall,
  { tokens, nfts }: Things,
  block: string,
): Promise<Answer | undefined> {
  const values = [
    call.to === '' ? nobody : call.to,
    call.amount,
    call.data,
    tokens,
    nfts.map(({ contract: collection, tokenId }) => [collection, tokenId]),
  ];
  const data = `${attempt?.selector}${bytesToHex(encodeArguments(attempt?.inputs ?? [], values))}`;
  const laid = { [call.from]: { code: contract.code } };
  const reply = await rpc.ask('eth_call', { from: call.from, to: call.from, data }, block, laid);
  const told = reply.ok ? answerIn(reply.result) : undefined;
  return told?.held.length === 1 + tokens.length + nfts.length ? told : undefined;
}

/** Tokens and NFTs in portions that one question has room for. */
function portions({ tokens, nfts }: Things): Things[] {
  const all = [...tokens.map((token) => ({ token })), ...nfts.map((nft) => ({ nft }))];
  const count = Math.max(1, Math.ceil(all.length / mostAtOnce));
  return Array.from({ length: count }, (_, n) => {
    const some = all.slice(n * mostAtOnce, (n + 1) * mostAtOnce);
    return {
      tokens: some.flatMap((one) => ('token' in one ? [one.token] : [])),
      nfts: some.flatMap((one) => ('nft' in one ? [one.nft] : [])),
    };
  });
}

/** As a move from the account, or to it, from nobody who is known. */
function moveOf(own: string, { before = 0n, later = 0n }: Held): Pick<TokenMove, 'from' | 'to' | 'amount'> | undefined {
  if (before === later) return undefined;
  return later < before ? { from: own, to: '', amount: before - later } : { from: '', to: own, amount: later - before };
}

interface Told {
  readonly moves: readonly TokenMove[];
  readonly nfts: readonly TriedNft[];
  readonly untold: readonly string[];
}

function toldOf(own: string, { tokens, nfts }: Things, { held }: Answer): Told {
  const [coin, ofTokens, ofNfts] = [held.slice(0, 1), held.slice(1, 1 + tokens.length), held.slice(1 + tokens.length)];
  const isTold = ({ before, later }: Held): boolean => before !== undefined && later !== undefined;
  const moves: TokenMove[] = [...coin, ...ofTokens].flatMap((one, n) => {
    const move = isTold(one) ? moveOf(own, one) : undefined;
    return move ? [{ contract: n === 0 ? '' : (tokens[n - 1] ?? ''), ...move }] : [];
  });
  // Of one that there is not, before it is made or after it is burnt, the contract says nothing: that is none.
  const moved: TriedNft[] = ofNfts.flatMap((one, n) => {
    const [nft, move] = [nfts[n], moveOf(own, one)];
    return nft && move ? [{ contract: nft.contract, tokenId: nft.tokenId, ...move }] : [];
  });
  return { moves, nfts: moved, untold: tokens.filter((_, n) => !isTold(ofTokens[n] ?? { before: 0n, later: 0n })) };
}

/**
 * What the account would have less and more of, of its coins and the things that are named.
 * @param call that does not fail
 * @returns undefined where the node lays no code, and where the call fails with it: some contracts mind that their caller has code
 * @throws RpcError
 */
export async function changesTried(rpc: JsonRpc, call: TriedCall, things: Things): Promise<Told | undefined> {
  const block = `0x${quantityOf(await rpc.call('eth_blockNumber'), 'blockNumber').toString(16)}`;
  const parts = portions(things);
  const told = await Promise.all(parts.map((part) => ask(rpc, call, part, block)));
  const all = told.map((one, n) => (one?.success ? toldOf(call.from, parts[n] ?? things, one) : undefined));
  const known = all.filter((one) => one !== undefined);
  if (known.length !== all.length) return undefined;
  return {
    // Each part tells of the coins.
    moves: known.flatMap(({ moves }, n) => (n === 0 ? moves : moves.filter(({ contract: token }) => token !== ''))),
    nfts: known.flatMap(({ nfts }) => nfts),
    untold: known.flatMap(({ untold }) => untold),
  };
}
