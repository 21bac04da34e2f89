import { schnorr } from '@noble/curves/secp256k1.js';
import { p2tr, Transaction } from '@scure/btc-signer';
import { OutOrdinalReveal, p2tr_ord_reveal } from 'micro-ordinals';
import type { Devnet } from '../devnet.ts';
import { rpcClient } from '../json-rpc.ts';
import { purseAddress } from './faucet.ts';
import { regtest } from './output.ts';

/** Somebody outside who inscribes: commits to an envelope and reveals it (ordinals handbook, "Inscriptions"). */
const secret = new Uint8Array(32).fill(0x43);
const publicKey = schnorr.getPublicKey(secret);
/** More than a reveal of some hundred bytes costs. */
const revealFee = 20_000n;

export interface Inscribed {
  readonly txid: string;
  /** `<txid>i0`, at the first sat of output 0. */
  readonly id: string;
}

export interface Ink {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Who gets it, on an output of so many sat. */
  readonly to: string;
  readonly postage?: bigint;
}

async function fund(faucet: string, address: string, amount: bigint): Promise<string> {
  const body = JSON.stringify({
    chain: 'bitcoin:regtest',
    symbol: 'BTC',
    address,
    amount: `0.${String(amount).padStart(8, '0')}`,
  });
  const answer = await fetch(`${faucet}/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { txid } = (await answer.json()) as { txid?: string };
  if (!answer.ok || txid === undefined) throw new Error('the faucet gave nothing');
  return txid;
}

/** Inscribes for an address, paid by the faucet, and mines it. */
export async function inscribe(
  { bitcoin, faucet }: Pick<Devnet<'bitcoin'>, 'bitcoin' | 'faucet'>,
  { contentType, body, to, postage = 10_000n }: Ink,
): Promise<Inscribed> {
  const call = rpcClient(bitcoin.url);
  const leaf = p2tr_ord_reveal(publicKey, [{ tags: { contentType }, body }]);
  const commit = p2tr(undefined, leaf, regtest, false, [OutOrdinalReveal]);
  const amount = postage + revealFee;
  const funding = await fund(faucet.url, commit.address ?? '', amount);
  await call('generatetoaddress', 1, purseAddress);
  const paid = await call<{ vout: { n: number; scriptPubKey: { address?: string } }[] }>(
    'getrawtransaction',
    funding,
    true,
  );
  const index = paid.vout.find(({ scriptPubKey }) => scriptPubKey.address === commit.address)?.n ?? 0;
  const tx = new Transaction({ customScripts: [OutOrdinalReveal], allowUnknownInputs: true });
  const { script, tapLeafScript = [], tapInternalKey } = commit;
  tx.addInput({ txid: funding, index, witnessUtxo: { script, amount }, tapInternalKey, tapLeafScript });
  tx.addOutputAddress(to, postage, regtest);
  tx.sign(secret);
  tx.finalize();
  // Its data alone is what nodes may not want to relay; a block takes it.
  await call('generateblock', purseAddress, [tx.hex]);
  return { txid: tx.id, id: `${tx.id}i0` };
}
