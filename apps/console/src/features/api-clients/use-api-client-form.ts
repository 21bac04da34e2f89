import type { ApiScope, SubWalletId } from '@holdfast/contract';
import { useState } from 'react';
import {
  type ApiClient,
  expiryOf,
  isBounded,
  isRate,
  type PastedKey,
  readKey,
  readNetworks,
  type Span,
} from './view.ts';

export interface Values {
  readonly name: string;
  readonly key: string;
  readonly networks: string;
  readonly span: Span;
  readonly scopes: readonly ApiScope[];
  /** Empty: every one. */
  readonly wallets: readonly number[];
  /** Decimal text; '' is what the server gives anybody. */
  readonly perMinute: string;
}

/** What is sent, once nothing is wrong. */
export interface Asked {
  readonly name: string;
  readonly public_key: string;
  readonly ip_list: string[];
  readonly expire_at?: Date;
  readonly scopes: ApiScope[];
  readonly sub_wallet_ids: SubWalletId[];
  readonly per_minute?: number;
}

interface Judged {
  readonly key: PastedKey;
  readonly networks: ReturnType<typeof readNetworks>;
  readonly expiry: Date | undefined;
  readonly bounded: boolean;
}

const judge = (values: Values, kept: Date | null, now: number): Judged => {
  const networks = readNetworks(values.networks);
  const expiry = expiryOf(values.span, now, kept);
  return { key: readKey(values.key), networks, expiry, bounded: isBounded(networks.list, expiry, now) };
};

/** An API client as somebody writes it. @param start the one that is changed */
export function useApiClientForm(start?: ApiClient) {
  const [first] = useState<Values>({
    name: start?.name ?? '',
    key: start?.public_key ?? '',
    networks: start?.ip_list.join('\n') ?? '',
    span: start ? 'keep' : '30',
    scopes: start?.scopes ?? ['read', 'withdraw'],
    wallets: start?.sub_wallet_ids ?? [],
    perMinute: start?.per_minute ? String(start.per_minute) : '',
  });
  const [values, setValues] = useState(first);
  const [asked, setAsked] = useState(false);
  const kept = start?.expire_at ?? null;
  const judged = judge(values, kept, Date.now());
  const { key, networks, bounded } = judged;
  const limited = values.scopes.length > 0 && isRate(values.perMinute);
  const sound = values.name.trim() !== '' && 'publicKey' in key && networks.wrong === undefined && bounded && limited;
  return {
    values,
    written: values !== first,
    /** Faults are shown from the first attempt to send on. */
    asked,
    judged,
    set: (change: Partial<Values>) => setValues((old) => ({ ...old, ...change })),
    ready: (): boolean => {
      setAsked(true);
      return sound;
    },
    /** Judged anew: the form may have stood open for long. */
    wire(): Asked {
      const now = judge(values, kept, Date.now());
      if (!('publicKey' in now.key)) throw new Error('sent without a key');
      return {
        name: values.name.trim(),
        public_key: now.key.publicKey,
        ip_list: now.networks.list,
        ...(now.expiry ? { expire_at: now.expiry } : {}),
        scopes: [...values.scopes],
        sub_wallet_ids: values.wallets.map((id) => id as SubWalletId),
        ...(values.perMinute === '' ? {} : { per_minute: Number(values.perMinute) }),
      };
    },
  };
}
