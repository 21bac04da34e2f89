import type { Intent } from '@holdfast/policy';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import { isTokenContract } from '../payee.ts';
import { checkFee, readTransfer, type Transfer } from '../transfer.ts';
import type { ChainConfig, KeyAt } from '../types.ts';
import { type RawAddress, rawOf } from './address.ts';
import { bocOf, bytesField, type Cell, cellOf, coins, hashOf, uint } from './cell.ts';
import { facts } from './facts.ts';
import { formAt, type TonForm } from './forms.ts';
import { forwarded, ownCost } from './limits.ts';
import { tonNumbers } from './plan.ts';
import type { TonPlan, UnsignedTonTx } from './types.ts';
import { addressField, jettonWalletOf, tonAddressOf, walletIdOf } from './wallet.ts';

/** A comment (op 0), which wallets show. */
const commentOf = (memo: string): Cell => cellOf([uint(0n, 32), bytesField(utf8ToBytes(memo))]);

interface Message {
  readonly to: RawAddress;
  readonly value: bigint;
  readonly bounce: boolean;
  readonly body: Cell | undefined;
}

/** `MessageRelaxed`, internal, from whoever sends it, without fees, times and state init; its body beside it. */
function messageOf({ to, value, bounce, body }: Message): Cell {
  const zeros = uint(0n, 1 + 4 + 4 + 64 + 32);
  const flags = ['0', '1', bounce ? '1' : '0', '0', '00'];
  return cellOf([...flags, addressField(to), coins(value), zeros, '0', body ? '1' : '0'], body ? [body] : []);
}

/** `transfer` (TEP-74): what is left comes back to the owner, and the receiver hears of it with the comment. */
function jettonTransfer(
  owner: RawAddress,
  { seqno }: { readonly seqno: bigint },
  payee: Transfer['outputs'][number],
): Cell {
  const { address, amount, memo } = payee;
  return cellOf(
    [
      uint(0x0f8a7ea5n, 32),
      uint(seqno, 64),
      coins(amount),
      addressField(rawOf(address)),
      addressField(owner),
      '0',
      coins(forwarded),
      memo === '' ? '0' : '1',
    ],
    memo === '' ? [] : [commentOf(memo)],
  );
}

/** Pay fees apart from the value, and go on where an action fails: v5r1 takes no other mode from outside. */
const sendMode = 3n;

/** What a wallet has signed, of its id, time and seqno, and the only message that it sends. */
const payloads: Readonly<Record<TonForm, (head: readonly string[], message: Cell) => Cell>> = {
  v5r1: (head, message) => {
    const action = cellOf([uint(0x0ec3c86dn, 32), uint(sendMode, 8)], [cellOf([]), message]);
    return cellOf([uint(0x7369676en, 32), ...head, '1', '0'], [action]);
  },
  v4r2: (head, message) => cellOf([...head, uint(0n, 8), uint(sendMode, 8)], [message]),
};

function messageFor(from: string, { asset, outputs }: Transfer, numbers: ReturnType<typeof tonNumbers>): Message {
  const [payee] = outputs;
  if (!payee || outputs.length !== 1) throw new ChainError('badIntent', 'outputs: exactly one');
  if (asset.contract === '') {
    if (numbers.attached !== 0n) throw new ChainError('badPlan', 'attached');
    const body = payee.memo === '' ? undefined : commentOf(payee.memo);
    // Not bounceable: an account that does nothing yet gives nothing back.
    return { to: rawOf(payee.address), value: payee.amount, bounce: false, body };
  }
  if (numbers.attached <= forwarded) throw new ChainError('badPlan', 'attached');
  const to = jettonWalletOf(asset.contract, asset.account, from);
  return { to, value: numbers.attached, bounce: true, body: jettonTransfer(rawOf(from), numbers, payee) };
}

/** A payment of the coin or of a listed jetton by the wallet of the path. @throws ChainError */
export function buildTon(chain: ChainConfig, intent: Intent, plan: TonPlan, keyAt: KeyAt): UnsignedTonTx {
  const transfer = readTransfer(facts, chain, intent);
  const publicKey = keyAt(transfer.path);
  const form = formAt(transfer.path);
  const from = tonAddressOf(chain, publicKey, form);
  if (from !== intent.from) throw new ChainError('notOurs', `${intent.from} is not at ${transfer.path}`);
  for (const { address } of transfer.outputs)
    if (isTokenContract(chain, address)) throw new ChainError('badAddress', 'the contract of a token');
  const numbers = tonNumbers(plan);
  const fee = ownCost + numbers.attached;
  checkFee(fee, transfer.feeCap);
  const head = [uint(walletIdOf(chain, form), 32), uint(numbers.validUntil, 32), uint(numbers.seqno, 32)];
  const payload = payloads[form](head, messageOf(messageFor(from, transfer, numbers)));
  return {
    family: facts.id,
    chain: chain.id,
    from,
    publicKey: bytesToHex(publicKey),
    bytes: bytesToHex(bocOf(payload)),
    sighashes: [{ scheme: 'ed25519', path: transfer.path, message: bytesToHex(hashOf(payload)) }],
    fee: String(fee),
    conflict: { family: facts.id, chain: chain.id, account: from, nonce: plan.seqno },
  };
}
