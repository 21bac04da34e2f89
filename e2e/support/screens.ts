import { type APIResponse, expect, type Page, type Route } from '@playwright/test';

/** A place of the console that is looked at. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** What somebody does there before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
}

export const drawer = (name: string, ...args: string[]): string =>
  `/mpc/wallet?d=${encodeURIComponent([name, ...args.map(encodeURIComponent)].join(':'))}`;
/** Sends the form of the drawer as it is. */
const send = async (page: Page): Promise<void> => {
  await page.locator('[role=dialog] button.btn-primary').last().click();
  await expect(page.locator('[role=dialog] [aria-invalid=true]').first()).toBeVisible();
};

const openBy =
  (keys: string) =>
  async (of: Page): Promise<void> => {
    await of.keyboard.press(keys);
    await expect(of.getByRole('dialog')).toBeVisible();
  };

/** Opens what a button opens. */
const press =
  (name: RegExp) =>
  async (of: Page): Promise<void> => {
    await of.getByRole('button', { name }).click();
  };

/** Ticks the first row of the list. */
const tick = async (of: Page): Promise<void> => {
  // The first tick is the one of all rows; a day's heading is a row without one.
  await of.getByRole('row').getByRole('checkbox').nth(1).check();
  await expect(of.getByText(/1 of \d+ selected|已选 1/)).toBeVisible();
};

const payees = ['label,address', 'Acme,0x70997970C51812dc3A010C7d01b50e0d17dc79C8', ',0x12', '=1+1,bcrt1qqqq'].join(
  '\n',
);
/** A file that is none: the screen says where it is wrong. */
const chooseRules = async (of: Page): Promise<void> => {
  const file = { name: 'rules.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"rules"}') };
  await of.locator('input[type=file]').setInputFiles(file);
  await expect(of.getByRole('dialog').getByRole('alert')).toBeVisible();
};

/** As if a signer lacked a change: what the server says of the signers is altered on its way. */
const showDivergence = async (of: Page): Promise<void> => {
  await of.route('**/api/mpc/signing/status', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, divergence: { item_id: 1 } } } });
  });
  await of.reload();
  await expect(of.getByRole('button', { name: /^(View the change|查看变更)$/ })).toBeVisible();
};

interface Signers {
  readonly data: { readonly signers: readonly object[] };
}
/** Answers with something else. A page that was left meanwhile, as by a reload, needs no answer any more. */
const answer = (route: Route, response: APIResponse, json: object): Promise<void> =>
  route.fulfill({ response, json }).catch(() => undefined);

/** As if a signer did not answer: what the server says of the signers is altered on its way. */
const showTrouble = async (of: Page): Promise<void> => {
  await of.route('**/api/mpc/signing/status', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: object };
    await answer(route, response, { ...reply, data: { ...reply.data, troubles: ['signer'] } });
  });
  await of.route('**/api/mpc/health/status', async (route) => {
    const response = await route.fetch();
    const { data, ...reply } = (await response.json()) as Signers;
    const [first, ...others] = data.signers;
    const signers = [{ ...first, state: 'silent' }, ...others];
    await answer(route, response, { ...reply, data: { ...data, signers } });
  });
  await of.reload();
  await expect(of.getByRole('alert').filter({ hasText: /No answer from|没有响应/ })).toBeVisible();
};

/** A file with good rows and bad ones. */
const chooseFile = async (of: Page): Promise<void> => {
  const file = { name: 'payees.csv', mimeType: 'text/csv', buffer: Buffer.from(payees) };
  await of.locator('input[type=file]').setInputFiles(file);
  await expect(of.locator('[role=dialog] table')).toBeVisible();
};

/** Writes a withdrawal, up to where it is to be compared. */
const review = async (of: Page): Promise<void> => {
  const form = of.getByRole('dialog');
  await form.getByLabel(/^(Recipient|收款地址)$/).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  await form.getByLabel(/^(Amount|数量)$/).fill('0.25');
  await form.getByRole('button', { name: /^(Review|核对)$/ }).click();
  await expect(form.getByRole('checkbox')).toBeVisible();
};

/** As if the last code were too old: what the server says to a withdrawal is altered on its way, and none is asked for. */
const askForCode = async (of: Page): Promise<void> => {
  const json = { code: 300004, msg: 'Please confirm with your authenticator code', data: null };
  await of.route('**/api/mpc/sub_wallet/withdraw', (route) => route.fulfill({ json }));
  await review(of);
  await of.getByRole('dialog').getByRole('checkbox').check();
  await of.getByRole('button', { name: /^(Withdraw|提币) .*ETH/ }).click();
  await expect(of.getByLabel(/^(Authenticator code|验证码)$/)).toBeVisible();
};

