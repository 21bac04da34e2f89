import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';

interface PrintBodyProps {
  /** There is a sheet: nobody is offered to print an empty one. */
  readonly printable: boolean;
  readonly children: ReactNode;
}

/** What is to be printed, or kept as the browser's PDF. */
export function PrintBody({ printable, children }: PrintBodyProps): ReactNode {
  const { t } = useTranslation();
  const print = (
    <Button variant="primary" onClick={() => window.print()}>
      <Printer aria-hidden />
      {t('tx.receipt.print')}
    </Button>
  );
  return <DrawerBody footer={printable && print}>{children}</DrawerBody>;
}
