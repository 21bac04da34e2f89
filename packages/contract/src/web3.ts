import { z } from 'zod';
import { addressProof } from './address-proof.ts';
import { amount, bool01, jsonField, remark, subWalletId, symbol, text } from './codecs.ts';
import { orderId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { address, feeLevel, feeTier, requestId, taken } from './order.ts';

/** Of a chain its id, `evm:1`, or its coin where one chain alone has it. */
const chainName = text(40, 1);

/** What a spender may take of a token of a sub-wallet, as its chain's node says it. */
const allowance = z.object({
  symbol,
  contract_address: z.string(),
  spender: z.string(),
  amount,
  /** Everything may be taken, also what comes later. */
  endless: z.boolean(),
});

/** Selector and arguments, `0x…`. */
const inputData = z.string().regex(/^0x([0-9a-f]{2}){4,24576}$/);

/** A contract's bytecode with what its constructor is given behind it, `0x…`. */
const initCode = z.string().regex(/^0x([0-9a-f]{2}){1,30000}$/);

/** A contract call as somebody wants it made. `amount`: coins of the chain that go along. */
const calling = {
  sub_wallet_id: subWalletId,
  main_chain_symbol: chainName,
  interactive_contract: address,
  amount: amount.default('0'),
  input_data: inputData,
  /** The most that may leave of each token; of those that are not named, as much as the node says now. */
  outflows: jsonField(z.array(z.object({ contract_address: address, amount })).max(20), 4_096).optional(),
};

/** What leaves of a token at most, as the order says it and as signers count it. */
const outflow = z.object({
  symbol,
  contract_address: z.string(),
  amount,
  /** Of that, what may be taken later by what the call allows. */
  allowed: amount,
});

/** What a node said that a call would do: its word alone. */
const simulation = z.object({
  /**
   * `moves`: what it moves was told; `balances`: what the account has before and after, of its coin, listed tokens and the NFTs it is known to hold or that the data
   * name; `tried`: only whether it fails.
   */
  told: z.enum(['moves', 'balances', 'tried']),
  /** Listed tokens whose contract did not say what the account has; only of `balances`. */
  untold: z.array(symbol),
  success: bool01,
  reason: z.string(),
  /** By coin, of the account that calls (first), and of each other account of this workspace that gains or loses by it. */
  changes: z.array(
    z.object({
      address: z.string(),
      symbol: z.string(),
      contract_address: z.string(),
      out: z.string(),
      in: z.string(),
      counted: bool01,
    }),
  ),
  /** NFTs of the account that calls, by collection and number: pieces that leave and come, whether the data names them or not. */
  nfts: z.array(
    z.object({
      contract_address: z.string(),
      token_id: z.string(),
      out: z.string(),
      in: z.string(),
      /** As many leave by the call's own data, which signers read too. */
      said: bool01,
    }),
  ),
  /** What contracts would tell meanwhile, in its order. Without a name no standard has it. */
  events: z.array(
    z.object({
      contract_address: z.string(),
      topic: z.string(),
      name: z.string(),
      args: z.array(z.object({ name: z.string(), text: z.string() })),
    }),
  ),
  /** How many events there are beside those. */
  more_events: z.int(),
});

export const web3 = {
  simulateDeploy: post('/api/mpc/web3/deploy/simulate', {
    summary:
      'What deploying a contract would do if it were made now, by the word of the chain’s node; as which bytecode the rules know it, what it would cost, and whether they take it',
    access: 'withdraw.create',
    bodyBytes: 200_000,
    input: z.object({ sub_wallet_id: subWalletId, main_chain_symbol: chainName, init_code: initCode }),
    output: z.object({
      chain_id: z.string(),
      from: z.string(),
      /** Keccak-256 of the bytecode that a rule names, `0x…`, and its constructor’s parameters; '' where none does. */
      bytecode_hash: z.string(),
      inputs: z.string(),
      success: bool01,
      reason: z.string(),
      fee_symbol: symbol,
      fees: z.array(feeTier),
      /** Why nobody could have it approved; '' where somebody can. In the words of the rules (`policyDenied`). */
      problem: z.string(),
    }),
  }),
  simulate: post('/api/mpc/web3/trans/simulate', {
    summary:
      'What a contract call would do if it were made now, by the word of the chain’s node; what an order for it would say leaves, what it would cost, and whether the rules take it',
    access: 'withdraw.create',
    input: z.object(calling),
    output: z.object({
      chain_id: z.string(),
      from: z.string(),
      simulation,
      outflows: z.array(outflow),
      fee_symbol: symbol,
      fees: z.array(feeTier),
      /** Why nobody could have it approved; '' where somebody can. In the words of the rules (`policyDenied`). */
      problem: z.string(),
    }),
  }),
  info: get('/api/mpc/web3/info', {
    summary:
      'The account that a sub-wallet calls contracts from on a chain, and which contracts the rules about calls name',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, main_chain_symbol: chainName }),
    output: z.object({
      chain_id: z.string(),
      coin_net: z.string(),
      base_symbol: symbol,
      address: z.string(),
      path: z.string(),
      proof: addressProof,
      /** Of the chain's own coin, which fees are paid of: what is available. */
      balance: amount,
      /** The next one, as the chain's node has it; '' where it does not answer. */
      nonce: z.string(),
      /** Without methods, any of them. */
      contracts: z.array(z.object({ contract_address: z.string(), methods: z.array(z.string()), rule: z.string() })),
    }),
  }),
  allowances: get('/api/mpc/web3/allowances', {
    summary: 'Who may take tokens of a sub-wallet, and how much, on every chain whose tokens allow that',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({
      list: z.array(
        z.object({
          chain_id: z.string(),
          coin_net: z.string(),
          address: z.string(),
          path: z.string(),
          proof: addressProof,
          /** `known`: the node does not look back so far, so these are those that were asked for here. `none`: it does not answer. */
          told: z.enum(['all', 'known', 'none']),
          /** Of which something can be allowed. */
          coins: z.array(z.object({ symbol, contract_address: z.string() })),
          allowances: z.array(allowance),
        }),
      ),
    }),
  }),
  create: post('/api/mpc/web3/trans/create', {
    summary:
      'Call a contract (`trans_type` 1, with `input_data`); sign a message (2), a text (`message`, EIP-191) or `typed_data` (EIP-712, as JSON), of which no transaction is made; deploy a contract (3, with `init_code`), which only a rule that names its bytecode lets pass; or let a spender take so much of a token (0), or take that back (`amount` 0): -1 is everything, which only a rule that names token and spender lets pass',
    access: 'withdraw.create',
    stepUp: true,
    audit: 'web3.create',
    bodyBytes: 200_000,
    input: z.object({
      request_id: requestId,
      sub_wallet_id: subWalletId,
      main_chain_symbol: chainName,
      /** 0: an allowance of the token, to `spender`. 1: a call, with `input_data`; `amount` is what goes along of the chain's coin. 2: a message; contract, amount and fee are not for it. 3: a contract is deployed; contract and amount are not for it. */
      trans_type: z.enum(['0', '1', '2', '3']).default('0'),
      interactive_contract: address.optional(),
      spender: address.optional(),
      amount: z.union([z.literal('-1'), amount]).default('0'),
      input_data: inputData.optional(),
      init_code: initCode.optional(),
      message: z.string().min(1).max(12_288).optional(),
      typed_data: z.string().min(2).max(65_536).optional(),
      outflows: calling.outflows,
      fee_level: feeLevel.default(2),
      /** The most the fee may be; refused when more would be needed. */
      max_fee: amount.optional(),
      remark: remark.default(''),
    }),
    output: taken,
  }),
  message: get('/api/mpc/web3/message', {
    summary:
      'A message that was asked for: what it says, what is hashed and signed, and its signature once members and signers have made it',
    access: 'transaction.read',
    input: z.object({ trans_id: orderId }),
    output: z.object({
      trans_id: orderId,
      status: z.int(),
      chain_id: z.string(),
      /** Whose signature it is. */
      address_from: z.string(),
      form: z.enum(['text', 'typed']),
      /** The text, or the typed data in the one spelling that is signed. */
      message: z.string(),
      digest: z.string(),
      /** What a signature of it does, as the rules read it. */
      deed: z.enum(['allowance', 'payment', 'nothing', 'order', 'safe', 'delegation', 'call', 'unknown']),
      /** What it is worth is known, at most. */
      bounded: bool01,
      outflows: z.array(z.object({ symbol, contract_address: z.string(), units: z.string(), decimals: z.int() })),
      /** `0x…`, 65 bytes; '' as long as there is none. */
      signature: z.string(),
    }),
  }),
  cancel: post('/api/mpc/web3/trans/cancel', {
    summary: 'Cancel a web3 transaction that nobody has started to sign; one under way is dropped as a payment is',
    access: 'withdraw.cancel',
    audit: 'web3.cancel',
    input: z.object({ trans_id: orderId, remark: remark.default('') }),
    output: z.object({ trans_id: orderId, status: z.int() }),
  }),
};