/** Begins a withdrawal and is about to leave it. */
const leave = async (of: Page): Promise<void> => {
  await of.getByLabel(/^(Amount|数量)$/).fill('0.25');
  await of.keyboard.press('Escape');
  await expect(of.getByRole('alertdialog')).toBeVisible();
};

/** Every screen of the console, with the drawers that lie over it and the faults that its forms show. */
export const screens: readonly Screen[] = [
  { name: 'wallet', path: '/mpc/wallet' },
  { name: 'wallets', path: '/mpc/wallet/center' },
  { name: 'transactions', path: '/mpc/center/transactions' },
  { name: 'transactions-filtered', path: '/mpc/center/transactions?type=2&symbol=BTC&q=nothing-of-this' },
  { name: 'transactions-ticked', path: '/mpc/center/transactions', act: tick },
  { name: 'transactions-columns', path: '/mpc/center/transactions', act: press(/^(Columns|列)$/) },
  { name: 'address-book', path: '/mpc/center/addressBook' },
  { name: 'address-book-filtered', path: '/mpc/center/addressBook?q=nothing-of-this' },
  { name: 'address-book-log', path: '/mpc/center/addressBook/log' },
  { name: 'payee-add', path: '/mpc/center/addressBook?d=bookAdd' },
  { name: 'payee-add-faults', path: '/mpc/center/addressBook?d=bookAdd', act: send },
  { name: 'payee-import', path: '/mpc/center/addressBook?d=bookImport', act: chooseFile },
  { name: 'whitelist', path: '/mpc/center/addressBook?d=bookMode' },
  { name: 'my-payees', path: '/mpc/wallet/personalBook' },
  { name: 'my-payee-add', path: '/mpc/wallet/personalBook?d=ownWrite' },
  { name: 'my-payee-add-faults', path: '/mpc/wallet/personalBook?d=ownWrite', act: send },
  { name: 'my-payees-import', path: '/mpc/wallet/personalBook?d=ownImport', act: chooseFile },
  { name: 'payees-of-a-wallet', path: '/mpc/wallet/center/addressBook' },
  { name: 'rules', path: '/mpc/center/strategyEngine' },
  { name: 'key material', path: '/mpc/center/keyRecovery' },
  { name: 'key material-filtered', path: '/mpc/center/keyRecovery?state=taken&q=nothing-of-this' },
  { name: 'api-clients', path: '/mpc/center/api' },
  { name: 'api-client-add', path: '/mpc/center/api/addApi' },
  { name: 'api-client-add-faults', path: '/mpc/center/api/addApi', act: press(/^(Propose|提交审批)$/) },
  { name: 'no-apiClient', path: '/mpc/center/api/editApi?app=p-0123456789abcdef' },
  { name: 'api-client-calls', path: '/mpc/center/api/log' },
  { name: 'web-hooks', path: '/mpc/center/transactionNotification' },
  { name: 'web-hook-add', path: '/mpc/center/transactionNotification?d=hookEndpoint' },
  { name: 'key-share', path: '/mpc/center/keyRecovery?d=keyRequest' },
  { name: 'rule-add', path: '/mpc/center/strategyEngine/senior/addStrategy' },
  {
    name: 'rule-add-faults',
    path: '/mpc/center/strategyEngine/senior/addStrategy',
    act: press(/^(Propose|提交审批)$/),
  },
  { name: 'rule-unknown', path: '/mpc/center/strategyEngine/senior/strategyDetail?id=nothing' },
  { name: 'rule-flow', path: '/mpc/center/strategyEngine?d=rule:basic:*' },
  { name: 'rule-template', path: '/mpc/center/strategyEngine?d=rule:template:treasury' },
  { name: 'rule-log', path: '/mpc/center/strategyEngine/senior/transferLog' },
  { name: 'rule-log-basic', path: '/mpc/center/strategyEngine/basic/log' },
  { name: 'rule-log-workspace', path: '/mpc/center/workspaceStrategyEngine/log' },
  { name: 'rule-log-web3', path: '/mpc/center/strategyEngine/senior/web3Log' },
  { name: 'rule-log-trade', path: '/mpc/center/strategyEngine/senior/tradeLog' },
  { name: 'rule-add-web3', path: '/mpc/center/strategyEngine/senior/addStrategy?type=web3' },
  { name: 'rule-add-trade', path: '/mpc/center/strategyEngine/senior/addStrategy?type=trade' },
  { name: 'rules-import', path: '/mpc/center/strategyEngine?d=rulesImport', act: chooseRules },
  { name: 'workspace-rules', path: '/mpc/center/workspaceStrategyEngine' },
  { name: 'todo', path: '/mpc/center/todo' },
  { name: 'team', path: '/mpc/center/teamMember' },
  { name: 'team-filtered', path: '/mpc/center/teamMember?role=viewer' },
  { name: 'invite', path: '/mpc/center/teamMember?d=invite' },
  { name: 'invite-faults', path: '/mpc/center/teamMember?d=invite', act: send },
  { name: 'no-invitation', path: '/mpc/center/teamMember?d=invitation:none' },
  { name: 'unknown-invitation', path: `/mpc/join/${'A'.repeat(43)}` },
  { name: 'account', path: '/mpc/center/account' },
  { name: 'change-password', path: '/mpc/center/account?d=changePassword' },
  { name: 'change-password-faults', path: '/mpc/center/account?d=changePassword', act: send },
  { name: 'change-authenticator', path: '/mpc/center/account?d=changeAuthenticator' },
  { name: 'unknown-reset', path: `/mpc/reset#token=${'A'.repeat(43)}` },
  { name: 'activity', path: '/mpc/center/activity' },
  { name: 'activity-filtered', path: '/mpc/center/activity?kind=payee&from=2020-01-01&to=2020-01-02' },
  { name: 'health', path: '/mpc/center/health' },
  { name: 'signer-away', path: '/mpc/wallet', act: showTrouble },
  { name: 'login-history', path: '/mpc/center/loginHistory' },
  { name: 'deposit', path: drawer('deposit', 'ETH') },
  { name: 'withdraw', path: drawer('withdraw', 'ETH') },
  { name: 'withdraw-faults', path: drawer('withdraw', 'ETH'), act: send },
  { name: 'withdraw-review', path: drawer('withdraw', 'ETH'), act: review },
  { name: 'withdraw-code', path: drawer('withdraw', 'ETH'), act: askForCode },
  { name: 'withdraw-leave', path: drawer('withdraw', 'ETH'), act: leave },
  { name: 'deposit-tron', path: drawer('deposit', 'TRX') },
  { name: 'deposit-ton', path: drawer('deposit', 'TON') },
  { name: 'withdraw-tron', path: drawer('withdraw', 'TRX') },
  { name: 'withdraw-jetton', path: drawer('withdraw', 'NOT') },
  { name: 'stake', path: drawer('stake', 'stake', '1', 'tron:devnet') },
  { name: 'outputs', path: drawer('outputs', 'BTC', '1') },
  { name: 'allowance', path: drawer('allowance', '1', 'evm:31337') },
  { name: 'call', path: drawer('call', '1', 'evm:31337') },
  { name: 'deploy', path: drawer('deploy', '1', 'evm:31337') },
  { name: 'message', path: drawer('message', '1', 'evm:31337') },
  { name: 'nfts', path: drawer('nfts', '1') },
  { name: 'coins', path: drawer('coins') },
  { name: 'networks', path: drawer('networks') },
  { name: 'sub-wallet', path: drawer('subWallet', '1') },
  { name: 'trade', path: '/mpc/center/trade' },
  { name: 'trade-history', path: '/mpc/center/trade/history' },
  { name: 'tools', path: '/mpc/center/tools' },
  { name: 'ton-query', path: '/mpc/center/tools/tonTransQuery' },
  { name: 'batch', path: '/mpc/center/tools/batchTransfer' },
  { name: 'batch-allowances', path: '/mpc/center/tools/batchTransfer/authRecord' },
  { name: 'batches', path: '/mpc/center/tools/batchTransfer/transferRecord' },
  { name: 'new-wallet', path: drawer('createWallet') },
  { name: 'new-wallet-faults', path: drawer('createWallet'), act: send },
  { name: 'sandbox', path: drawer('sandbox', 'BTC') },
  { name: 'freeze', path: drawer('freeze') },
  { name: 'signers-apart', path: '/mpc/wallet', act: showDivergence },
  { name: 'notices', path: drawer('notices') },
  { name: 'notice-channels', path: drawer('channels') },
  { name: 'notice-channel', path: drawer('channel') },
  { name: 'preferences', path: drawer('preferences') },
  { name: 'receipts-of-month', path: drawer('receipts', '2026-01') },
  { name: 'unknown-transaction', path: drawer('transaction', '2', '999999') },
  { name: 'palette', path: '/mpc/wallet', act: openBy('Control+k') },
  { name: 'keys', path: '/mpc/center/todo', act: openBy('?') },
];

/** The screens that somebody sees first. */
export const firstScreens: readonly Screen[] = screens.filter(({ name }) => /^(wallet|transactions|todo)$/.test(name));
