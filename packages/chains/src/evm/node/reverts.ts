/** Why a call failed, in its contract's words: what it returns is an error of Solidity, or one that the contract declares. */
import { AbiError, decodeArguments, type Method, methodOf, type Value } from '@holdfast/policy';
import { hexToBytes } from '@noble/hashes/utils.js';

const errorText = '0x08c379a0';
const panicCode = '0x4e487b71';
/** Solidity, "Panic via assert and Error via require". */
const panics: Readonly<Record<string, string>> = {
  '1': 'assertion failed',
  '17': 'arithmetic overflow',
  '18': 'division by zero',
  '50': 'index out of bounds',
};
export const longestReason = 200;

/** Errors that many contracts declare. A contract tells the selector alone, so that a name proves nothing of it. */
const declared = [
  // ERC-6093, as tokens say it.
  'ERC20InsufficientBalance(address sender,uint256 balance,uint256 needed)',
  'ERC20InvalidSender(address sender)',
  'ERC20InvalidReceiver(address receiver)',
  'ERC20InsufficientAllowance(address spender,uint256 allowance,uint256 needed)',
  'ERC20InvalidApprover(address approver)',
  'ERC20InvalidSpender(address spender)',
  'ERC721InvalidOwner(address owner)',
  'ERC721NonexistentToken(uint256 tokenId)',
  'ERC721IncorrectOwner(address sender,uint256 tokenId,address owner)',
  'ERC721InvalidSender(address sender)',
  'ERC721InvalidReceiver(address receiver)',
  'ERC721InsufficientApproval(address operator,uint256 tokenId)',
  'ERC721InvalidApprover(address approver)',
  'ERC721InvalidOperator(address operator)',
  'ERC1155InsufficientBalance(address sender,uint256 balance,uint256 needed,uint256 tokenId)',
  'ERC1155InvalidSender(address sender)',
  'ERC1155InvalidReceiver(address receiver)',
  'ERC1155MissingApprovalForAll(address operator,address owner)',
  'ERC1155InvalidApprover(address approver)',
  'ERC1155InvalidOperator(address operator)',
  'ERC1155InvalidArrayLength(uint256 idsLength,uint256 valuesLength)',
  // OpenZeppelin Contracts 5, which most are built of.
  'OwnableUnauthorizedAccount(address account)',
  'OwnableInvalidOwner(address owner)',
  'AccessControlUnauthorizedAccount(address account,bytes32 neededRole)',
  'EnforcedPause()',
  'ReentrancyGuardReentrantCall()',
  'SafeERC20FailedOperation(address token)',
  'AddressEmptyCode(address target)',
  'FailedCall()',
  'FailedInnerCall()',
  'InsufficientBalance(uint256 balance,uint256 needed)',
  'InvalidInitialization()',
  'ERC2612ExpiredSignature(uint256 deadline)',
  'ERC2612InvalidSigner(address signer,address owner)',
  'ERC4626ExceededMaxDeposit(address receiver,uint256 assets,uint256 max)',
  'ERC4626ExceededMaxMint(address receiver,uint256 shares,uint256 max)',
  'ERC4626ExceededMaxWithdraw(address owner,uint256 assets,uint256 max)',
  'ERC4626ExceededMaxRedeem(address owner,uint256 shares,uint256 max)',
  'InvalidAccountNonce(address account,uint256 currentNonce)',
  // Permit2.
  'AllowanceExpired(uint256 deadline)',
  'InsufficientAllowance(uint256 amount)',
  'InvalidNonce()',
  'SignatureExpired(uint256 signatureDeadline)',
  'InvalidAmount(uint256 maxAmount)',
  'InvalidSigner()',
  'InvalidSignature()',
  // Routers: Uniswap's universal one, and 0x's.
  'V2TooLittleReceived()',
  'V2TooMuchRequested()',
  'V3TooLittleReceived()',
  'V3TooMuchRequested()',
  'TransactionDeadlinePassed()',
  'TooMuchSlippage(address token,uint256 expected,uint256 actual)',
  // contracts/Disperse.sol.
  'WrongSum()',
  'TooLittleGas()',
  'NotReturned()',
];

const bySelector = new Map<string, Method>(
  declared.flatMap((source) => {
    const error = methodOf(source);
    return error ? [[error.selector, error] as const] : [];
  }),
);

/** `ERC20InsufficientBalance(sender 0x…, balance 5, needed 7)`; the name alone where a line cuts a number; undefined where the data are not what was declared. */
function declaredIn(data: string): string | undefined {
  const error = bySelector.get(data.slice(0, 10));
  if (!error) return undefined;
  try {
    const values: readonly Value[] = decodeArguments(error.inputs, hexToBytes(data.slice(10)));
    const text = `${error.name}(${error.inputs.map(({ name }, n) => `${name} ${values[n]}`).join(', ')})`;
    return text.length <= longestReason ? text : error.name;
  } catch (problem) {
    if (problem instanceof AbiError) return undefined;
    throw problem;
  }
}

/**
 * What a contract says of its failure: an `Error` or `Panic` of Solidity, an error that many contracts declare, or the selector of another.
 * @param data what the call returned, `0x…`
 * @returns '' where it says nothing, and for what is no data
 */
export function reasonIn(data: string): string {
  if (!/^0x([0-9a-f]{2})*$/.test(data)) return '';
  const selector = data.slice(0, 10);
  if (selector === panicCode) return panics[String(BigInt(`0x${data.slice(10, 74) || '0'}`))] ?? 'panic';
  if (selector !== errorText) return declaredIn(data) ?? (/^0x[0-9a-f]{8}/.test(data) ? selector : '');
  const length = BigInt(`0x${data.slice(74, 138) || '0'}`);
  const shown = length < BigInt(longestReason) ? Number(length) : longestReason;
  const bytes = hexToBytes(data.slice(138, 138 + 2 * shown));
  return new TextDecoder().decode(bytes);
}
