import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CircleAlert, CircleCheck, Info, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { type Asked, remarkLimit } from './confirm-options.ts';
import { Checkbox, Field, Textarea, TextInput } from './form.tsx';
import { useBack } from './use-back.ts';

const icons = {
  info: { Icon: Info, tone: 'bg-accs text-acc' },
  error: { Icon: CircleAlert, tone: 'bg-bads text-bad' },
  success: { Icon: CircleCheck, tone: 'bg-oks text-ok' },
  warning: { Icon: TriangleAlert, tone: 'bg-warns text-warn' },
  remove: { Icon: Trash2, tone: 'bg-bads text-bad' },
} as const;

function Body({ options, answer }: Asked): ReactNode {
  const { t } = useTranslation();
  const [acknowledged, setAcknowledged] = useState(false);
  const [remark, setRemark] = useState('');
  const [typed, setTyped] = useState('');
  const { Icon, tone } = icons[options.type];
  const blocked =
    (options.acknowledge !== undefined && !acknowledged) ||
    (options.typed !== undefined && typed.trim() !== options.typed);
  return (
    <div className="grid gap-4 p-5">
      <div className="grid grid-cols-[36px_1fr] gap-3">
        <span className={`grid size-9 place-items-center rounded-full ${tone}`}>
          <Icon size={17} aria-hidden />
        </span>
        <div className="grid min-w-0 gap-1">
          <AlertDialog.Title className="font-semibold text-lg">{options.title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="text-pretty break-words text-mut">
            {options.content}
          </AlertDialog.Description>
        </div>
      </div>
      {options.tip && <p className="rounded-md bg-bg px-3 py-2 text-mut text-xs">{options.tip}</p>}
      {options.remark && (
        <Field label={options.remark} aside={`${remark.length}/${remarkLimit}`}>
          <Textarea
            value={remark}
            maxLength={remarkLimit}
            onChange={(event) => setRemark(event.target.value.slice(0, remarkLimit))}
          />
        </Field>
      )}
      {options.typed !== undefined && (
        <Field label={t('confirm.typed', { text: options.typed })}>
          <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
      {options.acknowledge && (
        <Checkbox
          label={options.acknowledge}
          checked={acknowledged}
          onChange={(event) => setAcknowledged(event.target.checked)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={() => answer({ result: 'cancel', remark })}>{options.cancelText ?? t('common.cancel')}</Button>
        <Button
          variant={options.type === 'remove' || options.type === 'error' ? 'danger' : 'primary'}
          disabled={blocked}
          onClick={() => answer({ result: 'confirm', remark })}
        >
          {options.confirmText ?? t('common.confirm')}
        </Button>
      </div>
    </div>
  );
}

/** Spec §2, confirm dialog: focus stays inside, Escape cancels. */
export default function ConfirmDialog({ asked }: { asked: Asked }): ReactNode {
  const cancel = (): void => asked.answer({ result: 'cancel', remark: '' });
  useBack(true, cancel);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fade-in fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Popup className="fade-in fixed top-1/2 left-1/2 z-[60] max-h-[calc(100dvh-32px)] w-[440px] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-lg border border-line bg-raise shadow-2xl outline-none">
          <Body {...asked} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
