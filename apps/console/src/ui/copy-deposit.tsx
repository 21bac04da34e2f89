import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../lib/api.ts';
import { IconButton } from './button.tsx';
import { useCopyAddress } from './use-copy-address.ts';

interface Props {
  readonly symbol: string;
  /** An address of ours, or the memo that goes with it. */
  readonly text: string;
  /** May the coin be sent here now? Asked when the button is pressed. */
  readonly enabled: () => boolean | Promise<boolean>;
  readonly label?: string;
}

/** Copies where somebody is to pay to. Where deposits of the coin have stopped, it says so first. */
export function CopyDeposit({ symbol, text, enabled, label }: Props): ReactNode {
  const { t } = useTranslation();
  const copy = useCopyAddress();
  const press = async (): Promise<void> => copy({ symbol, enableDeposit: await enabled(), text });
  return (
    <IconButton
      label={label ?? t('deposit.copy')}
      className="size-6 [&_svg]:size-3"
      onClick={() => void press().catch(handleError)}
    >
      <Copy aria-hidden />
    </IconButton>
  );
}
