import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Checkbox, Field, Textarea, TextInput } from '../../ui/form.tsx';
import { AskedBeside } from '../../ui/propose.tsx';
import { remarkMax } from './entry-fields.ts';
import { useProposal } from './use-proposal.tsx';
import type { White } from './view.ts';

const hoursMax = 720;

/** `bookMode[:undo]`: listed payees only, and how long a new one waits; `undo` starts with what still counts. */
export default function ModeDrawer({ args: [start] }: DrawerProps): ReactNode {
  const white = useApi('addressBook', 'whiteStatus', {}, { quiet: true });
  if (white.error && !white.data) return <ErrorState error={white.error} onRetry={() => void white.refetch()} />;
  if (!white.data)
    return (
      <DrawerBody>
        <Skeleton className="h-24 w-full" />
      </DrawerBody>
    );
  return <ModeForm key={white.data.version} now={white.data} undo={start === 'undo'} />;
}

type Wanted = Omit<Parameters<typeof api.addressBook.whiteModify>[0], 'remark'> & {
  readonly remark: string;
  /** Hours that new entries wait now. */
  readonly was: number;
};

/** The mode alone where the cooling period stays: the call that can change nothing else. */
function proposeMode({ was, ...wanted }: Wanted) {
  const { mode, cooling_hours, version, remark } = wanted;
  if (cooling_hours !== was) return api.addressBook.whiteModify(wanted);
  return api.addressBook[mode === 'on' ? 'whiteEnable' : 'whiteDisable']({ version, remark });
}

/** What a change loosens counts later: how much later, before anybody agrees to it. */
function Later({ now, off, shorter }: { now: White; off: boolean; shorter: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const count = now.held_hours;
  if (count === 0) return null;
  return (
    <>
      {off && <span className="block">{t('whiteAddress:mode.offAfter', { count })}</span>}
      {shorter && <span className="block">{t('whiteAddress:mode.shorterAfter', { count })}</span>}
    </>
  );
}

function ModeForm({ now, undo }: { now: White; undo: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { pop } = useDrawers();
  const formId = useId();
  const [on, setOn] = useState(now.mode === 'on' || (undo && now.off_from !== null));
  const [hours, setHours] = useState(String(undo && !now.off_from ? now.held_hours : now.cooling_hours));
  const [remark, setRemark] = useState('');
  const { propose, busy, panel } = useProposal(proposeMode, 'mode');
  const mode = on ? ('on' as const) : ('off' as const);
  const sound = hours !== '' && Number(hours) <= hoursMax;
  const same = now.mode === mode && Number(hours) === now.cooling_hours;
  const [off, shorter] = [now.mode === 'on' && !on, Number(hours) < now.cooling_hours];
  const longer = Number(hours) > now.cooling_hours;
  const step = off || shorter ? 'loosens' : longer ? 'lengthens' : 'tightens';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    propose({ mode, cooling_hours: Number(hours), version: now.version, remark, was: now.cooling_hours });
  };
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={same || !sound}>
            {t('whiteAddress:propose')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={send}>
        <AskedBeside kind="policy" />
        <Checkbox
          label={
            <>
              <span className="font-medium">{t('whiteAddress:mode.only')}</span>
              <span className="block text-mut">{t('whiteAddress:mode.onlyText')}</span>
            </>
          }
          checked={on}
          onChange={({ target }) => setOn(target.checked)}
        />
        <Field
          label={t('whiteAddress:mode.hours')}
          hint={t('whiteAddress:mode.hoursHint')}
          error={sound ? undefined : t('whiteAddress:mode.hoursRange', { most: hoursMax })}
        >
          <TextInput
            inputMode="numeric"
            value={hours}
            onChange={({ target }) => setHours(target.value.replace(/\D/g, '').slice(0, 3))}
          />
        </Field>
        <Field label={t('common.remark')} aside={`${remark.length}/${remarkMax}`}>
          <Textarea maxLength={remarkMax} value={remark} onChange={({ target }) => setRemark(target.value)} />
        </Field>
        {!same && sound && (
          <p className={step === 'loosens' ? 'text-warn' : 'text-mut'}>
            {t(`whiteAddress:mode.${step}`)}
            <Later now={now} off={off} shorter={shorter} />
          </p>
        )}
      </form>
      {panel}
    </DrawerBody>
  );
}
