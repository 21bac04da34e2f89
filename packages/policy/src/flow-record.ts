import { type PolicyVersion, policyVersions } from './conditions/index.ts';
import type { Flow } from './node.ts';
import { type Check, type Checked, oneOf, record } from './schema.ts';

/** The version of policy documents that has the demand first. */
const since: PolicyVersion = '2';
const knowsPages = (version: PolicyVersion): boolean =>
  policyVersions.indexOf(version) >= policyVersions.indexOf(since);

type Told<S> = Checked<S> & Pick<Flow, 'pages'>;

/** A record with the fields of a flow, as a document of this version has it: the demand is left out where there is none, and is spelled in no other way. */
export function flowRecord<S extends Record<string, Check<unknown>>>(
  fields: S,
  version: PolicyVersion,
): Check<Told<S>> {
  const plain = record(fields);
  const asking = record({ ...fields, pages: oneOf('different') });
  return (value, at) =>
    knowsPages(version) && Object.hasOwn(Object(value), 'pages')
      ? (asking(value, at) as unknown as Told<S>)
      : plain(value, at);
}

/** A flow in a file or a request, which have no version. */
export const anyFlowRecord = <S extends Record<string, Check<unknown>>>(fields: S): Check<Told<S>> =>
  flowRecord(fields, since);

/** The lowest version that can say these flows. */
export const versionForFlows = (flows: readonly Pick<Flow, 'pages'>[]): PolicyVersion =>
  flows.some(({ pages }) => pages) ? since : policyVersions[0];

/** May a document of this version hold these flows? */
export const canSayFlows = (flows: readonly Pick<Flow, 'pages'>[], version: PolicyVersion): boolean =>
  knowsPages(version) || flows.every(({ pages }) => !pages);
