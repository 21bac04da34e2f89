/** Made from the contract by “npm run docs”: every call of the Open API, what it takes and what it gives. */
export const calls = {
  'wallet.asset': { method: 'GET', path: '/openapi/mpc/wallets/asset' },
  'wallet.subWallets': { method: 'GET', path: '/openapi/mpc/sub_wallets' },
  'wallet.allSubWallets': { method: 'GET', path: '/openapi/mpc/sub_wallets/all' },
  'wallet.subWalletsBalance': { method: 'GET', path: '/openapi/mpc/sub_wallets_balance' },
  'wallet.openCoin': { method: 'GET', path: '/openapi/mpc/wallet/open/coin' },
  'wallet.coinsAsset': { method: 'GET', path: '/openapi/mpc/sub_wallet/coins/asset' },
  'wallet.focusCoins': { method: 'GET', path: '/openapi/mpc/sub_wallet/focus/coin' },
  'wallet.focusLimit': { method: 'GET', path: '/openapi/mpc/sub_wallet/focus/limit_check' },
  'wallet.history': { method: 'GET', path: '/openapi/mpc/wallets/history' },
  'deposit.info': { method: 'GET', path: '/openapi/mpc/deposit/info' },
  'deposit.address': { method: 'GET', path: '/openapi/mpc/sub_wallet/deposit/address' },
  'deposit.userAddress': { method: 'GET', path: '/openapi/mpc/user/deposit/address' },
  'deposit.addresses': { method: 'GET', path: '/openapi/mpc/sub_wallet/multi/address/list' },
  'deposit.memos': { method: 'GET', path: '/openapi/mpc/sub_wallet/memo/list' },
  'deposit.createMemo': { method: 'POST', path: '/openapi/mpc/sub_wallet/create/memo' },
  'deposit.createAddress': { method: 'POST', path: '/openapi/mpc/sub_wallet/create/address' },
  'withdraw.symbolBalance': { method: 'GET', path: '/openapi/mpc/sub_wallet/symbol/balance' },
  'withdraw.info': { method: 'GET', path: '/openapi/mpc/withdraw/info' },
  'withdraw.gasEstimate': { method: 'GET', path: '/openapi/mpc/gas_estimate' },
  'withdraw.limitCheck': { method: 'GET', path: '/openapi/mpc/withdraw/limit_check' },
  'withdraw.addressInfo': { method: 'GET', path: '/openapi/mpc/address/info' },
  'withdraw.addressName': { method: 'GET', path: '/openapi/mpc/address/name' },
  'withdraw.addressLink': { method: 'GET', path: '/openapi/mpc/address/link' },
  'withdraw.create': { method: 'POST', path: '/openapi/mpc/sub_wallet/withdraw' },
  'withdraw.cancel': { method: 'POST', path: '/openapi/mpc/withdraw/cancel' },
  'withdraw.speedUpInfo': { method: 'GET', path: '/openapi/mpc/transaction/speed_up/info' },
  'withdraw.speedUp': { method: 'POST', path: '/openapi/mpc/transaction/speed_up' },
  'withdraw.drop': { method: 'POST', path: '/openapi/mpc/transaction/drop' },
  'withdraw.childInfo': { method: 'GET', path: '/openapi/mpc/transaction/child/info' },
  'withdraw.child': { method: 'POST', path: '/openapi/mpc/transaction/child' },
  'withdraw.bumpRule': { method: 'GET', path: '/openapi/mpc/transaction/speed_up/rule' },
  'withdraw.refundInfo': { method: 'GET', path: '/openapi/mpc/funds/refund/info' },
  'withdraw.refund': { method: 'POST', path: '/openapi/mpc/funds/refund' },
  'utxo.list': { method: 'GET', path: '/openapi/mpc/sub_wallet/utxo/list' },
  'nft.asset': { method: 'GET', path: '/openapi/mpc/sub_wallet/nft/asset' },
  'nft.tokenList': { method: 'GET', path: '/openapi/mpc/sub_wallet/nft/token_list' },
  'nft.info': { method: 'GET', path: '/openapi/mpc/sub_wallet/nft/info' },
  'nft.picture': { method: 'GET', path: '/openapi/mpc/sub_wallet/nft/picture' },
  'inscriptions.list': { method: 'GET', path: '/openapi/mpc/sub_wallet/inscription/list' },
  'inscriptions.content': { method: 'GET', path: '/openapi/mpc/sub_wallet/inscription/content' },
  'inscriptions.fees': { method: 'GET', path: '/openapi/mpc/sub_wallet/inscription/fees' },
  'inscriptions.send': { method: 'POST', path: '/openapi/mpc/sub_wallet/withdraw/inscription' },
  'inscriptions.brc20': { method: 'POST', path: '/openapi/mpc/sub_wallet/withdraw/brc20' },
  'stake.accounts': { method: 'GET', path: '/openapi/mpc/stake/accounts' },
  'stake.stake': { method: 'POST', path: '/openapi/mpc/stake/stake' },
  'stake.unstake': { method: 'POST', path: '/openapi/mpc/stake/unstake' },
  'stake.withdrawUnfrozen': { method: 'POST', path: '/openapi/mpc/stake/withdraw_unfrozen' },
  'stake.delegate': { method: 'POST', path: '/openapi/mpc/stake/delegate' },
  'stake.reclaim': { method: 'POST', path: '/openapi/mpc/stake/reclaim' },
  'batch.baseSymbol': { method: 'GET', path: '/openapi/mpc/batch/base_symbol' },
  'batch.init': { method: 'POST', path: '/openapi/mpc/batch/init' },
  'batch.discard': { method: 'POST', path: '/openapi/mpc/batch/discard' },
  'batch.submit': { method: 'POST', path: '/openapi/mpc/batch/submit' },
  'batch.approve': { method: 'POST', path: '/openapi/mpc/batch/approve' },
  'batch.authRecords': { method: 'GET', path: '/openapi/mpc/batch/auth/record' },
  'batch.records': { method: 'GET', path: '/openapi/mpc/batch/record/list' },
  'batch.info': { method: 'GET', path: '/openapi/mpc/batch/transfer/info' },
  'batch.multiInfo': { method: 'GET', path: '/openapi/mpc/withdraw/multi/info' },
  'web3.simulateDeploy': { method: 'POST', path: '/openapi/mpc/web3/deploy/simulate' },
  'web3.simulate': { method: 'POST', path: '/openapi/mpc/web3/trans/simulate' },
  'web3.info': { method: 'GET', path: '/openapi/mpc/web3/info' },
  'web3.allowances': { method: 'GET', path: '/openapi/mpc/web3/allowances' },
  'web3.create': { method: 'POST', path: '/openapi/mpc/web3/trans/create' },
  'web3.message': { method: 'GET', path: '/openapi/mpc/web3/message' },
  'web3.cancel': { method: 'POST', path: '/openapi/mpc/web3/trans/cancel' },
  'trade.info': { method: 'GET', path: '/openapi/mpc/swap/info' },
  'trade.openNet': { method: 'GET', path: '/openapi/mpc/swap/open_net' },
  'trade.hotCoin': { method: 'GET', path: '/openapi/mpc/swap/hot_coin' },
  'trade.crossCoins': { method: 'GET', path: '/openapi/mpc/swap/cross_coins' },
  'trade.price': { method: 'GET', path: '/openapi/mpc/swap/price' },
  'trade.check': { method: 'POST', path: '/openapi/mpc/swap/symbol/check' },
  'trade.submit': { method: 'POST', path: '/openapi/mpc/swap/symbol' },
  'trade.approveInfo': { method: 'GET', path: '/openapi/mpc/swap/approve_info' },
  'trade.createApprove': { method: 'POST', path: '/openapi/mpc/swap/create_approve' },
  'trade.recordCount': { method: 'GET', path: '/openapi/mpc/swap/record/count' },
  'trade.recordList': { method: 'GET', path: '/openapi/mpc/swap/record/list' },
  'transaction.list': { method: 'GET', path: '/openapi/mpc/transaction/list' },
  'transaction.detail': { method: 'GET', path: '/openapi/mpc/transaction/detail' },
  'transaction.file': { method: 'GET', path: '/openapi/mpc/transaction/file' },
  'transaction.compareFile': { method: 'POST', path: '/openapi/mpc/transaction/file/compare' },
  'transaction.tags': { method: 'GET', path: '/openapi/mpc/transaction/tags' },
  'transaction.chains': { method: 'GET', path: '/openapi/mpc/chain/status' },
  'signing.status': { method: 'GET', path: '/openapi/mpc/signing/status' },
  'token.search': { method: 'GET', path: '/openapi/mpc/sub_wallet/coin/search' },
  'token.info': { method: 'GET', path: '/openapi/mpc/coin/audit/info' },
  'token.price': { method: 'GET', path: '/openapi/mpc/coin/price' },
  'tools.paymentSteps': { method: 'GET', path: '/openapi/mpc/tools/txids' },
  'openApi.info': { method: 'GET', path: '/openapi/mpc/client/info' },
  'openApi.subWallets': { method: 'GET', path: '/openapi/mpc/sub_wallet/list' },
  'openApi.addresses': { method: 'GET', path: '/openapi/mpc/sub_wallet/address/list' },
  'openApi.syncWithdraws': { method: 'GET', path: '/openapi/mpc/billing/sync_withdraw_list' },
  'openApi.withdraws': { method: 'GET', path: '/openapi/mpc/billing/withdraw_list' },
  'openApi.syncDeposits': { method: 'GET', path: '/openapi/mpc/billing/sync_deposit_list' },
  'openApi.deposits': { method: 'GET', path: '/openapi/mpc/billing/deposit_list' },
} as const;

