// node tour.ts, with HOLDFAST_ORIGIN, HOLDFAST_APP_ID, HOLDFAST_KEY (a file, PEM) and HOLDFAST_PAYEE (an Ethereum address).
import { readFileSync } from 'node:fs';
import { createClient, HoldfastError } from '@holdfast/client';

const { HOLDFAST_ORIGIN: origin = '', HOLDFAST_URL: url = origin, HOLDFAST_APP_ID: appId = '' } = process.env;
const key = readFileSync(process.env.HOLDFAST_KEY ?? '', 'utf8');
const holdfast = createClient({ origin, url, appId, key });

const me = await holdfast.call('openApi.info', {});
console.log(`${me.name} may ${me.scopes.join(', ')}`);

// A list is gone through row by row; keep the last max_id, and go on from there the next time.
const wallets = [];
for await (const wallet of holdfast.rows('openApi.subWallets', {})) wallets.push(wallet);
const [first] = wallets;
if (!first) throw new Error('there is no wallet');
console.log(`${wallets.length} wallet(s), the first is ${first.sub_wallet_name}`);
const coin = { sub_wallet_id: first.sub_wallet_id, symbol: 'BTC' };

// The same request_id gives the same address, however often it is asked for.
const customer = { ...coin, num: 1, label: 'customer 7', request_id: `${appId}-address-ts` };
const [address] = (await holdfast.call('deposit.createAddress', customer)).list;
const [again] = (await holdfast.call('deposit.createAddress', customer)).list;
console.log(`address ${address?.address}, again ${again?.address}`);

let deposits = 0;
for await (const deposit of holdfast.rows('openApi.syncDeposits', {})) {
  deposits += 1;
  console.log(`${deposit.amount} ${deposit.symbol} came in, status ${deposit.status}`);
}
console.log(`${deposits} deposit(s)`);

// A payment is asked for; members approve it as the rules say. Asked for again by its request_id, it stays one.
const payment = {
  request_id: `${appId}-payment-ts`,
  sub_wallet_id: first.sub_wallet_id,
  symbol: 'ETH',
  address_to: process.env.HOLDFAST_PAYEE ?? '',
  amount: '0.01',
};
try {
  const asked = await holdfast.call('withdraw.create', payment);
  const repeated = await holdfast.call('withdraw.create', payment);
  console.log(`payment ${asked.withdraw_id}, again ${repeated.withdraw_id}, duplicated ${repeated.duplicated}`);
  const { list } = await holdfast.call('openApi.withdraws', { request_ids: payment.request_id });
  console.log(`status ${list[0]?.status}`);
  await holdfast.call('withdraw.cancel', { withdraw_id: asked.withdraw_id });
} catch (error) {
  if (!(error instanceof HoldfastError)) throw error;
  console.log(`refused with ${error.code}: ${error.message}`);
}
console.log(`${holdfast.rateLimit?.remaining} of ${holdfast.rateLimit?.limit} calls left`);
