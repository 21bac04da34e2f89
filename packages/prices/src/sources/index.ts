import { fieldsOf, PriceConfigError } from '../fields.ts';
import type { LiveSource, SourceKind, Tools } from '../types.ts';
import { type FileConfig, fileSource } from './file.ts';
import { type HttpConfig, httpSource } from './http.ts';
import { type OracleConfig, oracleSource } from './oracle.ts';

export interface Configs {
  readonly file: FileConfig;
  readonly http: HttpConfig;
  readonly oracle: OracleConfig;
}
export type SourceName = keyof Configs;
export type SourceConfig = Configs[SourceName];

/** Every kind of source. */
const sources: { readonly [K in SourceName]: SourceKind<Configs[K]> } = {
  file: fileSource,
  http: httpSource,
  oracle: oracleSource,
};
const isKind = (kind: string): kind is SourceName => Object.hasOwn(sources, kind);

function readSource(value: unknown, at: string): SourceConfig {
  const fields = fieldsOf(value, at);
  // Before there were others, every source was a file, and did not say so.
  const kind = fields.text('kind', /^[a-z]{1,16}$/, 'file');
  if (!isKind(kind)) throw new PriceConfigError(`${at}.kind`);
  const config = sources[kind].check(fields, at);
  fields.end();
  return config;
}

const mostSources = 10;

/** One source, or several. @param at where it stands, for the message @throws PriceConfigError naming the field */
export function readSources(value: unknown, at: string): SourceConfig[] {
  if (!Array.isArray(value)) return [readSource(value, at)];
  if (value.length === 0 || value.length > mostSources) throw new PriceConfigError(at);
  const read = value.map((one, n) => readSource(one, `${at}.${n}`));
  if (new Set(read.map(({ name }) => name)).size !== read.length) throw new PriceConfigError(`${at}.name`);
  return read;
}

const openOf = <K extends SourceName>(kind: K, config: Configs[K], tools: Tools): LiveSource =>
  sources[kind].open(config, tools);

export const openSource = (config: SourceConfig, tools: Tools): LiveSource => openOf(config.kind, config, tools);
