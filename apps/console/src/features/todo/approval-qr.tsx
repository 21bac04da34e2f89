import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../lib/i18n.ts';
import { useApi } from '../../lib/query.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { useAnswering } from '../../lib/signer-page.ts';
import { Button } from '../../ui/button.tsx';
import { type PillTone, StatusPill } from '../../ui/feedback.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useNow } from '../../ui/use-now.ts';

/** qrc status on the wire: 0 waiting, 1 scanned, 2 signed, 3 refused, 4 expired. */
const states: readonly { readonly tone: PillTone; readonly text: TextKey }[] = [
  { tone: 'wait', text: 'todo.qr.waiting' },
  { tone: 'active', text: 'todo.qr.scanned' },
  { tone: 'done', text: 'todo.qr.signed' },
  { tone: 'bad', text: 'todo.qr.refused' },
  { tone: 'idle', text: 'todo.qr.expired' },
];
const expired = 4;
const everyMs = 2_500;

interface ApprovalQrProps {
  readonly qrcId: string;
  readonly content: string;
  readonly expireAt: Date;
  /** The rule asks for the page that the server names, and for no other. */
  readonly otherPage: boolean;
  readonly onRenew: () => void;
}

/** The same page on another device, and what has become of the code. */
export function ApprovalQr({ qrcId, content, expireAt, otherPage, onRenew }: ApprovalQrProps): ReactNode {
  const { t } = useTranslation();
  const over = useNow(everyMs) >= expireAt.getTime();
  const { data } = useApi(
    'qrc',
    'status',
    { qrc_id: qrcId },
    { quiet: true, enabled: !over, refetchInterval: everyMs },
  );
  const url = useAnswering(content, otherPage);
  const status = over ? expired : (data?.status ?? 0);
  const state = states[status];
  return (
    <section className="grid justify-items-center gap-3 rounded-lg border border-line bg-bg p-4 text-center">
      <p className="text-mut">{t('todo.qr.text')}</p>
      {status === expired ? (
        <Button onClick={onRenew}>
          <RotateCw aria-hidden />
          {t('todo.qr.renew')}
        </Button>
      ) : (
        <QrCode text={signerLink(url)} label={t('todo.qr.label')} />
      )}
      {state && (
        <span aria-live="polite">
          <StatusPill tone={state.tone} text={t(state.text)} />
        </span>
      )}
    </section>
  );
}
