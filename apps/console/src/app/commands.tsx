import { shownNumber } from '@holdfast/contract';
import { shortenHash } from '@holdfast/money';
import { useNavigate } from '@tanstack/react-router';
import { ArrowUpRight, BookUser, Keyboard, Languages, LogOut, Moon, UserRound, WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, setLanguage } from '../lib/i18n.ts';
import { usePermission } from '../lib/permission.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useApi } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { coinKey, useWalletCoin } from '../lib/wallets.ts';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { useDrawers } from '../ui/drawers.tsx';
import CommandPalette, { type Command } from '../ui/palette.tsx';
import { menuAt } from './areas.ts';
import { pauseMs, shown, useFound, useOfAmount, useOfNumeral, useOfWords } from './found.tsx';
import { logOut } from './log-out.ts';
import { useEntries } from './menu-entry.tsx';
import { useSelectedWallet, useSubWallets } from './selection.ts';

const [shortestKeyword, longestKeyword] = [2, 100];

interface Payee {
  readonly id: string | number;
  readonly label: string;
  readonly address: string;
}

/** Payees of both books by label or address; nothing while a single letter is typed. */
function usePayees(query: string): readonly Command[] {
  const { t } = useTranslation();
  const settled = useDebounced(query, pauseMs);
  const whole = useNamed(settled);
  // "Pay acme" names nobody, and Acme.
  const [verb = '', ...others] = settled.trim().split(/\s+/);
  const isVerb = ` ${t('palette.pay')} ${t('withdraw.title')} `.toLowerCase().includes(` ${verb.toLowerCase()} `);
  const named = useNamed(whole?.length === 0 && isVerb ? others.join(' ') : '');
  if (settled !== query) return [];
  return whole?.length === 0 ? (named ?? []) : (whole ?? []);
}

/** Those whose label or address has it; undefined until that is known. */
function useNamed(words: string): readonly Command[] | undefined {
  const drawers = useDrawers();
  const asks = words.length >= shortestKeyword;
  const ask = { keyword: words.slice(0, longestKeyword), page_no: 1, page_size: shown };
  const keepsOwn = usePermission('personalBook.use');
  const team = useApi('addressBook', 'list', ask, { enabled: asks, quiet: true });
  const mine = useApi('personalBook', 'list', ask, { enabled: asks && keepsOwn, quiet: true });
  if (!asks) return [];
  // A book that cannot be read has nobody.
  if (team.isLoading || mine.isLoading) return undefined;
  const [listed, own] = [team, mine].map(({ data }) => data?.list);
  const commandOf =
    (drawer: string) =>
    ({ id, label, address }: Payee): Command => ({
      id: `${drawer}-${id}`,
      group: 'payees',
      text: label,
      detail: shortenHash(address),
      icon: <BookUser aria-hidden />,
      run: () => drawers.push(drawer, String(id)),
    });
  return [...(listed ?? []).map(commandOf('bookEntry')), ...(own ?? []).map(commandOf('ownEntry'))];
}

function useSubWalletCommands(): readonly Command[] {
  const navigate = useNavigate();
  const wallet = useSelectedWallet();
  const rows = useSubWallets(wallet?.wallet_id) ?? [];
  const select = useSession((state) => state.selectSubWallet);
  return rows.map(
    (row): Command => ({
      id: `wallet-${row.sub_wallet_id}`,
      group: 'wallets',
      text: row.alias || row.sub_wallet_name,
      icon: <WalletCards aria-hidden />,
      run: () => {
        select(row.sub_wallet_id);
        void navigate({ to: '/mpc/wallet' });
      },
    }),
  );
}

/** The payment of this number, as lists write it; whether there is one its drawer says. */
function useNumbered(query: string): readonly Command[] {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const number = shownNumber(query);
  if (!number?.isPayment) return [];
  const id = String(number.id);
  const text = t('tx.receipt.payment', { id });
  const run = (): void => drawers.push('transaction', '2', id);
  return [{ id: `number-${id}`, group: 'transactions', text, icon: <ArrowUpRight aria-hidden />, run }];
}

