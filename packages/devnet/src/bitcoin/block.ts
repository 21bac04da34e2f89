import { compactSize, displayHash, fromDisplay, hash256, merkleRoot, uint32 } from './bytes.ts';
import { parseTx, type Tx } from './transaction.ts';

export interface Block {
  readonly hash: string;
  readonly prev: string;
  readonly height: number;
  /** Seconds. */
  readonly time: number;
  readonly header: Buffer;
  readonly txs: readonly Tx[];
}

const version = 0x20000000;
/** Regtest's difficulty: every second hash will do. */
const bits = 0x207fffff;
const halvingInterval = 150;
const genesisTx =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d6573' +
  '2030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73' +
  'ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504' +
  'e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

/** Bitcoin Core's regtest genesis block (chainparams.cpp). */
export function genesis(): Block {
  const header = Buffer.concat([
    uint32(1),
    Buffer.alloc(32),
    merkleRoot([fromDisplay(parseTx(genesisTx).id)]),
    uint32(1296688602),
    uint32(bits),
    uint32(2),
  ]);
  return blockOf(header, 0, [parseTx(genesisTx)]);
}

export function blockOf(header: Buffer, height: number, txs: readonly Tx[]): Block {
  const prev = Buffer.from(header.subarray(4, 36)).reverse().toString('hex');
  return { hash: displayHash(header), prev, height, time: header.readUInt32LE(68), header, txs };
}

export const rawBlock = (block: Block): Buffer =>
  Buffer.concat([block.header, compactSize(block.txs.length), ...block.txs.map((tx) => tx.raw)]);

/** Finds a header whose hash meets regtest's target: about two tries. */
export function mineBlock(prev: string, height: number, time: number, txs: readonly Tx[]): Block {
  const root = merkleRoot(txs.map((tx) => fromDisplay(tx.id)));
  for (let nonce = 0; ; nonce++) {
    const header = Buffer.concat([uint32(version), fromDisplay(prev), root, uint32(time), uint32(bits), uint32(nonce)]);
    if ((hash256(header)[31] ?? 0xff) <= 0x7f) return blockOf(header, height, txs);
  }
}

/** BIP34: the height as a minimal script number, pushed. */
function heightPush(height: number): Buffer {
  if (height <= 16) return Buffer.from([0x50 + height]);
  const digits: number[] = [];
  for (let rest = height; rest > 0; rest >>= 8) digits.push(rest & 0xff);
  if ((digits.at(-1) ?? 0) & 0x80) digits.push(0);
  return Buffer.from([digits.length, ...digits]);
}

function output(value: bigint, script: Buffer): Buffer {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(value);
  return Buffer.concat([amount, compactSize(script.length), script]);
}

/**
 * Coinbase with the subsidy, the fees and the witness commitment (BIP141). As with bitcoind, the same height, address and transactions give the
 * same coinbase again after a reorganisation.
 */
export function coinbaseTx(height: number, script: Buffer, fees: bigint, txs: readonly Tx[]): Tx {
  const subsidy = 50_00000000n >> BigInt(Math.floor(height / halvingInterval));
  const witnessRoot = merkleRoot([Buffer.alloc(32), ...txs.map((tx) => fromDisplay(tx.wid))]);
  const commitment = hash256(Buffer.concat([witnessRoot, Buffer.alloc(32)]));
  const scriptSig = Buffer.concat([heightPush(height), Buffer.from([0])]);
  const parts = [
    uint32(2),
    Buffer.from([0, 1, 1]),
    Buffer.alloc(32),
    uint32(0xffffffff),
    compactSize(scriptSig.length),
    scriptSig,
    uint32(0xffffffff),
    compactSize(2),
    output(subsidy + fees, script),
    output(0n, Buffer.concat([Buffer.from('6a24aa21a9ed', 'hex'), commitment])),
    Buffer.from([1, 32]),
    Buffer.alloc(32),
    uint32(0),
  ];
  return parseTx(Buffer.concat(parts));
}
