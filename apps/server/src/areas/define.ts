import type { ActivityKind, AuditAction, contract, Permission } from '@holdfast/contract';
import type { Tx } from '../db/database.ts';
import type { ExportSource } from '../exports/source.ts';
import type { HttpApp } from '../http/bind.ts';
import type { Consumer } from '../outbox/service.ts';
import type { Proposal } from '../proposals/service.ts';

/** Something that is done again and again, beginning when the server starts. */
export interface Job {
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** What the log says of a round that failed. */
  readonly failed: string;
}
/**
 * What the server itself keeps of a change that every signer has taken over, by the kind of what was signed; in the transaction that says so. It may be
 * done again, and then changes nothing.
 */
export type Passed = { readonly [K in Proposal['kind']]?: (tx: Tx, found: Proposal) => Promise<unknown> };

/** Who is told of an action: whoever holds the permission to read what it is about, or nobody but who did it. */
export interface Told {
  readonly kind: ActivityKind;
  readonly to: Permission | 'self';
}
/** By actions of the audit log. Null: it says nothing that another entry does not say better. */
export type ToldActions = { readonly [A in AuditAction]?: Told | null };

/** An area of the API, as its manifest says it. */
interface Definition<Ports, Service> {
  /** Its use cases, over what it needs of the server around it. */
  readonly create: (ports: Ports) => Service;
  /** Its endpoints. */
  readonly bind: (app: HttpApp, service: Service, ports: Ports) => void;
  readonly jobs?: (service: Service) => readonly Job[];
  readonly passed?: (service: Service) => Passed;
  /** What it keeps of what happened. */
  readonly consumers?: (service: Service) => readonly Consumer[];
  /** Who is told of what it writes into the audit log; of the older areas `activity/told.ts` says it. */
  readonly told?: ToldActions;
  /** Its lists that can be taken out whole. */
  readonly exports?: (service: Service, ports: Ports) => readonly ExportSource[];
}
/** An area that stands: its needs are met. */
export interface Area<Service = unknown> {
  readonly service: Service;
  readonly bind: (app: HttpApp) => void;
  readonly jobs: readonly Job[];
  readonly passed: Passed;
  readonly consumers: readonly Consumer[];
  readonly told: ToldActions;
  readonly exports: readonly ExportSource[];
}
/** One for each area of the contract: what the API says, some area answers. */
export type Areas = { readonly [K in keyof typeof contract]: Area };

/** The manifest of an area: give it the ports it names, and it stands. What needs no ports can be read of it before. */
export function defineArea<Ports, Service>(definition: Definition<Ports, Service>) {
  const { create, bind, jobs, passed, consumers, told = {}, exports } = definition;
  const stand = (ports: Ports): Area<Service> => {
    const service = create(ports);
    return {
      service,
      bind: (app) => bind(app, service, ports),
      jobs: jobs?.(service) ?? [],
      passed: passed?.(service) ?? {},
      consumers: consumers?.(service) ?? [],
      told,
      exports: exports?.(service, ports) ?? [],
    };
  };
  return Object.assign(stand, { told });
}
