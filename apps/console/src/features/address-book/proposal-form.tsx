import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { AskedBeside } from '../../ui/propose.tsx';
import type { ImportItem, PayeeItem } from './import-rows.ts';
import { PayeeFields, usePayee } from './payee-form.tsx';
import { useProposal } from './use-proposal.tsx';

interface ProposalFormProps {
  /** What is about to happen, in front of the fields. */
  readonly about: ReactNode;
  /** What stands in the form at first. */
  readonly start?: PayeeItem;
  /** The entry whose place the payee would take. */
  readonly except?: string;
  readonly call: (asked: { readonly item: ImportItem; readonly remark: string }) => Promise<{ item_id: number }>;
}

/** A payee to be listed by the members: what is proposed is signed on the approval page, and can be paid when it has cooled down. */
export function ProposalForm({ about, start, except, call }: ProposalFormProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { pop } = useDrawers();
  const formId = useId();
  const into = { book: 'workspace', ...(except === undefined ? {} : { except }) } as const;
  const payee = usePayee(into, t('common.remark'), start && { ...start, remark: '' });
  const { propose, busy, panel } = useProposal(call);
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={payee.blocked}>
            {t('whiteAddress:propose')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={payee.form.submit(() => propose({ item: payee.item, remark: payee.words }))}
      >
        <AskedBeside kind="book" />
        {about}
        <PayeeFields payee={payee} />
      </form>
      {panel}
    </DrawerBody>
  );
}
