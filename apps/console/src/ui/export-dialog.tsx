import { Dialog } from '@base-ui/react/dialog';
import type { ExportFormat } from '@holdfast/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal, NetworkError } from '../lib/api.ts';
import { DownloadRefused } from '../lib/download.ts';
import { canWriteFiles, chooseFile, type DiskFile } from '../lib/export/disk.ts';
import {
  cancelExport,
  diskJob,
  type Exported,
  linkJob,
  type Progress,
  type Started,
  startExport,
} from '../lib/export/job.ts';
import { Button } from './button.tsx';

const formats = ['csv', 'xlsx', 'jsonl'] as const satisfies readonly ExportFormat[];

/** What is under way: the job goes on where it broke off, each time it is called. */
interface Run {
  readonly started: Started;
  readonly disk: DiskFile | undefined;
  readonly go: (signal: AbortSignal, told: (progress: Progress) => void) => Promise<void>;
}
type Phase = { readonly is: 'choosing' | 'running' | 'done' } | { readonly is: 'broken'; readonly error: unknown };

const grouped = (count: number): string => count.toLocaleString('en-US');

/** What is to be ended with the page. */
interface Kept {
  control: AbortController;
  run: Run | undefined;
  isDone: boolean;
}
function stopRun(kept: Kept): void {
  kept.control.abort();
  if (!kept.run || kept.isDone) return;
  cancelExport(kept.run.started);
  kept.run.disk?.drop().catch(() => undefined);
  kept.run = undefined;
}

/** Sees to one export: its file, its progress, its breaks and its end. */
function useExport(what: () => Exported, name: string) {
  const [phase, setPhase] = useState<Phase>({ is: 'choosing' });
  const [progress, setProgress] = useState<Progress>();
  const [kept] = useState<Kept>(() => ({ control: new AbortController(), run: undefined, isDone: false }));
  useEffect(() => () => stopRun(kept), [kept]);
  const go = async (begin: (signal: AbortSignal) => Promise<Run | undefined>): Promise<void> => {
    kept.control = new AbortController();
    const { signal } = kept.control;
    setPhase({ is: 'running' });
    try {
      kept.run = await begin(signal);
      if (!kept.run) return setPhase({ is: 'choosing' });
      await kept.run.go(signal, setProgress);
      kept.isDone = true;
      setPhase({ is: 'done' });
    } catch (error) {
      if (!signal.aborted) setPhase({ is: 'broken', error });
    }
  };
  const start = (format: ExportFormat): Promise<void> =>
    go(async (signal) => {
      const file = `${name}.${format}`;
      // Asked first: a browser shows this only to whoever has just pressed something.
      const disk = canWriteFiles() ? await chooseFile(file) : undefined;
      if (canWriteFiles() && !disk) return undefined;
      const started = await startExport(what(), format, signal);
      setProgress({ rows: 0, total: started.total });
      return {
        started,
        disk,
        go: disk ? diskJob(started, disk) : (ending, told) => linkJob(started, file, ending, told),
      };
    });
  /** Once more from where it stands; from the beginning where it never began. */
  const goOn = async (): Promise<void> => {
    const known = kept.run;
    if (known) await go(async () => known);
    else setPhase({ is: 'choosing' });
  };
  return { phase, progress, start, goOn, stop: () => stopRun(kept) };
}

function Bar({ rows, total }: Progress): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      <progress max={Math.max(total, rows, 1)} value={rows} aria-label={t('tx.export')} />
      <span role="status" className="text-mut tabular-nums">
        {t('tx.export.progress', { done: grouped(rows), total: grouped(total) })}
      </span>
    </div>
  );
}

/** Why it stands still, and that nothing is lost. */
function Broken({ error }: { error: unknown }): ReactNode {
  const { t } = useTranslation();
  const refused = isRefusal(error) || error instanceof DownloadRefused;
  return (
    <p role="alert" className="text-bad">
      {refused
        ? (error as Error).message
        : t(error instanceof NetworkError ? 'tx.export.broken' : 'tx.export.notWritten')}
    </p>
  );
}

interface ExportDialogProps {
  readonly what: () => Exported;
  readonly name: string;
  readonly onClose: () => void;
}

/** One list, one file: its format, then how far it is, with a way to stop it and to go on. Leaving the page stops it too. */
export default function ExportDialog({ what, name, onClose }: ExportDialogProps): ReactNode {
  const { t } = useTranslation();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { phase, progress, start, goOn, stop } = useExport(what, name);
  const close = (): void => {
    stop();
    onClose();
  };
  const idle = phase.is === 'choosing';
  return (
    <Dialog.Root open onOpenChange={(open) => !open && (idle || phase.is === 'done') && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="fade-in fixed top-1/2 left-1/2 z-[60] grid w-[420px] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 gap-4 rounded-lg border border-line bg-raise p-5 shadow-2xl outline-none">
          <Dialog.Title className="font-semibold text-lg">{t('tx.export')}</Dialog.Title>
          {idle && (
            <fieldset className="grid gap-2">
              <legend className="mb-2 text-mut">{t('tx.export.about')}</legend>
              {formats.map((one) => (
                <label key={one} className="flex items-center gap-2">
                  <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
                  {t(`tx.export.${one}`)}
                </label>
              ))}
            </fieldset>
          )}
          {!idle && progress && <Bar {...progress} />}
          {phase.is === 'running' && !progress && <p role="status">{t('tx.export.counting')}</p>}
          {phase.is === 'broken' && <Broken error={phase.error} />}
          {phase.is === 'done' && progress && (
            <p role="status" className="text-ok">
              {t('tx.export.done', { count: progress.rows, total: grouped(progress.rows) })}
              {progress.rows !== progress.total && ` ${t('tx.export.changed', { total: grouped(progress.total) })}`}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{t(phase.is === 'done' ? 'common.close' : 'common.cancel')}</Button>
            {idle && (
              <Button variant="primary" onClick={() => void start(format)}>
                {t('tx.export.start')}
              </Button>
            )}
            {phase.is === 'broken' && (
              <Button variant="primary" onClick={() => void goOn()}>
                {t('tx.export.goOn')}
              </Button>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
