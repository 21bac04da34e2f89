import type { Fixture } from './fixture.ts';
import { type Ask, send } from './requests.ts';

/** One attack, or (`control`) the request it was made from, unchanged: a family without a control that is admitted proves nothing. */
export interface Attack<Target = Fixture> {
  readonly family: string;
  readonly name: string;
  /** The only outcomes that count as held: the refusal for its own reason. */
  readonly expect: readonly string[];
  readonly control: boolean;
  /** Needs a fixture of its own, since it changes it. */
  readonly alone: boolean;
  run(target: Target): Promise<readonly string[]>;
}

type Make = (fixture: Fixture) => Ask | Promise<Ask>;

/** Collects the attacks of a family. */
export function family(name: string) {
  const attacks: Attack[] = [];
  const add = (attack: Omit<Attack, 'family'>): void => {
    attacks.push({ family: name, ...attack });
  };
  return {
    attacks,
    /** The signers must refuse the request with this code, both. */
    refused(title: string, code: string | readonly string[], make: Make): void {
      const expect = typeof code === 'string' ? [code] : code;
      add({
        name: title,
        expect,
        control: false,
        alone: false,
        run: async (fixture) => send(fixture, await make(fixture)),
      });
    },
    /** What the attack is made from: admitted, and so lawful. */
    control(title: string, make: Make, alone = false): void {
      const run = async (fixture: Fixture) => {
        const request = await make(fixture);
        fixture.lawful.add(request.intent.id);
        return send(fixture, request);
      };
      add({ name: title, expect: ['admitted'], control: true, alone, run });
    },
    /** Anything longer than one request. */
    play(
      title: string,
      expect: string | readonly string[],
      run: (fixture: Fixture) => Promise<readonly string[]>,
      { control = false, alone = false }: { control?: boolean; alone?: boolean } = {},
    ): void {
      add({ name: title, expect: typeof expect === 'string' ? [expect] : expect, control, alone, run });
    },
  };
}

/** Admits a lawful request at both signers, as a first step of an attack. */
export async function admit(fixture: Fixture, request: Ask): Promise<Ask> {
  fixture.lawful.add(request.intent.id);
  const codes = await send(fixture, request);
  if (codes.some((code) => code !== 'admitted')) throw new Error(`not admitted: ${codes.join()}`);
  return request;
}
