import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pay, purse } from '../../packages/devnet/test/wallet.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

/** What bitcoind refuses and a laxer node of ours would take: a payment that is made in tests alone. `conformance.test.ts` asks both of them more. */
const lax = parts('a local node that takes more than bitcoind does');
const removed = without('packages/devnet');
type Nodes = typeof import('../../packages/devnet/src/bitcoin/node.ts');

interface Chain {
  readonly send: (tx: { readonly hex: string }) => string;
  readonly mine: (blocks: number) => readonly string[];
  readonly leave: (hash: string) => void;
  /** A ripe coin that nothing else has. */
  readonly coin: () => { readonly txid: string; readonly index: number; readonly amount: bigint };
}

/** A node of the program in this process, with some ripe coins. */
async function withNode(program: Program, use: (chain: Chain) => string): Promise<string[]> {
  const { generate, invalidate, openNode, submit }: Nodes = await program.load('packages/devnet/src/bitcoin/node.ts');
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-node-'));
  try {
    const node = openNode(join(dir, 'chain.log'));
    const mine = (blocks: number, to = purse.script) => generate(node, blocks, Buffer.from(to));
    mine(105);
    let used = 0;
    const coin = () => {
      const reward = node.chain.blocks[++used]?.txs[0];
      return { txid: reward?.id ?? '', index: 0, amount: reward?.outputs[0]?.value ?? 0n };
    };
    const send = ({ hex }: { readonly hex: string }): string => {
      try {
        submit(node, hex, { feeRate: 0.1, burn: 0 });
        return 'taken';
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    const leave = (hash: string): void => {
      const block = node.chain.blocks.find((one) => one.hash === hash);
      if (block) invalidate(node, block);
    };
    return [use({ send, mine: (blocks) => mine(blocks, other), leave, coin })];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
/** Another than the purse's, so that a block mined again is another one. */
const other = Uint8Array.from([0x00, 0x14, ...new Uint8Array(20).fill(5)]);
const admission = (name: string, find: string, replace = '') => removed(name, 'bitcoin/admission.ts', find, replace);
const words = (said: string): string => said.replace(/, .*/, '');

lax.control('a payment at the usual fee', 'taken', (program) =>
  withNode(program, ({ send, coin }) => send(pay(coin()))),
);
lax.control('a payment of a block that left the chain, waiting again', 'taken', (program) =>
  withNode(program, ({ send, mine, leave, coin }) => {
    const tx = pay(coin());
    send(tx);
    const [gone = ''] = mine(1);
    leave(gone);
    return send(tx);
  }),
);
lax.attack(
  'a payment of a block that left the chain, whose coin another one spends',
  'bad-txns-inputs-missingorspent',
  admission(
    'inputs that are there',
    "if (!waiting) return reject('missing-inputs', codes.verify, 'bad-txns-inputs-missingorspent');",
    'if (!waiting) return { value: 5_000_000_000n, script: Buffer.from(tx.outputs[0]?.script ?? []), height: 1, coinbase: false };',
  ),
  (program) =>
    withNode(program, ({ send, mine, leave, coin }) => {
      const source = coin();
      const [dead, paid] = [pay(source), pay(source, { fee: 3_000n })];
      send(dead);
      const [gone = ''] = mine(1);
      leave(gone);
      send(paid);
      mine(2);
      return send(dead);
    }),
);
lax.attack(
  'a fee below what is relayed',
  'min relay fee not met',
  admission('the floor of fees', 'if (fee < least) reject(', 'if (fee < 0n) reject('),
  (program) => withNode(program, ({ send, coin }) => words(send(pay(coin(), { fee: 10n })))),
);
lax.attack(
  'a fee of more than 0.1 BTC for 1,000 vB',
  'Fee exceeds maximum configured by user (e.g. -maxtxfee',
  removed(
    'the most that a sender means',
    'bitcoin/node.ts',
    'if (isFeeAbove(feeRate, admission.fee, tx.vsize))',
    'if (false)',
  ),
  (program) => withNode(program, ({ send, coin }) => words(send(pay(coin(), { fee: 1_101_000n })))),
);
lax.attack(
  'an output that is worth less than it costs to spend',
  'dust',
  admission('dust', "if (out.value < dustLimit(out.script)) reject('dust');"),
  (program) => withNode(program, ({ send, coin }) => words(send(pay(coin(), { outputs: [{ amount: 293n }] })))),
);
const data = (byte: number) => ({ script: Uint8Array.from([0x6a, 4, byte, byte, byte, byte]), amount: 0n });
lax.attack(
  'data twice',
  'multi-op-return',
  admission(
    'one output of data',
    "if (tx.outputs.filter((out) => outputType(out.script) === 'nulldata').length > 1) reject('multi-op-return');",
  ),
  (program) => withNode(program, ({ send, coin }) => words(send(pay(coin(), { outputs: [data(1), data(2)] })))),
);

export const localNodeAttacks = lax.all;