/** Coins of the selected sub-wallet, and others that can be paid, each with its transactions. */
function useCoinCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { coins } = useWalletCoin([]);
  const may = usePermission('addressBook.read');
  const known = useApi('addressBook', 'coinInfo', {}, { quiet: true, enabled: may }).data?.list ?? [];
  const others = new Set(
    known.map(({ symbol }) => symbol).filter((one) => coins.every(({ symbol }) => symbol !== one)),
  );
  const command = (id: string, symbol: string, detail: string): Command => ({
    id: `coin-${id}`,
    group: 'coins',
    text: symbol,
    detail,
    icon: <CoinIcon symbol={symbol} size={16} />,
    run: () => void navigate({ to: '/mpc/center/transactions', search: { symbol: id } }),
  });
  return [
    ...coins.map((coin) => command(coinKey(coin), coin.symbol, coin.coin_net)),
    ...[...others].map((symbol) => command(symbol, symbol, '')),
  ];
}

/** The people of the workspace. */
function useMemberCommands(): readonly Command[] {
  const drawers = useDrawers();
  const may = usePermission('team.read');
  const { data } = useApi('team', 'list', {}, { quiet: true, enabled: may });
  return (data?.list ?? []).map(
    (member): Command => ({
      id: `member-${member.member_id}`,
      group: 'members',
      text: member.name,
      icon: <UserRound aria-hidden />,
      run: () => drawers.push('member', member.member_id),
    }),
  );
}

/** By which other words somebody may look for it. */
const saidElse = {
  bookAdd: 'palette.newPayee',
  withdraw: 'palette.pay',
  account: 'palette.account',
  preferences: 'palette.preferences',
  batch: 'palette.batch',
  rules: 'palette.rules',
  todo: 'palette.todo',
  transactions: 'palette.export',
} as const;
const isSaidElse = (key: string): key is keyof typeof saidElse => Object.hasOwn(saidElse, key);

/** What the areas have for one heading of the palette. */
function useMenuCommands(place: 'go' | 'do'): readonly Command[] {
  const { t } = useTranslation();
  return useEntries(menuAt(place)).map(({ key, text, Icon, run }) => ({
    // An area may stand under both headings.
    id: `${place}-${key}`,
    group: place,
    text,
    also: isSaidElse(key) ? t(saidElse[key]) : '',
    icon: <Icon aria-hidden />,
    run,
  }));
}

/** What is done everywhere and belongs to no area. */
function useOwnActions(onHelp: () => void): readonly Command[] {
  const { t } = useTranslation();
  const toggleTheme = usePreferences((state) => state.toggleTheme);
  const action = (id: string, text: string, icon: ReactNode, run: () => void, also = ''): Command => ({
    id,
    group: 'do',
    text,
    also,
    icon,
    run,
  });
  return [
    action('theme', t('user.theme'), <Moon aria-hidden />, toggleTheme, t('palette.theme')),
    action(
      'language',
      t('user.otherLanguage'),
      <Languages aria-hidden />,
      () => void setLanguage(currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN'),
      t('palette.language'),
    ),
    action('help', t('shortcuts.title'), <Keyboard aria-hidden />, onHelp, t('palette.help')),
    action('logout', t('user.logout'), <LogOut aria-hidden />, () => void logOut(), t('palette.logout')),
  ];
}

interface PaletteProps {
  /** Kept by whoever opens it: it may be written before this file is there. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** The palette with the console's commands: screens, sub-wallets, coins, members, payees, actions, and what a hash, an address, an amount or words lead to. Loaded when first opened. */
export default function Palette({ query, onQuery, onClose, onHelp }: PaletteProps): ReactNode {
  const found = useFound(query.trim());
  const payees = usePayees(query.trim());
  const commands = [
    ...useNumbered(query.trim()),
    ...found,
    ...payees,
    ...useMenuCommands('go'),
    ...useSubWalletCommands(),
    ...useCoinCommands(),
    ...useMemberCommands(),
    ...useMenuCommands('do'),
    ...useOwnActions(onHelp),
    // Last: what is typed may be part of a name, which stood first before the server has answered.
    ...useOfNumeral(query.trim()),
    ...useOfAmount(query.trim()),
    ...useOfWords(query.trim()),
  ];
  return <CommandPalette query={query} onQuery={onQuery} commands={commands} onClose={onClose} />;
}