export interface Calls {
  /** The wallets of the user with their value */
  'wallet.asset': {
    input: Record<string, never>;
    output: { "total_usd": string | null; "total_btc": string | null; "list": Array<{ "wallet_id": number; "wallet_name": string; "alias": string; "role": number; "sub_wallet_count": number; "asset_usd": string | null }> };
  };
  /** Sub-wallets of a wallet, pinned ones apart */
  'wallet.subWallets': {
    input: { "wallet_id": string | number; "sub_wallet_id"?: string | number; "keyword"?: string; "page_no"?: string | number; "page_size"?: string | number };
    output: { "top_sub_wallet_list": Array<{ "sub_wallet_id": number; "sub_wallet_name": string; "alias": string; "sub_wallet_type": number; "app_show_status": number; "is_top": 0 | 1; "asset_usd": string | null; "role": "owner" | "admin" | "operator" | "approver" | "viewer" | "api"; "member_count": number; "status": number; "created_at": number }>; "sub_wallet_list": Array<{ "sub_wallet_id": number; "sub_wallet_name": string; "alias": string; "sub_wallet_type": number; "app_show_status": number; "is_top": 0 | 1; "asset_usd": string | null; "role": "owner" | "admin" | "operator" | "approver" | "viewer" | "api"; "member_count": number; "status": number; "created_at": number }>; "pageTotal": number; "total": number; "total_is_bounded": boolean };
  };
  /** The sub-wallets of a wallet, names only: the first that hold the keyword in name or alias, or those of these ids */
  'wallet.allSubWallets': {
    input: { "wallet_id": string | number; "type"?: string | number; "keyword"?: string; "ids"?: string; "usable"?: "0" | "1" | 0 | 1; "size"?: string | number };
    output: { "list": Array<{ "id": number; "name": string; "type": number; "status": number }>; "total": number };
  };
  /** One coin across the sub-wallets of a wallet */
  'wallet.subWalletsBalance': {
    input: { "wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "list": Array<{ "sub_wallet_id": number; "sub_wallet_name": string; "normal_balance": string; "lock_balance": string; "collecting_balance": string; "pending_balance": string; "hold_balance": string; "staked_balance": string }> };
  };
  /** Chains this wallet has open, and all that it could open */
  'wallet.openCoin': {
    input: { "wallet_id": string | number };
    output: { "open_main_chain": Array<{ "chain_id": string; "coin_net": string; "symbol": string; "symbol_alias": string; "real_symbol": string; "icon": string; "is_support_memo": 0 | 1; "enable_deposit": 0 | 1; "enable_withdraw": 0 | 1; "support_acceleration": 0 | 1; "if_open_chain": 0 | 1; "account_forms": Array<string>; "addr_forms": Array<string>; "opening": boolean; "opening_progress": { "made": number; "of": number } | null; "closed": boolean; "deposit_confirmation": number; "withdraw_confirmation": number; "display_order": number; "coins": Array<{ "symbol": string; "name": string; "contract_address": string; "decimals": number; "if_open": 0 | 1; "balance": string }> }>; "support_main_chain": Array<{ "chain_id": string; "coin_net": string; "symbol": string; "symbol_alias": string; "real_symbol": string; "icon": string; "is_support_memo": 0 | 1; "enable_deposit": 0 | 1; "enable_withdraw": 0 | 1; "support_acceleration": 0 | 1; "if_open_chain": 0 | 1; "account_forms": Array<string>; "addr_forms": Array<string>; "opening": boolean; "opening_progress": { "made": number; "of": number } | null; "closed": boolean; "deposit_confirmation": number; "withdraw_confirmation": number; "display_order": number; "coins": Array<{ "symbol": string; "name": string; "contract_address": string; "decimals": number; "if_open": 0 | 1; "balance": string }> }> };
  };
  /** Coins of one sub-wallet with balances and value */
  'wallet.coinsAsset': {
    input: { "sub_wallet_id": string | number; "hide_zero"?: "0" | "1" | 0 | 1; "keyword"?: string };
    output: { "asset_usd": string | null; "list": Array<{ "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "name": string; "icon": string; "chain_id": string; "contract_address": string; "decimals": number; "normal_balance": string; "lock_balance": string; "collecting_balance": string; "pending_balance": string; "hold_balance": string; "staked_balance": string; "total_balance": string; "price_usd": string | null; "price_time": number | null; "price_source": string; "asset_usd": string | null; "normal_usd": string | null; "is_focus": 0 | 1; "open": 0 | 1; "enable_deposit": 0 | 1; "enable_withdraw": 0 | 1; "coin_type": number; "support_memo": 0 | 1; "address": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> } | null }> };
  };
  /** Favourite coins of the user in one sub-wallet */
  'wallet.focusCoins': {
    input: { "sub_wallet_id": string | number };
    output: { "focus_num": number; "focus_max": number; "list": Array<string> };
  };
  /** May the user mark one more coin of the sub-wallet as favourite */
  'wallet.focusLimit': {
    input: { "sub_wallet_id": string | number };
    output: { "pass": 0 | 1; "focus_num": number; "focus_max": number };
  };
  /** Value over time, oldest point first */
  'wallet.history': {
    input: { "wallet_id": string | number; "sub_wallet_id"?: string | number; "start"?: string | number; "end"?: string | number };
    output: { "list": Array<{ "time": number; "asset_usd": string | null }> };
  };
  /** What is to be known before depositing a coin */
  'deposit.info': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "enable_deposit": 0 | 1; "enableDeposit": boolean; "deposit_confirmation": number; "min_deposit": string; "support_memo": 0 | 1; "support_multi_addr": 0 | 1; "addr_forms": Array<string>; "contract_address": string; "decimals": number; "tips": Array<string> };
  };
  /** The deposit address of a coin in a sub-wallet */
  'deposit.address': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "address_id": number; "symbol": string; "address": string; "memo": string; "addr_type": number; "addr_form": string; "address_label": string; "is_common": 0 | 1; "qr_text": string; "text": string; "deposit_suspended": 0 | 1; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "verify_url": string };
  };
  /** The default deposit address of the caller: of the first sub-wallet they see */
  'deposit.userAddress': {
    input: { "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "address_id": number; "symbol": string; "address": string; "memo": string; "addr_type": number; "addr_form": string; "address_label": string; "is_common": 0 | 1; "qr_text": string; "text": string; "deposit_suspended": 0 | 1; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "verify_url": string; "sub_wallet_id": number };
  };
  /** Every address of a coin in a sub-wallet */
  'deposit.addresses': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "keyword"?: string; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "list": Array<{ "address_id": number; "address": string; "memo": string; "addr_type": number; "addr_form": string; "address_label": string; "balance": string; "is_common": 0 | 1; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "last_used_at": number | null; "created_at": number }>; "total_is_bounded": boolean };
  };
  /** Customers' comments at the deposit address of a coin, newest first */
  'deposit.memos': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "keyword"?: string; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "list": Array<{ "memo_id": number; "customer": string; "memo": string; "address": string; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "deposit_count": number; "last_used_at": number | null; "created_at": number }> };
  };
  /** A comment that tells of one customer, where payments carry one: drawn, or of your choice. Earlier deposits with it become theirs */
  'deposit.createMemo': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "customer": string; "memo"?: string };
    output: { "memo_id": number; "customer": string; "memo": string; "address": string; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> } };
  };
  /** Derive more deposit addresses; chains with one account per wallet give that one. The same request_id gives the same ones again, with another request 110088 */
  'deposit.createAddress': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "num"?: string | number; "label"?: string; "request_id"?: string; "addr_form"?: string };
    output: { "list": Array<{ "address_id": number; "symbol": string; "address": string; "memo": string; "addr_type": number; "addr_form": string; "address_label": string; "is_common": 0 | 1; "qr_text": string; "text": string; "deposit_suspended": 0 | 1; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "verify_url": string }> };
  };
  /** Balance of one coin in a sub-wallet, and of the coin its fees are paid in */
  'withdraw.symbolBalance': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "address"?: string };
    output: { "symbol": string; "normal_balance": string; "lock_balance": string; "collecting_balance": string; "pending_balance": string; "hold_balance": string; "staked_balance": string; "total_balance": string; "fee_symbol": string; "fee_balance": string };
  };
  /** Balance, limits and fee coin for withdrawing a coin */
  'withdraw.info': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "symbol": string; "base_symbol": string; "coin_net": string; "normal_balance": string; "payable_balance": string; "lock_balance": string; "min_withdraw": string; "max_withdraw": string; "decimals": number; "fee_symbol": string; "fee_decimals": number; "fee_balance": string; "enable_withdraw": 0 | 1; "disabled_reason": "" | "hidden" | "signing" | "closed" | "unverified" | "frozen"; "support_memo": 0 | 1; "coin_type": number; "white_status": 0 | 1; "sign_protect": 0 | 1; "solo_mode": 0 | 1; "address_from": string; "withdraw_confirmation": number; "limits": { "day_used": string; "day_limit": string | null } };
  };
  /** Three fee tiers for one payment */
  'withdraw.gasEstimate': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "amount"?: string; "to"?: string; "memo"?: string; "inputs"?: string };
    output: { "fee_symbol": string; "fee_unit": string; "fee_rate1": string; "fee_rate2": string; "fee_rate3": string; "size": number; "gas_limit": string; "gas_price1": string; "gas_price2": string; "gas_price3": string; "fee": string; "max_fee": string; "trans_fee": string; "estimated": boolean; "joins": { "addresses": number; "names": Array<string> } | null; "resources": { "bandwidth": { "needed": string; "covered": string; "fee": string }; "energy": { "needed": string; "covered": string; "fee": string }; "activation_fee": string; "memo_fee": string; "fee_limit": string; "first_of_token": 0 | 1 } | null; "tiers": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }>; "expire_at": number };
  };
  /** Dry run: would this withdrawal be accepted, by which rule, and who must approve it */
  'withdraw.limitCheck': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "amount": string; "address_to": string; "memo"?: string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "inputs"?: string };
    output: { "pass": 0 | 1; "reason_code": number; "reason": string; "most": string | null; "rule": { "level": "senior" | "basic" | "workspace" | "tightening"; "id": string; "name": string } | null; "action": "flow" | "pass" | "refuse"; "policy_version": string; "approval_needed": 0 | 1; "solo_mode": 0 | 1; "approvers_preview": Array<{ "name": string; "kind": "approve" | "sign" | "page" | "accept"; "threshold": number; "members": Array<{ "member_id": string; "name": string }> }>; "value_unknown": "" | "own" | "earlier"; "limits": Array<{ "rule": string; "action": "flow" | "pass" | "refuse"; "unit": string; "limit": string; "left": string | null; "hours": number; "scope": "wallet" | "workspace" | "member" }>; "fee_symbol": string; "max_fee": string };
  };
  /** What is known about a destination */
  'withdraw.addressInfo': {
    input: { "symbol": string; "chain_id"?: string; "contract_address"?: string; "address": string; "memo"?: string; "sub_wallet_id"?: string | number };
    output: { "valid": 0 | 1; "reason": string; "network": string; "token": string; "address": string; "is_contract": 0 | 1; "is_own": { "sub_wallet_id": number } | null; "gathers": boolean; "is_white": 0 | 1; "white_id": string; "white_label": string; "white_from": number | null; "white_change": { "audit_id": number; "label": string } | null; "need_memo": 0 | 1; "first_time": 0 | 1; "last_used_at": number | null; "similar_to": Array<string> };
  };
  /** The account that the coin’s network has registered by a name (ENS), or the name by which an account calls itself */
  'withdraw.addressName': {
    input: { "symbol": string; "chain_id"?: string; "contract_address"?: string; "named": string };
    output: { "name": string; "address": string; "register": boolean };
  };
  /** What a payment link (BIP 21, EIP 681 and their like) asks for of a coin. Its payee is as unchecked as what anybody writes */
  'withdraw.addressLink': {
    input: { "symbol": string; "chain_id"?: string; "contract_address"?: string; "link": string };
    output: { "fault": "" | "unknown" | "malformed" | "amount" | "demands" | "network" | "coin" | "memo"; "network": string; "coin": { "symbol": string; "chain_id": string; "contract_address": string } | null; "payee": string; "amount": string | null; "amount_left_out": 0 | 1; "memo": string; "remark": string };
  };
  /** Withdraw: an order with its hold. The same request_id and body give the same order */
  'withdraw.create': {
    input: { "request_id": string; "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "address_to": string; "memo"?: string; "amount": string; "from"?: string; "remark"?: string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "inputs"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Cancel an order that nobody has started to sign */
  'withdraw.cancel': {
    input: { "withdraw_id": string | number; "remark"?: string };
    output: { "withdraw_id": number; "status": number };
  };
  /** What speeding up a payment under way, or dropping it, would cost: the attempts so far, and fees that nodes take in their place */
  'withdraw.speedUpInfo': {
    input: { "withdraw_id": string | number; "action"?: "speed_up" | "drop" };
    output: { "problem": "" | "not_under_way" | "mined" | "attempt_waits" | "being_dropped" | "has_child" | "chain" | "coins"; "mode": "" | "nonce_replace" | "rbf"; "fee_symbol": string; "fee_balance": string; "max_fee": string; "tiers": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }>; "approval_needed": 0 | 1; "attempts": Array<{ "withdraw_id": number; "kind": "payment" | "speed_up" | "drop" | "bump"; "status": number; "sub_status": string; "txid": string; "explorer_url": string; "max_fee": string; "mined": 0 | 1; "created_at": number; "approval_url": string }> };
  };
  /** Speed a payment up: the same payment in the same place for a higher fee, asked of the members as such */
  'withdraw.speedUp': {
    input: { "request_id": string; "withdraw_id": string | number; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Drop a payment under way: nothing, in its place, asked of the members as such. Which of the two is made the chain says */
  'withdraw.drop': {
    input: { "request_id": string; "withdraw_id": string | number; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** What it would cost to pay for a transaction that waits, by a child that spends what it pays the sub-wallet to itself */
  'withdraw.childInfo': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "txid": string };
    output: { "problem": "" | "not_waiting" | "not_ours" | "has_child" | "too_little"; "address": string; "amount": string; "parent_size": number; "parent_fee": string; "parent_rate": string; "fee_unit": string; "fee_symbol": string; "fee_balance": string; "tiers": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }> };
  };
  /** Pay for a transaction that waits: spend what it pays the sub-wallet to itself for a fee of both, asked of the members as such */
  'withdraw.child': {
    input: { "request_id": string; "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "txid": string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** When payments of a sub-wallet that wait for a block are sent once more by themselves, for a higher fee */
  'withdraw.bumpRule': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "supported": 0 | 1; "rule": { "after_minutes": number; "times": number } | null };
  };
  /** What giving a deposit back takes: who paid it, how much can go back, the fee, and what to look at before */
  'withdraw.refundInfo': {
    input: { "deposit_id": string | number; "address_to"?: string };
    output: { "problem": "" | "not_credited" | "under_way" | "returned" | "closed" | "suspended" | "nothing_left"; "refund": { "withdraw_id": number; "status": number; "amount": string } | null; "deposit_amount": string; "refundable": string; "payers": Array<string>; "address_to": string; "to_payer": 0 | 1; "support_memo": 0 | 1; "need_memo": 0 | 1; "memo": string; "warnings": Array<"contract" | "provider" | "many_customers" | "many_payers" | "unknown_payer" | "maybe_service" | "look_alike">; "approval_needed": 0 | 1; "fee_symbol": string; "fee_balance": string; "tiers": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }> };
  };
  /** Give a deposit back, whole or in part and once, by a payment like any other: to who paid it or, where members approve, elsewhere */
  'withdraw.refund': {
    input: { "request_id": string; "deposit_id": string | number; "address_to"?: string; "memo"?: string; "amount"?: string; "remark"?: string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "looked"?: "0" | "1" | 0 | 1 };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Outputs of a sub-wallet that are not spent, with what is dust at the present fee rate */
  'utxo.list': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "page_no"?: string | number; "page_size"?: string | number; "state"?: "available" | "reserved" | "frozen" | "unconfirmed" | "dust" | "immature" | "inscribed" | "unread"; "keyword"?: string; "sort"?: "amount" | "age"; "order"?: "asc" | "desc" };
    output: { "pageTotal": number; "total": number; "list": Array<{ "txid": string; "vout": number; "amount": string; "address": string; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "address_label": string; "change": 0 | 1; "confirmations": number; "seen_at": number | null; "label": string; "state": "available" | "reserved" | "frozen" | "unconfirmed" | "dust" | "immature" | "inscribed" | "unread"; "inscription": 0 | 1; "locked": 0 | 1; "withdraw_id": number | null; "kept": 0 | 1; "frozen_at": number | null; "reason": string }>; "dust_limit": string; "fee_rate": string; "fee_unit": string; "spend_unconfirmed": 0 | 1; "unconfirmed_most": number; "max_inputs": number; "sums": Array<{ "state": "available" | "reserved" | "frozen" | "unconfirmed" | "dust" | "immature" | "inscribed" | "unread"; "count": number; "amount": string }>; "consolidation": { "most_rate": string; "more_than": number; "due": 0 | 1; "rate": string; "outputs": Array<{ "txid": string; "vout": number; "amount": string; "address": string; "label": string; "address_label": string }> } | null };
  };
  /** Collections of which a sub-wallet has something: by events of their contracts, and never more than the contracts answer. They are no money and in no sum */
  'nft.asset': {
    input: { "sub_wallet_id": string | number; "keyword"?: string; "chain_id"?: string };
    output: { "nft_list": Array<{ "chain_id": string; "coin_net": string; "base_symbol": string; "contract_address": string; "name": string; "symbol": string; "standard": "721" | "1155"; "kinds": number; "num": string; "folded": 0 | 1; "lures": 0 | 1; "token_id": string }>; "chains": Array<{ "chain_id": string; "coin_net": string }> };
  };
  /** What a sub-wallet has of one collection */
  'nft.tokenList': {
    input: { "sub_wallet_id": string | number; "chain_id": string; "contract_address": string; "keyword"?: string; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "nft_token_list": Array<{ "token_id": string; "nft_name": string; "is_video": 0 | 1; "amount": string; "incoming": string }> };
  };
  /** One thing: what its contract and its own description say of it, its picture as the server drew it anew, and how it came and went */
  'nft.info': {
    input: { "sub_wallet_id": string | number; "chain_id": string; "contract_address": string; "token_id": string };
    output: { "chain_id": string; "coin_net": string; "contract_address": string; "token_id": string; "standard": "721" | "1155"; "collection": string; "symbol": string; "nft_name": string; "description": string; "traits": Array<{ "name": string; "value": string }>; "link": string; "is_video": 0 | 1; "image": string; "image_type": "" | "image/webp"; "problem": "" | "none" | "place" | "form" | "size" | "away"; "amount": string; "incoming": string; "since": number | null; "history": Array<{ "direction": "in" | "out"; "amount": string; "address": string; "txid": string; "height": number; "confirmations": number; "confirm_need": number; "status": "confirming" | "credited" | "unbacked" | "reorged"; "time": number }> };
  };
  /** Its picture, drawn anew by the server: fetched once, when somebody first looks at it */
  'nft.picture': {
    input: { "sub_wallet_id": string | number; "chain_id": string; "contract_address": string; "token_id": string };
    output: { "nft_name": string; "is_video": 0 | 1; "image": string; "image_type": "" | "image/webp"; "problem": "" | "none" | "place" | "form" | "size" | "away" };
  };
  /** What is inscribed on outputs of a sub-wallet, and what its addresses have of BRC-20 */
  'inscriptions.list': {
    input: { "sub_wallet_id": string | number; "chain_id"?: string };
    output: { "chains": Array<{ "chain_id": string; "coin_net": string; "base_symbol": string; "listed": 0 | 1; "most_value": string }>; "list": Array<{ "inscription_id": string; "number": number; "content_type": string; "size": number; "outpoint": string; "value": string; "address": string; "too_large": 0 | 1; "together": number; "op": "" | "deploy" | "mint" | "transfer"; "tick": string; "amount": string; "status": number; "chain_id": string }>; "ticks": Array<{ "chain_id": string; "tick": string; "symbol": string; "decimals": number; "address": string; "available": string; "transferable": string; "agreed": 0 | 1 }> };
  };
  /** What an inscription of a sub-wallet holds: text as text, a picture drawn anew, never anything that runs */
  'inscriptions.content': {
    input: { "sub_wallet_id": string | number; "chain_id": string; "inscription_id": string };
    output: { "content_type": string; "text": string; "image": string; "image_type": "" | "image/webp"; "problem": "" | "none" | "place" | "form" | "size" | "away" };
  };
  /** What it costs to send an inscription, or a payment of BRC-20 with all of its transactions and the coins that go along */
  'inscriptions.fees': {
    input: { "sub_wallet_id": string | number; "chain_id": string; "inscription_id"?: string; "symbol"?: string; "amount"?: string; "address_to": string };
    output: { "fee_symbol": string; "fee_unit": string; "fee_balance": string; "tiers": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }> };
  };
  /** Send an inscription, with its output whole, asked of the members as such */
  'inscriptions.send': {
    input: { "request_id": string; "sub_wallet_id": string | number; "chain_id": string; "inscription_id": string; "address_to": string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Pay BRC-20: an amount is inscribed to the paying address and then sent, asked of the members once; or transfers that are inscribed already are sent, each with its output whole and asked of the members as an inscription */
  'inscriptions.brc20': {
    input: { "request_id": string; "sub_wallet_id": string | number; "chain_id"?: string; "symbol": string; "address_to": string; "amount"?: string; "inscription_ids"?: string; "fee_rate"?: string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string; "withdraw_ids": Array<number> };
  };
  /** Bandwidth and energy of a sub-wallet on every chain that has them, and what is staked for them */
  'stake.accounts': {
    input: { "sub_wallet_id": string | number };
    output: { "list": Array<{ "chain_id": string; "coin_net": string; "symbol": string; "address": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "bandwidth": { "free": { "limit": string; "used": string }; "staked": { "limit": string; "used": string } }; "energy": { "limit": string; "used": string }; "staked": { "bandwidth": string; "energy": string }; "delegated_out": { "bandwidth": string; "energy": string }; "delegated_in": { "bandwidth": string; "energy": string }; "unfreezing": Array<{ "resource": "bandwidth" | "energy"; "amount": string; "free_at": number }>; "unfrozen": string; "delegations": Array<{ "to": string; "resource": "bandwidth" | "energy"; "amount": string; "locked_until": number | null }>; "available": string; "delegatable": { "bandwidth": string; "energy": string }; "gives": { "bandwidth": string; "energy": string }; "wait_ms": number; "unfreezing_left": number; "most_lock_blocks": number; "block_ms": number; "least": string; "fee": string; "max_fee": string }> };
  };
  /** Stake coins for a resource: an order with its hold, as a withdrawal is */
  'stake.stake': {
    input: { "request_id": string; "sub_wallet_id": string | number; "chain_id": string; "remark"?: string; "max_fee"?: string; "resource": "bandwidth" | "energy"; "amount": string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Unstake: the coins come back after a wait (`wait_ms`), and are then withdrawn. Holds the fee alone */
  'stake.unstake': {
    input: { "request_id": string; "sub_wallet_id": string | number; "chain_id": string; "remark"?: string; "max_fee"?: string; "resource": "bandwidth" | "energy"; "amount": string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Make everything available that has come back from stake. Holds the fee alone */
  'stake.withdrawUnfrozen': {
    input: { "request_id": string; "sub_wallet_id": string | number; "chain_id": string; "remark"?: string; "max_fee"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Let another account, own or listed, use what comes of staked coins. Holds the fee alone */
  'stake.delegate': {
    input: { "request_id": string; "sub_wallet_id": string | number; "chain_id": string; "remark"?: string; "max_fee"?: string; "resource": "bandwidth" | "energy"; "amount": string; "address_to": string; "lock_blocks"?: string | number };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Take back what was delegated to an account. Holds the fee alone */
  'stake.reclaim': {
    input: { "request_id": string; "sub_wallet_id": string | number; "chain_id": string; "remark"?: string; "max_fee"?: string; "resource": "bandwidth" | "energy"; "amount": string; "address_to": string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Networks on which many can be paid by one batch */
  'batch.baseSymbol': {
    input: Record<string, never>;
    output: { "list": Array<{ "base_symbol": string; "chain_id": string; "coin_net": string; "max_rows": number; "support_memo": 0 | 1; "batch_contract": string; "contract_rows": number; "fee_service": string }> };
  };
  /** Keeps a draft of a batch and looks at each row: what is wrong with it, what is odd, what it would cost */
  'batch.init': {
    input: { "draft"?: string | number; "version"?: string | number; "name"?: string; "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "by_contract"?: "0" | "1" | 0 | 1; "rows": string };
    output: { "batch_id": number; "version": number; "status": number; "name": string; "sub_wallet_id": number; "symbol": string; "chain_id": string; "contract_address": string; "coin_net": string; "row_count": number; "by_contract": 0 | 1; "total_amount": string; "success_num": number; "fail_num": number; "initiator_name": string; "created_at": number; "submitted_at": number | null; "withdraw_id": number | null; "max_rows": number; "support_memo": 0 | 1; "remark": string; "txid": string; "explorer_url": string; "list": Array<{ "row": number; "address": string; "memo": string; "amount": string; "remark": string; "seen": 0 | 1; "label": string; "own": number | null; "status": number; "txid": string; "fail_reason": string }>; "findings": { "errors": Array<{ "row": number; "field": "address" | "memo" | "amount"; "code": number; "msg": string; "address": { "reason": string; "network": string; "token": string } | null; "link": { "fault": string; "network": string; "coin": { "symbol": string; "chain_id": string; "contract_address": string } | null } | null }>; "duplicates": Array<Array<number>>; "white_misses": Array<number>; "cooling": Array<{ "row": number; "from": number }>; "look_alikes": Array<{ "row": number; "similar_to": Array<string> }>; "first_times": Array<number>; "unseen": Array<number>; "problem": { "code": number; "msg": string }; "fee": { "fee": string; "max_fee": string; "fee_symbol": string } | null; "available": string; "approval_needed": 0 | 1; "rules": { "rule": { "level": "senior" | "basic" | "workspace" | "tightening"; "id": string; "name": string } | null; "solo_mode": 0 | 1; "approvers_preview": Array<{ "name": string; "kind": "approve" | "sign" | "page" | "accept"; "threshold": number; "members": Array<{ "member_id": string; "name": string }> }>; "limits": Array<{ "rule": string; "action": "flow" | "pass" | "refuse"; "unit": string; "limit": string; "left": string | null; "hours": number; "scope": "wallet" | "workspace" | "member" }> } | null; "need_approve": { "needed": 0 | 1; "allowance": string; "spender": string; "order": { "withdraw_id": number; "status": number } | null } } | null };
  };
  /** Throws a draft of one’s own away */
  'batch.discard': {
    input: { "batch_id": string | number };
    output: Record<string, never>;
  };
  /** Asks for a batch as one order over exactly its rows. A batch becomes one order at most; the same request_id and body give that one */
  'batch.submit': {
    input: { "batch_id": string | number; "request_id": string; "version": string | number; "remark"?: string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** Let the contract take exactly what the rows of a draft add up to. 200195 where nothing is missing, or another allowance is under way */
  'batch.approve': {
    input: { "batch_id": string | number; "version": string | number; "request_id": string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** What the contract for batches was let take, newest first */
  'batch.authRecords': {
    input: { "sub_wallet_id"?: string | number; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "list": Array<{ "withdraw_id": number; "sub_wallet_id": number; "symbol": string; "chain_id": string; "coin_net": string; "spender": string; "amount": string; "initiator_name": string; "status": number; "txid": string; "created_at": number }> };
  };
  /** Batches that were asked for, and one’s own drafts, newest first */
  'batch.records': {
    input: { "status"?: string | number; "sub_wallet_id"?: string | number; "symbol"?: string; "chain_id"?: string; "contract_address"?: string; "keyword"?: string; "start"?: string | number; "end"?: string | number; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "list": Array<{ "batch_id": number; "version": number; "status": number; "name": string; "sub_wallet_id": number; "symbol": string; "chain_id": string; "contract_address": string; "coin_net": string; "row_count": number; "by_contract": 0 | 1; "total_amount": string; "success_num": number; "fail_num": number; "initiator_name": string; "created_at": number; "submitted_at": number | null; "withdraw_id": number | null }> };
  };
  /** A batch with what became of each row; of a draft what is wrong with each */
  'batch.info': {
    input: { "batch_id": string | number };
    output: { "batch_id": number; "version": number; "status": number; "name": string; "sub_wallet_id": number; "symbol": string; "chain_id": string; "contract_address": string; "coin_net": string; "row_count": number; "by_contract": 0 | 1; "total_amount": string; "success_num": number; "fail_num": number; "initiator_name": string; "created_at": number; "submitted_at": number | null; "withdraw_id": number | null; "max_rows": number; "support_memo": 0 | 1; "remark": string; "txid": string; "explorer_url": string; "list": Array<{ "row": number; "address": string; "memo": string; "amount": string; "remark": string; "seen": 0 | 1; "label": string; "own": number | null; "status": number; "txid": string; "fail_reason": string }>; "findings": { "errors": Array<{ "row": number; "field": "address" | "memo" | "amount"; "code": number; "msg": string; "address": { "reason": string; "network": string; "token": string } | null; "link": { "fault": string; "network": string; "coin": { "symbol": string; "chain_id": string; "contract_address": string } | null } | null }>; "duplicates": Array<Array<number>>; "white_misses": Array<number>; "cooling": Array<{ "row": number; "from": number }>; "look_alikes": Array<{ "row": number; "similar_to": Array<string> }>; "first_times": Array<number>; "unseen": Array<number>; "problem": { "code": number; "msg": string }; "fee": { "fee": string; "max_fee": string; "fee_symbol": string } | null; "available": string; "approval_needed": 0 | 1; "rules": { "rule": { "level": "senior" | "basic" | "workspace" | "tightening"; "id": string; "name": string } | null; "solo_mode": 0 | 1; "approvers_preview": Array<{ "name": string; "kind": "approve" | "sign" | "page" | "accept"; "threshold": number; "members": Array<{ "member_id": string; "name": string }> }>; "limits": Array<{ "rule": string; "action": "flow" | "pass" | "refuse"; "unit": string; "limit": string; "left": string | null; "hours": number; "scope": "wallet" | "workspace" | "member" }> } | null; "need_approve": { "needed": 0 | 1; "allowance": string; "spender": string; "order": { "withdraw_id": number; "status": number } | null } } | null };
  };
  /** Several orders with everybody whom each pays, by their ids or by their batch */
  'batch.multiInfo': {
    input: { "ids"?: string; "batch_id"?: string | number };
    output: { "list": Array<{ "withdraw_id": number; "batch_id": number | null; "request_id": string; "sub_wallet_id": number; "chain_id": string; "symbol": string; "amount": string; "outputs": Array<{ "address": string; "amount": string; "memo": string }>; "status": number; "sub_status": string; "txid": string; "created_at": number }> };
  };
  /** What deploying a contract would do if it were made now, by the word of the chain’s node; as which bytecode the rules know it, what it would cost, and whether they take it */
  'web3.simulateDeploy': {
    input: { "sub_wallet_id": string | number; "main_chain_symbol": string; "init_code": string };
    output: { "chain_id": string; "from": string; "bytecode_hash": string; "inputs": string; "success": 0 | 1; "reason": string; "fee_symbol": string; "fees": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }>; "problem": string };
  };
  /** What a contract call would do if it were made now, by the word of the chain’s node; what an order for it would say leaves, what it would cost, and whether the rules take it */
  'web3.simulate': {
    input: { "sub_wallet_id": string | number; "main_chain_symbol": string; "interactive_contract": string; "amount"?: string; "input_data": string; "outflows"?: string };
    output: { "chain_id": string; "from": string; "simulation": { "told": "moves" | "balances" | "tried"; "untold": Array<string>; "success": 0 | 1; "reason": string; "changes": Array<{ "address": string; "symbol": string; "contract_address": string; "out": string; "in": string; "counted": 0 | 1 }>; "nfts": Array<{ "contract_address": string; "token_id": string; "out": string; "in": string; "said": 0 | 1 }>; "events": Array<{ "contract_address": string; "topic": string; "name": string; "args": Array<{ "name": string; "text": string }> }>; "more_events": number }; "outflows": Array<{ "symbol": string; "contract_address": string; "amount": string; "allowed": string }>; "fee_symbol": string; "fees": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }>; "problem": string };
  };
  /** The account that a sub-wallet calls contracts from on a chain, and which contracts the rules about calls name */
  'web3.info': {
    input: { "sub_wallet_id": string | number; "main_chain_symbol": string };
    output: { "chain_id": string; "coin_net": string; "base_symbol": string; "address": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "balance": string; "nonce": string; "contracts": Array<{ "contract_address": string; "methods": Array<string>; "rule": string }> };
  };
  /** Who may take tokens of a sub-wallet, and how much, on every chain whose tokens allow that */
  'web3.allowances': {
    input: { "sub_wallet_id": string | number };
    output: { "list": Array<{ "chain_id": string; "coin_net": string; "address": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "told": "all" | "known" | "none"; "coins": Array<{ "symbol": string; "contract_address": string }>; "allowances": Array<{ "symbol": string; "contract_address": string; "spender": string; "amount": string; "endless": boolean }> }> };
  };
  /** Call a contract (`trans_type` 1, with `input_data`); sign a message (2), a text (`message`, EIP-191) or `typed_data` (EIP-712, as JSON), of which no transaction is made; deploy a contract (3, with `init_code`), which only a rule that names its bytecode lets pass; or let a spender take so much of a token (0), or take that back (`amount` 0): -1 is everything, which only a rule that names token and spender lets pass */
  'web3.create': {
    input: { "request_id": string; "sub_wallet_id": string | number; "main_chain_symbol": string; "trans_type"?: "0" | "1" | "2" | "3"; "interactive_contract"?: string; "spender"?: string; "amount"?: "-1" | string; "input_data"?: string; "init_code"?: string; "message"?: string; "typed_data"?: string; "outflows"?: string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** A message that was asked for: what it says, what is hashed and signed, and its signature once members and signers have made it */
  'web3.message': {
    input: { "trans_id": string | number };
    output: { "trans_id": number; "status": number; "chain_id": string; "address_from": string; "form": "text" | "typed"; "message": string; "digest": string; "deed": "allowance" | "payment" | "nothing" | "order" | "safe" | "delegation" | "call" | "unknown"; "bounded": 0 | 1; "outflows": Array<{ "symbol": string; "contract_address": string; "units": string; "decimals": number }>; "signature": string };
  };
  /** Cancel a web3 transaction that nobody has started to sign; one under way is dropped as a payment is */
  'web3.cancel': {
    input: { "trans_id": string | number; "remark"?: string };
    output: { "trans_id": number; "status": number };
  };
  /** What bounds a swap: slippage and price impact in hundredths of a percent, and how long a quote is good */
  'trade.info': {
    input: { "sub_wallet_id": string | number };
    output: { "usual_slippage": number; "most_slippage": number; "warned_impact": number; "most_impact": number; "quote_seconds": number };
  };
  /** Networks on which something is swapped, and through which providers */
  'trade.openNet': {
    input: { "sub_wallet_id": string | number };
    output: { "list": Array<{ "chain_id": string; "coin_net": string; "base_symbol": string; "providers": Array<string> }> };
  };
  /** Coins of a network that can be swapped, those of which the sub-wallet has most first */
  'trade.hotCoin': {
    input: { "sub_wallet_id": string | number; "main_chain_symbol": string };
    output: { "list": Array<{ "symbol": string; "name": string; "chain_id": string; "coin_net": string; "base_symbol": string; "contract_address": string; "decimals": number; "balance": string; "price_usd": string | "" }> };
  };
  /** What a coin can be swapped for */
  'trade.crossCoins': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "list": Array<{ "symbol": string; "name": string; "chain_id": string; "coin_net": string; "base_symbol": string; "contract_address": string; "decimals": number; "balance": string; "price_usd": string | "" }> };
  };
  /** The best quote for a swap: good until it expires, and for one swap */
  'trade.price': {
    input: { "sub_wallet_id": string | number; "main_chain_symbol": string; "from_contract"?: "" | string; "to_contract"?: "" | string; "amount": string; "side"?: "1" | "2"; "slippage"?: string | number; "provider"?: string };
    output: { "quote_id": string; "provider": string; "from_symbol": string; "to_symbol": string; "max_pay_amount": string; "pay_amount": string; "receive_amount": string; "min_receive_amount": string; "price": string; "price_impact": number; "fee_symbol": string; "fees": Array<{ "fee_level": number; "fee_rate": string; "fee": string; "max_fee": string; "wait_seconds": number }>; "route": Array<string>; "pool_fees": Array<number>; "router": string; "expire_at": number; "fail_at": number; "need_approve": { "spender": string; "allowance": string; "enough": 0 | 1 } | null };
  };
  /** Whether the rules would let a quoted swap be made; nothing is written */
  'trade.check': {
    input: { "sub_wallet_id": string | number; "quote_id": string };
    output: { "pass": 0 | 1; "reason": string };
  };
  /** Swap as quoted: an order, which members approve. 200191 while its allowance is under way */
  'trade.submit': {
    input: { "request_id": string; "sub_wallet_id": string | number; "quote_id": string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "max_fee"?: string; "remark"?: string };
    output: { "trade_id": number; "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** How much of a token a quote’s router may take, and the allowance that is under way */
  'trade.approveInfo': {
    input: { "sub_wallet_id": string | number; "quote_id": string };
    output: { "symbol": string; "spender": string; "allowance": string; "enough": 0 | 1; "amount": string; "order": { "withdraw_id": number; "status": number } | null };
  };
  /** Let a quote’s router take exactly what the swap takes at most, and no more */
  'trade.createApprove': {
    input: { "request_id": string; "sub_wallet_id": string | number; "quote_id": string; "fee_level"?: "1" | "2" | "3" | 1 | 2 | 3; "remark"?: string };
    output: { "withdraw_id": number; "status": number; "need_sign": 0 | 1; "duplicated": 0 | 1; "approval_url": string };
  };
  /** How many swaps there are, and how many of them are under way */
  'trade.recordCount': {
    input: { "sub_wallet_id"?: string | number; "symbol"?: string; "state"?: "open" | "done" | "failed"; "start"?: string | number; "end"?: string | number };
    output: { "total": number; "open": number };
  };
  /** Swaps, newest first. Status 2410: the price moved by more than was agreed to */
  'trade.recordList': {
    input: { "sub_wallet_id"?: string | number; "symbol"?: string; "state"?: "open" | "done" | "failed"; "start"?: string | number; "end"?: string | number; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "list": Array<{ "trade_id": number; "order_id": number; "sub_wallet_id": number; "chain_id": string; "coin_net": string; "provider": string; "from_symbol": string; "pay_amount": string; "pay_usd": string | ""; "to_symbol": string; "receive_amount": string; "receive_usd": string | ""; "min_receive_amount": string; "real_price": string; "fee_symbol": string; "fee_amount": string | ""; "status": number; "approve_txid": string; "txid": string; "created_at": number }> };
  };
  /** Deposits, orders and NFTs together, newest first unless asked otherwise. NFTs of collections that are folded away are listed under `type` 7 alone, as are those that only an event told of. `sub_wallet_id`, `symbol` (with `chain_id` and `contract_address` in its order) and `status` take up to 10 values between commas. `total` counts to 10,000 at most, and page numbers reach as far (200066 beyond); `after` goes on anywhere */
  'transaction.list': {
    input: { "sub_wallet_id"?: string | number; "type"?: string | number; "symbol"?: string; "chain_id"?: string; "contract_address"?: string; "network"?: string; "status"?: string | number; "txid"?: string; "address"?: string; "request_id"?: string; "initiator"?: string; "text"?: string; "customer_state"?: "known" | "unknown"; "tag"?: string; "start"?: string | number; "end"?: string | number; "worth_from"?: string; "worth_to"?: string; "by"?: "time" | "value"; "order"?: "asc" | "desc"; "after"?: string; "page_no"?: string | number; "page_size"?: string | number };
    output: { "pageTotal": number; "total": number; "list": Array<{ "id": number; "type": number; "direction": "in" | "out" | "none"; "stake": { "kind": "stake" | "unstake" | "unfrozen" | "delegate" | "reclaim" | "allowance" | "endless" | "revocation" | "call" | "child" | "message" | "deploy" | "inscription" | "brc20"; "about": string; "resource": "" | "bandwidth" | "energy"; "lock_blocks": number; "lock_ms": number } | null; "request_id": string; "sub_wallet_id": number; "sub_wallet_name": string; "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "icon": string; "contract_address": string; "amount": string; "address_from": string; "address_to": string; "counterparty_label": string; "counterparty_own": 0 | 1; "outputs": Array<{ "address": string; "amount": string; "memo": string; "label": string; "remark": string }>; "memo": string; "customer": string; "customer_state": "" | "known" | "unknown"; "txid": string; "fee_symbol": string; "fee": string; "real_fee": string | null; "fee_worth_usd": string | null; "status": number; "sub_status": string; "awaits_initiator": 0 | 1; "confirmations": number; "confirmations_needed": number; "tx_height": number | null; "withdraw_source": number; "remark": string; "batch_name": string; "note": string; "tags": Array<string>; "refund_amount": string | null; "worth_usd": string | null; "nft": { "count": string; "items": Array<{ "contract_address": string; "token_id": string; "amount": string; "collection": string; "nft_name": string; "folded": 0 | 1 }> } | null; "initiator": string; "initiator_name": string; "can": { "cancel": 0 | 1; "speed_up": 0 | 1; "drop": 0 | 1; "refund": 0 | 1; "remark": 0 | 1; "audit": 0 | 1 }; "created_at": number; "updated_at": number }>; "total_is_bounded": 0 | 1; "search_is_part": 0 | 1; "next"?: string };
  };
  /** One deposit or order with its timeline and evidence */
  'transaction.detail': {
    input: { "id": string | number; "type": string | number };
    output: { "id": number; "type": number; "direction": "in" | "out" | "none"; "stake": { "kind": "stake" | "unstake" | "unfrozen" | "delegate" | "reclaim" | "allowance" | "endless" | "revocation" | "call" | "child" | "message" | "deploy" | "inscription" | "brc20"; "about": string; "resource": "" | "bandwidth" | "energy"; "lock_blocks": number; "lock_ms": number } | null; "request_id": string; "sub_wallet_id": number; "sub_wallet_name": string; "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "icon": string; "contract_address": string; "amount": string; "address_from": string; "address_to": string; "counterparty_label": string; "counterparty_own": 0 | 1; "outputs": Array<{ "address": string; "amount": string; "memo": string; "label": string; "remark": string }>; "memo": string; "customer": string; "customer_state": "" | "known" | "unknown"; "txid": string; "fee_symbol": string; "fee": string; "real_fee": string | null; "fee_worth_usd": string | null; "status": number; "sub_status": string; "awaits_initiator": 0 | 1; "confirmations": number; "confirmations_needed": number; "tx_height": number | null; "withdraw_source": number; "remark": string; "batch_name": string; "note": string; "tags": Array<string>; "refund_amount": string | null; "worth_usd": string | null; "nft": { "count": string; "items": Array<{ "contract_address": string; "token_id": string; "amount": string; "collection": string; "nft_name": string; "folded": 0 | 1 }> } | null; "initiator": string; "initiator_name": string; "can": { "cancel": 0 | 1; "speed_up": 0 | 1; "drop": 0 | 1; "refund": 0 | 1; "remark": 0 | 1; "audit": 0 | 1 }; "created_at": number; "updated_at": number; "timeline": Array<{ "time": number; "status": number; "sub_status": string; "actor": string; "actor_name": string; "detail": { [name: string]: string } }>; "evidence": { "chain_id": string; "txid": string; "has_steps": 0 | 1; "file_form": string; "block_height": number | null; "block_hash": string; "confirmations": number; "confirmations_needed": number; "nonce": string; "created_contract": string; "explorer_url": string; "intent_id": string; "intent_digest": string; "digest_words": Array<string>; "policy_version": string; "expires_at": number | null }; "approvals": Array<{ "name": string; "kind": "approve" | "sign" | "page" | "accept"; "threshold": number; "members": Array<{ "member_id": string; "name": string }>; "approved": Array<string> }>; "decisions": Array<{ "id": string; "name": string; "decision": "initiate" | "approve" | "refuse"; "time": number; "remark": string; "remark_signed": 0 | 1 }>; "approval_url": string; "last_error": string; "speeds_up": number | null; "drops": number | null; "refund": { "withdraw_id": number; "status": number; "amount": string } | null; "refunds": number | null; "open_payments": Array<{ "id": number | null; "intent_id": string }> };
  };
  /** The transaction of an order as a file that other tools read (such as a PSBT, BIP 174), unsigned, with where its keys are derived. Whoever has it learns which addresses are yours */
  'transaction.file': {
    input: { "withdraw_id": string | number };
    output: { "file_name": string; "file": string };
  };
  /** Compare such a file of another tool with the transaction of an order. It is only read: nothing of it is signed, sent or kept */
  'transaction.compareFile': {
    input: { "withdraw_id": string | number; "file": string };
    output: { "differences": Array<{ "field": string; "expected": string; "found": string }>; "signatures": number };
  };
  /** Every tag that is in use, the most used first */
  'transaction.tags': {
    input: Record<string, never>;
    output: { "list": Array<{ "tag": string; "count": number }> };
  };
  /** How far each chain is followed, and assets that are frozen because they do not add up */
  'transaction.chains': {
    input: Record<string, never>;
    output: { "list": Array<{ "chain_id": string; "coin_net": string; "state": "following" | "catching_up" | "down" | "starting"; "height": number | null; "tip": number | null; "problem": "" | "timeout" | "unreachable" | "unauthorized" | "forbidden" | "busy" | "starting" | "wrongNetwork" | "tooLarge" | "badAnswer" | "inconsistent" | "nodeError" | "other"; "last_error": string; "set_aside": Array<{ "height": number; "hash": string; "error": string; "since": number }>; "updated_at": number | null; "lane_holes": number }>; "frozen": Array<{ "symbol": string; "chain_id": string; "contract_address": string; "reason": string; "created_at": number }> };
  };
  /** Whether the signers sign, as they say themselves; who stopped them, why, and whether it is proven */
  'signing.status': {
    input: Record<string, never>;
    output: { "frozen": boolean; "signers": Array<{ "id": string; "name": string; "state": "signing" | "frozen" | "unknown"; "freeze": { "at": number; "by": string; "by_name": string; "reason": string; "proven": boolean } | null; "freeze_url": string }>; "freeze": { "at": number; "by": string; "by_name": string; "reason": string; "proven": boolean } | null; "unfreeze_item": number | null; "key_notices": number; "troubles": Array<"signer" | "chain" | "disk" | "clock" | "upkeep">; "divergence": { "item_id": number | null } | null };
  };
  /** Coins by symbol, name or contract; a contract that is none of them is asked for at its network */
  'token.search': {
    input: { "sub_wallet_id": string | number; "keyword"?: string; "contract_address"?: string; "base_symbol"?: string };
    output: { "list": Array<{ "symbol": string; "name": string; "base_symbol": string; "coin_net": string; "chain_id": string; "contract_address": string; "decimals": number; "added": 0 | 1; "open": 0 | 1; "verified": 0 | 1; "is_focus": 0 | 1; "warnings": Array<"sameSymbol" | "looksLike" | "spam"> }>; "more": number };
  };
  /** A token that members added: what is to be minded of it, which signers have it, and what their operators put into their settings */
  'token.info': {
    input: { "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "name": string; "remark": string; "warnings": Array<"sameSymbol" | "looksLike" | "spam">; "verified": 0 | 1; "approved": 0 | 1; "item_id": number | null; "signers": Array<{ "name": string; "state": "same" | "none" | "other" | "silent" }>; "setting": string };
  };
  /** What a coin is worth: as this console shows it, and as each signer reads it from the sources of its own operator */
  'token.price': {
    input: { "symbol": string; "chain_id"?: string; "contract_address"?: string };
    output: { "usd": string | null; "time": number | null; "source": string; "signers": Array<{ "name": string; "state": "priced" | "none" | "silent"; "usd": string | null; "time": number | null; "source": string }> };
  };
  /** The transactions that a payment is made of, by any hash of it or by the order: for networks where a payment is several */
  'tools.paymentSteps': {
    input: { "txid"?: string; "message_hash"?: string; "withdraw_id"?: string | number };
    output: { "list": Array<{ "tx_hash": string; "parent_hash": string; "depth": number; "lt": string; "account": string; "type": "external" | "coins" | "tokenTransfer" | "tokenPassed" | "tokenTold" | "left" | "bounced" | "call" | "own"; "success": 0 | 1; "exit_code": number | null; "exit": "done" | "stack" | "number" | "cell" | "code" | "method" | "gas" | "actions" | "destination" | "funds" | "noCode" | "noGas" | "stopped" | "signatureOff" | "seqno" | "walletId" | "signature" | "expired" | "walletForm" | "notOwner" | "tokenBalance" | "notItsWallet" | "payload" | "attached" | "locked" | "unknownCall" | "own"; "time": number; "block_height": number; "in_msg_hash": string; "address_from": string; "amount": string; "fee": string; "out_msgs": Array<{ "hash": string; "address_to": string; "amount": string }>; "token_symbol": string | ""; "token_amount": string | null; "memo": string; "explorer_url": string }>; "total": number; "final": 0 | 1; "chain_id": string; "coin_net": string; "base_symbol": string; "message_hash": string; "order": { "withdraw_id": number; "status": number; "message_hash": string; "nonce": string; "valid_until": number | null } | null };
  };
  /** What the server lets this API client do, where, and how often; what the rules let it do, the signers say at each request */
  'openApi.info': {
    input: Record<string, never>;
    output: { "app_id": string; "name": string; "scopes": Array<"read" | "address" | "withdraw">; "sub_wallet_ids": Array<number>; "ip_list": Array<string>; "expire_at": number | null; "per_minute": number | null; "server_time": number };
  };
  /** Sub-wallets, by max_id */
  'openApi.subWallets': {
    input: { "max_id"?: string | number; "size"?: string | number };
    output: { "list": Array<{ "sub_wallet_id": number; "sub_wallet_name": string; "alias": string; "status": number; "created_at": number }>; "max_id": number; "more": 0 | 1 };
  };
  /** Deposit addresses of a sub-wallet on the network of a coin, by max_id */
  'openApi.addresses': {
    input: { "sub_wallet_id": string | number; "symbol": string; "chain_id"?: string; "contract_address"?: string; "max_id"?: string | number; "size"?: string | number };
    output: { "list": Array<{ "address_id": number; "address": string; "address_label": string; "chain_id": string; "path": string; "proof": { "deployment": string; "key_group": string; "attestations": Array<{ "signer": string; "attestation": string }> }; "created_at": number }>; "max_id": number; "more": 0 | 1 };
  };
  /** Payments and other orders, by max_id */
  'openApi.syncWithdraws': {
    input: { "max_id"?: string | number; "size"?: string | number };
    output: { "list": Array<{ "id": number; "type": number; "direction": "in" | "out" | "none"; "stake": { "kind": "stake" | "unstake" | "unfrozen" | "delegate" | "reclaim" | "allowance" | "endless" | "revocation" | "call" | "child" | "message" | "deploy" | "inscription" | "brc20"; "about": string; "resource": "" | "bandwidth" | "energy"; "lock_blocks": number; "lock_ms": number } | null; "request_id": string; "sub_wallet_id": number; "sub_wallet_name": string; "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "icon": string; "contract_address": string; "amount": string; "address_from": string; "address_to": string; "counterparty_label": string; "counterparty_own": 0 | 1; "outputs": Array<{ "address": string; "amount": string; "memo": string; "label": string; "remark": string }>; "memo": string; "customer": string; "customer_state": "" | "known" | "unknown"; "txid": string; "fee_symbol": string; "fee": string; "real_fee": string | null; "fee_worth_usd": string | null; "status": number; "sub_status": string; "awaits_initiator": 0 | 1; "confirmations": number; "confirmations_needed": number; "tx_height": number | null; "withdraw_source": number; "remark": string; "batch_name": string; "note": string; "tags": Array<string>; "refund_amount": string | null; "worth_usd": string | null; "nft": { "count": string; "items": Array<{ "contract_address": string; "token_id": string; "amount": string; "collection": string; "nft_name": string; "folded": 0 | 1 }> } | null; "initiator": string; "initiator_name": string; "can": { "cancel": 0 | 1; "speed_up": 0 | 1; "drop": 0 | 1; "refund": 0 | 1; "remark": 0 | 1; "audit": 0 | 1 }; "created_at": number; "updated_at": number }>; "max_id": number; "more": 0 | 1 };
  };
  /** Orders by their ids, or by the ids of their requests; what there is none of is left out */
  'openApi.withdraws': {
    input: { "ids"?: string; "request_ids"?: string };
    output: { "list": Array<{ "id": number; "type": number; "direction": "in" | "out" | "none"; "stake": { "kind": "stake" | "unstake" | "unfrozen" | "delegate" | "reclaim" | "allowance" | "endless" | "revocation" | "call" | "child" | "message" | "deploy" | "inscription" | "brc20"; "about": string; "resource": "" | "bandwidth" | "energy"; "lock_blocks": number; "lock_ms": number } | null; "request_id": string; "sub_wallet_id": number; "sub_wallet_name": string; "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "icon": string; "contract_address": string; "amount": string; "address_from": string; "address_to": string; "counterparty_label": string; "counterparty_own": 0 | 1; "outputs": Array<{ "address": string; "amount": string; "memo": string; "label": string; "remark": string }>; "memo": string; "customer": string; "customer_state": "" | "known" | "unknown"; "txid": string; "fee_symbol": string; "fee": string; "real_fee": string | null; "fee_worth_usd": string | null; "status": number; "sub_status": string; "awaits_initiator": 0 | 1; "confirmations": number; "confirmations_needed": number; "tx_height": number | null; "withdraw_source": number; "remark": string; "batch_name": string; "note": string; "tags": Array<string>; "refund_amount": string | null; "worth_usd": string | null; "nft": { "count": string; "items": Array<{ "contract_address": string; "token_id": string; "amount": string; "collection": string; "nft_name": string; "folded": 0 | 1 }> } | null; "initiator": string; "initiator_name": string; "can": { "cancel": 0 | 1; "speed_up": 0 | 1; "drop": 0 | 1; "refund": 0 | 1; "remark": 0 | 1; "audit": 0 | 1 }; "created_at": number; "updated_at": number }> };
  };
  /** Deposits, by max_id */
  'openApi.syncDeposits': {
    input: { "max_id"?: string | number; "size"?: string | number };
    output: { "list": Array<{ "id": number; "type": number; "direction": "in" | "out" | "none"; "stake": { "kind": "stake" | "unstake" | "unfrozen" | "delegate" | "reclaim" | "allowance" | "endless" | "revocation" | "call" | "child" | "message" | "deploy" | "inscription" | "brc20"; "about": string; "resource": "" | "bandwidth" | "energy"; "lock_blocks": number; "lock_ms": number } | null; "request_id": string; "sub_wallet_id": number; "sub_wallet_name": string; "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "icon": string; "contract_address": string; "amount": string; "address_from": string; "address_to": string; "counterparty_label": string; "counterparty_own": 0 | 1; "outputs": Array<{ "address": string; "amount": string; "memo": string; "label": string; "remark": string }>; "memo": string; "customer": string; "customer_state": "" | "known" | "unknown"; "txid": string; "fee_symbol": string; "fee": string; "real_fee": string | null; "fee_worth_usd": string | null; "status": number; "sub_status": string; "awaits_initiator": 0 | 1; "confirmations": number; "confirmations_needed": number; "tx_height": number | null; "withdraw_source": number; "remark": string; "batch_name": string; "note": string; "tags": Array<string>; "refund_amount": string | null; "worth_usd": string | null; "nft": { "count": string; "items": Array<{ "contract_address": string; "token_id": string; "amount": string; "collection": string; "nft_name": string; "folded": 0 | 1 }> } | null; "initiator": string; "initiator_name": string; "can": { "cancel": 0 | 1; "speed_up": 0 | 1; "drop": 0 | 1; "refund": 0 | 1; "remark": 0 | 1; "audit": 0 | 1 }; "created_at": number; "updated_at": number }>; "max_id": number; "more": 0 | 1 };
  };
  /** Deposits by their ids; what there is none of is left out */
  'openApi.deposits': {
    input: { "ids": string };
    output: { "list": Array<{ "id": number; "type": number; "direction": "in" | "out" | "none"; "stake": { "kind": "stake" | "unstake" | "unfrozen" | "delegate" | "reclaim" | "allowance" | "endless" | "revocation" | "call" | "child" | "message" | "deploy" | "inscription" | "brc20"; "about": string; "resource": "" | "bandwidth" | "energy"; "lock_blocks": number; "lock_ms": number } | null; "request_id": string; "sub_wallet_id": number; "sub_wallet_name": string; "symbol": string; "symbol_alias": string; "base_symbol": string; "coin_net": string; "icon": string; "contract_address": string; "amount": string; "address_from": string; "address_to": string; "counterparty_label": string; "counterparty_own": 0 | 1; "outputs": Array<{ "address": string; "amount": string; "memo": string; "label": string; "remark": string }>; "memo": string; "customer": string; "customer_state": "" | "known" | "unknown"; "txid": string; "fee_symbol": string; "fee": string; "real_fee": string | null; "fee_worth_usd": string | null; "status": number; "sub_status": string; "awaits_initiator": 0 | 1; "confirmations": number; "confirmations_needed": number; "tx_height": number | null; "withdraw_source": number; "remark": string; "batch_name": string; "note": string; "tags": Array<string>; "refund_amount": string | null; "worth_usd": string | null; "nft": { "count": string; "items": Array<{ "contract_address": string; "token_id": string; "amount": string; "collection": string; "nft_name": string; "folded": 0 | 1 }> } | null; "initiator": string; "initiator_name": string; "can": { "cancel": 0 | 1; "speed_up": 0 | 1; "drop": 0 | 1; "refund": 0 | 1; "remark": 0 | 1; "audit": 0 | 1 }; "created_at": number; "updated_at": number }> };
  };
}
