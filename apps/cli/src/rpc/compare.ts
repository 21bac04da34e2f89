import { dataOf, deploymentIn, type IntentKind, initCodeOf, messageFaultOf } from '@holdfast/policy';
import type { Review } from '@holdfast/review';
import { sameAddress } from '../pay.ts';
import { type Account, assetAt } from './account.ts';
import type { Asked, AskedTransaction } from './asked.ts';

/** What every order of an application says of itself, so that whoever approves it knows where it comes from. */
export const remark = 'JSON-RPC';

/** As what it is asked for. */
const kinds = {
  payment: 'transfer',
  allowance: 'allowance',
  call: 'call',
  message: 'message',
  deployment: 'deploy',
} as const satisfies Record<Asked['want'], IntentKind>;

type Shown = Pick<Review, 'intent' | 'remark'>;

/** What is asked for, as an intent says it. */
function saysOf(account: Account, { intent }: Shown, asked: Asked): readonly [string, boolean][] {
  // Whom it names, and what it says of tokens, follows from the message: pages and signers hold it to that.
  if (asked.want === 'message')
    return [
      ['message', intent.call.split(' out ', 1)[0] === asked.call],
      ['what it does', messageFaultOf(intent) === undefined],
    ];
  // The intent's schema holds its one output to the account itself, and to nothing.
  if (asked.want === 'deployment')
    return [
      ['bytecode', initCodeOf(intent) === asked.data],
      ['constructor', deploymentIn(intent) !== undefined],
    ];
  const [first, ...others] = intent.outputs;
  const amount = first?.amount === String(asked.units);
  if (asked.want === 'call')
    return [
      ['contract', first !== undefined && sameAddress(first.address, asked.contract)],
      ['data', dataOf(intent) === asked.data],
      ['value', amount && others.every((one) => one.amount === '0')],
    ];
  const to = asked.want === 'payment' ? asked.to : asked.spender;
  return [
    ['token', intent.asset.contract === assetAt(account, asked.token).contract],
    ['payee', first !== undefined && sameAddress(first.address, to) && first.memo === '' && others.length === 0],
    ['amount', amount],
  ];
}

/** What the request says otherwise than the application asked for; nothing when it is exactly that. */
export function differencesOf(account: Account, shown: Shown, asked: Asked, request: string): string[] {
  const { intent } = shown;
  const { address, path, keyGroup } = account.at;
  const says: readonly [string, boolean][] = [
    ['kind', intent.kind === kinds[asked.want]],
    ['initiator', intent.initiator === account.app],
    ['request', intent.request === request],
    ['wallet', intent.wallet === account.wallet],
    // A sub-wallet has many addresses, and a contract knows each as another account.
    ['account', sameAddress(intent.from, address) && intent.path === path && intent.keyGroup === keyGroup],
    ['network', intent.chain === account.chain.id],
    ['fee cap', BigInt(intent.maxFee) <= account.maxFee],
    ['remark', shown.remark === remark],
    ...saysOf(account, shown, asked),
  ];
  return says.flatMap(([what, holds]) => (holds ? [] : [what]));
}

const word = (hex: string): string => hex.toLowerCase().padStart(64, '0');
const ofToken = (selector: string, address: string, units: bigint): string =>
  `0x${selector}${word(address.slice(2))}${word(units.toString(16))}`;

/** As the chain shows it once it is made. */
function transactionOf(asked: AskedTransaction): { to: string; value: bigint; input: string } {
  if (asked.want === 'deployment') return { to: '', value: 0n, input: asked.data };
  if (asked.want === 'call') return { to: asked.contract, value: asked.units, input: asked.data };
  if (asked.want === 'allowance')
    return { to: asked.token, value: 0n, input: ofToken('095ea7b3', asked.spender, asked.units) };
  return asked.token === ''
    ? { to: asked.to, value: asked.units, input: '0x' }
    : { to: asked.token, value: 0n, input: ofToken('a9059cbb', asked.to, asked.units) };
}

/** Is a transaction of the node's (`eth_getTransactionByHash`) what was asked for, of this account? */
export function isMade({ at }: Pick<Account, 'at'>, asked: AskedTransaction, told: object): boolean {
  const wanted = transactionOf(asked);
  const { from, to, value, input } = told as Readonly<Record<string, unknown>>;
  const isQuantity = typeof value === 'string' && /^0x[0-9a-f]+$/.test(value);
  return (
    isQuantity &&
    BigInt(value) === wanted.value &&
    sameAddress(String(from), at.address) &&
    (wanted.to === '' ? to === null : sameAddress(String(to), wanted.to)) &&
    String(input).toLowerCase() === wanted.input
  );
}
