import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { useDrawers } from './drawers.tsx';
import { Banner } from './feedback.tsx';
import { Honest } from './honest.tsx';

interface ProposedNoteProps {
  /** The open change, and what it would call the payee. */
  readonly change: { readonly audit_id: number; readonly label: string };
  /** Somebody looks for the name, and has written no address. */
  readonly byName?: boolean;
}

/** That a change which still waits would list a payee. Its name is one member's word until then, and is told as that. */
export default function ProposedNote({ change, byName = false }: ProposedNoteProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  return (
    <Banner title={t('whiteAddress:proposed.title')}>
      <p>
        {t(byName ? 'whiteAddress:proposed.named' : 'whiteAddress:proposed.text')}{' '}
        <Honest className="font-medium" text={change.label} />
      </p>
      <Button size="sm" className="mt-1.5" onClick={() => push('bookChange', String(change.audit_id))}>
        {t('whiteAddress:proposed.look')}
      </Button>
    </Banner>
  );
}
