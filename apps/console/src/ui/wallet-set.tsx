import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWalletNames } from '../lib/wallet-names.ts';
import { Button } from './button.tsx';
import { WalletSelect } from './wallet-select.tsx';

interface WalletSetProps {
  readonly legend: string;
  readonly hint?: string;
  readonly chosen: readonly number[];
  readonly onChange: (chosen: number[]) => void;
}

/** Any wallets of however many: what is chosen stays in sight, and one more is searched for. */
export function WalletSet({ legend, hint, chosen, onChange }: WalletSetProps): ReactNode {
  const { t } = useTranslation();
  const nameOf = useWalletNames();
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {chosen.length > 0 && (
        <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-auto" aria-label={legend}>
          {chosen.map((id) => {
            const name = nameOf(id) ?? `#${id}`;
            return (
              <li key={id} className="min-w-0">
                <Button
                  size="sm"
                  variant="ghost"
                  className="max-w-full bg-accs text-acc"
                  aria-label={t('wallet.dropOne', { name })}
                  onClick={() => onChange(chosen.filter((one) => one !== id))}
                >
                  <bdi className="max-w-52 truncate">{name}</bdi>
                  <X aria-hidden />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <WalletSelect
        value={null}
        except={chosen}
        aria-label={t('wallet.addOne')}
        placeholder={t('wallet.addOne')}
        onChange={(id) => id !== null && onChange([...chosen, id])}
      />
      {hint && <p className="text-mut text-xs">{hint}</p>}
    </fieldset>
  );
}
