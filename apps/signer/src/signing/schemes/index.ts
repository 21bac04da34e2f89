import type { Scheme } from '@holdfast/chains';
import { ecdsa } from './ecdsa.ts';
import { ed25519, schnorr } from './frost.ts';
import type { SchemeRunner } from './types.ts';

/** Every scheme a session can run. */
export const schemes: Readonly<Record<Scheme, SchemeRunner>> = { ecdsa, ed25519, schnorr };
