import type { ReactNode } from 'react';

/** Spec §2, confirm dialog. */
export interface ConfirmOptions {
  readonly type: 'info' | 'error' | 'success' | 'warning' | 'remove';
  readonly title: string;
  readonly content: ReactNode;
  readonly tip?: string;
  /** Text of a box that must be ticked before confirming. */
  readonly acknowledge?: string;
  /** For what cannot be undone: this must be typed, letter by letter, before confirming. */
  readonly typed?: string;
  /** Label of an optional remark of at most 200 characters. */
  readonly remark?: string;
  readonly confirmText?: string;
  readonly cancelText?: string;
}

export interface ConfirmResult {
  readonly result: 'confirm' | 'cancel';
  readonly remark: string;
}

/** A question and where its answer goes. */
export interface Asked {
  readonly options: ConfirmOptions;
  readonly answer: (result: ConfirmResult) => void;
}

export const remarkLimit = 200;
