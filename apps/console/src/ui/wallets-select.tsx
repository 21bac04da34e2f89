import type { ReactNode } from 'react';
import { useWalletNames } from '../lib/wallet-names.ts';
import { ChoiceBox, type ChoiceBoxProps } from './choice-box.tsx';
import { Full, nameOfSeveral, toggled } from './many-select.tsx';
import { anyWallet, WalletList } from './wallet-select.tsx';

interface WalletsSelectProps extends ChoiceBoxProps {
  /** What stands for none in particular, and can be chosen. */
  readonly any: string;
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
  /** As many can be chosen. */
  readonly most: number;
}

/** Several wallets of however many, searched as `WalletSelect` searches them; it stays open while they are chosen. */
export function WalletsSelect({ any, chosen, onChange, most, ...box }: WalletsSelectProps): ReactNode {
  const nameOf = useWalletNames();
  const name = nameOfSeveral(chosen.map((id) => nameOf(id) ?? `#${id}`)) ?? any;
  return (
    <ChoiceBox {...box} name={name}>
      {(listId, close) => (
        <WalletList
          aria-multiselectable
          listId={listId}
          chosen={chosen.length === 0 ? [anyWallet] : chosen}
          any={any}
          onClose={close}
          onPick={(id) => onChange(id === anyWallet ? [] : toggled(chosen, id, most))}
        >
          <Full chosen={chosen.length} most={most} />
        </WalletList>
      )}
    </ChoiceBox>
  );
}
