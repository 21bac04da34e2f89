import type { WorkspaceId } from '@holdfast/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useWalletNames } from '../lib/wallet-names.ts';
import { ChoiceBox, type ChoiceBoxProps } from './choice-box.tsx';
import { ChoiceList, ChoiceSearch } from './choice-list.tsx';

const pauseMs = 200;
/** As many as are drawn: whoever has more searches them. */
const shown = 50;
/** From here on there is a field to search in. */
const few = 8;
/** In the list what stands for no wallet in particular: none has this id. */
export const anyWallet = 0;

interface WalletSelectProps extends ChoiceBoxProps {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  /** What stands for no wallet in particular, and can be chosen. */
  readonly any?: string;
  /** Only what payments can be asked for from: neither hidden nor put away. */
  readonly usable?: boolean;
  /** Are chosen elsewhere already. */
  readonly except?: readonly number[];
}

/** One wallet of however many: the first of them, or those that the server finds by name or alias. A combobox (WAI-ARIA APG); arrows and Enter choose. */
export function WalletSelect({ value, onChange, any, usable, except, ...box }: WalletSelectProps): ReactNode {
  const nameOf = useWalletNames();
  const name = value === null ? any : (nameOf(value) ?? `#${value}`);
  return (
    <ChoiceBox {...box} name={name}>
      {(listId, close) => (
        <WalletList
          listId={listId}
          chosen={[value ?? anyWallet]}
          any={any}
          usable={usable}
          except={except}
          onClose={close}
          onPick={(id) => {
            onChange(id || null);
            close();
          }}
        />
      )}
    </ChoiceBox>
  );
}

interface WalletListProps {
  readonly any: string | undefined;
  readonly usable?: boolean | undefined;
  readonly except?: readonly number[] | undefined;
  readonly listId: string;
  readonly chosen: readonly number[];
  readonly 'aria-multiselectable'?: boolean;
  readonly onPick: (id: number) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function useFound(keyword: string, usable: boolean | undefined) {
  const walletId = useSession((state) => state.walletId);
  return useApi(
    'wallet',
    'allSubWallets',
    { wallet_id: (walletId ?? 1) as WorkspaceId, usable, size: shown, ...(keyword === '' ? {} : { keyword }) },
    { enabled: walletId !== null, keep: true },
  ).data;
}

/** The wallets of a box that is open, and a field to search them. */
export function WalletList({ any, usable, except = [], children, ...list }: WalletListProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), pauseMs);
  const data = useFound(keyword, usable);
  const found = (data?.list ?? []).filter(({ id }) => !except.includes(id));
  const choices = [...(any === undefined || keyword !== '' ? [] : [{ id: anyWallet, name: any }]), ...found];
  const isSearched = keyword !== '' || text !== '' || (data?.total ?? 0) > few;
  const left = (data?.total ?? 0) - (data?.list.length ?? 0);
  return (
    <ChoiceList
      {...list}
      aria-label={t('common.subWallet')}
      choices={choices}
      search={isSearched && <ChoiceSearch label={t('wallet.search')} text={text} onText={setText} />}
    >
      {data && !choices[0] && <p className="px-2 py-1.5 text-mut">{t('wallet.noneFound')}</p>}
      {left > 0 && <p className="px-2 py-1 text-mut text-xs">{t('wallet.moreSearch')}</p>}
      {children}
    </ChoiceList>
  );
}
