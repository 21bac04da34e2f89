import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, recallDraft } from './draft.ts';
import { useSession } from './session.ts';
import { fieldsOf } from './stored.ts';

/** Where a form keeps what somebody has half-written. */
export interface Place<T> {
  /** Of which form, and of which wallet or thing: of another it is not offered. */
  readonly name: string;
  /** Picks the sound fields of what was stored; undefined where it is no such form. */
  readonly read: (value: unknown) => T | undefined;
}

/** What this person left there within the last five minutes, in the selected workspace. */
export function recallLeft<T>({ name, read }: Place<T>): T | undefined {
  const value = recallDraft(name);
  return fieldsOf(value).walletId === useSession.getState().walletId ? read(value) : undefined;
}

/** The same, to be offered; who it is may be known a moment after they have logged in again. */
export function useLeft<T>(place: Place<T>) {
  const reader = useSession(({ userName, walletId }) => `${walletId} ${userName}`);
  const [found, setFound] = useState(() => ({ reader, left: recallLeft(place) }));
  if (found.reader !== reader) setFound({ reader, left: recallLeft(place) });
  const hide = (): void => setFound({ reader, left: undefined });
  const forget = (): void => {
    hide();
    dropDraft(place.name);
  };
  return { left: found.left, hide, forget };
}

export interface Keeping {
  /** It was asked for: then nothing is kept, or asked about, any more. */
  readonly sent: { readonly current: boolean };
  /** Call it once it was. */
  readonly asked: () => void;
}

/** Keeps what stands in a form for as long as something is written there. The five minutes begin when it is left, not when the last letter was written. */
export function useKeeping(name: string, value: object, written: boolean): Keeping {
  const sent = useRef(false);
  const latest = useRef(value);
  const kept = useRef(false);
  /** Another workspace that is chosen while the form still stands there does not get it. */
  const workspace = useRef<number | null>(null);
  useEffect(() => {
    workspace.current ??= useSession.getState().walletId;
    latest.current = { ...value, walletId: workspace.current };
    if (!written && kept.current) dropDraft(name);
    kept.current = written;
    if (written && !sent.current) keepDraft(name, latest.current);
  });
  useEffect(() => {
    const leave = (): void => {
      if (kept.current && !sent.current) keepDraft(name, latest.current);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [name]);
  const asked = (): void => {
    sent.current = true;
    dropDraft(name);
  };
  return { sent, asked };
}
