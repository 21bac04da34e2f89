import type { ExportFormat } from '@holdfast/contract';
import type { FileFormat } from './format.ts';
import { csv, jsonl } from './text.ts';
import { xlsx } from './xlsx.ts';

export type { FileFormat, FileState } from './format.ts';
export const formats: Readonly<Record<ExportFormat, FileFormat>> = { csv, xlsx, jsonl };
