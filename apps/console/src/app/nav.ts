import { ArrowLeftRight, BookUser, Bot, ListTodo, Scale, Users, Vault, Wallet, WalletCards } from 'lucide-react';
import type { TextKey } from '../lib/i18n.ts';

/** The menu. An area appears here when it exists. */
export const navigation = [
  { key: 'wallet', to: '/mpc/wallet', text: 'nav.wallet', Icon: Wallet },
  { key: 'wallets', to: '/mpc/wallet/center', text: 'nav.wallets', Icon: WalletCards },
  { key: 'transactions', to: '/mpc/center/transactions', text: 'nav.transactions', Icon: ArrowLeftRight },
  { key: 'todo', to: '/mpc/center/todo', text: 'nav.todo', Icon: ListTodo },
  { key: 'addressBook', to: '/mpc/center/addressBook', text: 'nav.addressBook', Icon: BookUser },
  { key: 'rules', to: '/mpc/center/strategyEngine', text: 'nav.rules', Icon: Scale },
  { key: 'team', to: '/mpc/center/teamMember', text: 'nav.team', Icon: Users },
  { key: 'api', to: '/mpc/center/api', text: 'nav.api', Icon: Bot },
  { key: 'keys', to: '/mpc/center/keyRecovery', text: 'nav.keys', Icon: Vault },
] as const satisfies readonly { key: string; to: string; text: TextKey; Icon: typeof Wallet }[];
