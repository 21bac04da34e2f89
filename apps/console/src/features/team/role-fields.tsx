import { type Role, roles } from '@holdfast/contract';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import { roleKey, type WalletRole, walletRoles } from './view.ts';

export interface Roles {
  readonly role: Role;
  readonly wallets: readonly WalletRole[];
}

/** Owners and admins are that in every wallet: the rules hold nothing else. */
const isEverywhere = (role: Role): boolean => role === 'owner' || role === 'admin';
const withRole = ({ wallets }: Roles, role: Role): Roles => ({ role, wallets: isEverywhere(role) ? [] : wallets });

/** The role in the workspace, and where it is another one. */
export function RoleFields({ value, onChange }: { value: Roles; onChange: (roles: Roles) => void }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <>
      <Field label={t('teamMember:workspaceRole')} hint={t(`teamMember:roleHint.${value.role}`)}>
        <Select
          value={value.role}
          onValueChange={(next) => onChange(withRole(value, roles.find((one) => one === next) ?? value.role))}
          items={roles.map((role) => ({ value: role, label: t(roleKey(role)) }))}
        />
      </Field>
      {isEverywhere(value.role) ? null : <WalletRoles value={value} onChange={onChange} />}
    </>
  );
}

function WalletRoles({ value, onChange }: { value: Roles; onChange: (roles: Roles) => void }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const walletName = useWalletNames();
  const nameOf = (wallet: string): string => walletName(wallet) ?? `#${wallet}`;
  const put = (wallets: readonly WalletRole[]): void => onChange({ ...value, wallets });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('teamMember:walletRoles')}</legend>
      {value.wallets.map(({ wallet, role }) => (
        <div key={wallet} className="grid grid-cols-[1fr_9rem_auto] items-center gap-2">
          <bdi className="truncate">{nameOf(wallet)}</bdi>
          <Select
            aria-label={t('teamMember:roleIn', { wallet: nameOf(wallet) })}
            value={role}
            onValueChange={(next) =>
              put(
                value.wallets.map((one) =>
                  one.wallet === wallet ? { wallet, role: walletRoles.find((known) => known === next) ?? role } : one,
                ),
              )
            }
            items={walletRoles.map((one) => ({ value: one, label: t(roleKey(one)) }))}
          />
          <IconButton
            label={t('teamMember:asInWorkspace', { wallet: nameOf(wallet) })}
            onClick={() => put(value.wallets.filter((one) => one.wallet !== wallet))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <WalletSelect
        aria-label={t('teamMember:addWallet')}
        placeholder={t('teamMember:addWallet')}
        value={null}
        except={value.wallets.map(({ wallet }) => Number(wallet))}
        onChange={(id) => id !== null && put([...value.wallets, { wallet: String(id), role: 'viewer' }])}
      />
      <p className="text-mut text-xs">{t('teamMember:walletRolesHint')}</p>
    </fieldset>
  );
}
