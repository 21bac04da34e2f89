import { useState } from 'react';
import { type Keeping, useKeeping, useLeft } from './half-written.ts';
import { newRequestId } from './request-id.ts';
import { fieldsOf, storedText } from './stored.ts';

interface Options<F> {
  /** Of which form, and of which wallet or thing: of another it is not offered. */
  readonly name: string;
  /** What it begins with. */
  readonly start: F;
  /** Something stands in it that would be lost. */
  readonly isWritten: (form: F) => boolean;
  /** Picks the sound fields of what was stored; undefined where it is about something else. */
  readonly read: (value: unknown) => F | undefined;
  /** Somebody chose elsewhere to go on with what was left. */
  readonly goesOn?: boolean;
}

export interface KeptForm<F> extends Keeping {
  readonly form: F;
  readonly change: (part: Partial<F>) => void;
  /** By which it is asked for: kept too, so that what is gone on with after a lost answer is the same order. */
  readonly requestId: string;
  /** What is asked for from now on is another order. */
  readonly renew: () => void;
  readonly written: boolean;
  /** What was left, as long as nothing is written that going on with it would replace. */
  readonly offer: { readonly left: F; readonly onGoOn: () => void; readonly onForget: () => void } | undefined;
}

interface Begun<F> {
  readonly form: F;
  readonly requestId: string;
}

/** The state of a form that asks for an order. Half-written and left, it is offered again for five minutes. */
export function useKeptForm<F extends object>({
  name,
  start,
  isWritten,
  read,
  goesOn = false,
}: Options<F>): KeptForm<F> {
  const { left, hide, forget } = useLeft<Begun<F>>({ name, read: (value) => begunOf(value, read) });
  const [begun, setBegun] = useState<Begun<F>>(() => (goesOn && left) || { form: start, requestId: newRequestId() });
  const written = isWritten(begun.form);
  const goOn = (): void => {
    if (left) setBegun(left);
    hide();
  };
  return {
    ...begun,
    ...useKeeping(name, begun, written),
    written,
    change: (part) => setBegun((before) => ({ ...before, form: { ...before.form, ...part } })),
    renew: () => setBegun((before) => ({ ...before, requestId: newRequestId() })),
    offer: left && !written ? { left: left.form, onGoOn: goOn, onForget: forget } : undefined,
  };
}

function begunOf<F>(value: unknown, read: Options<F>['read']): Begun<F> | undefined {
  const stored = fieldsOf(value);
  const [form, requestId] = [read(stored.form), storedText(stored.requestId, /^[0-9a-f]{32}$/)];
  return form && requestId !== '' ? { form, requestId } : undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string';

function isLike(start: unknown, value: unknown): boolean {
  if (typeof start !== 'object') return typeof value === typeof start;
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) === Array.isArray(start) && Object.values(fieldsOf(value)).every(isText);
}

/**
 * Of what was stored each field that is what `start` has there: a text, a number, yes or no, a list or a record of texts. Whatever else stands there gives way to `start`.
 * @param choices all that a field may be
 */
export function fieldsLike<F extends object>(
  start: F,
  value: unknown,
  choices: { readonly [K in keyof F]?: readonly F[K][] } = {},
): F {
  const [stored, all] = [fieldsOf(value), fieldsOf(choices)];
  const sound = Object.entries(start).flatMap(([key, first]) => {
    const [found, among] = [stored[key], all[key]];
    const isSound = Array.isArray(among) ? among.includes(found) : found !== undefined && isLike(first, found);
    return isSound ? [[key, found] as const] : [];
  });
  return { ...start, ...Object.fromEntries(sound) };
}
