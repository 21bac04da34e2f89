import type { BookChange } from '../book.ts';
import type { KeygenRequest, PolicyDocument, Role, WorkspaceOp } from '../document.ts';
import type { KeyExportRequest } from '../export.ts';
import type { RuleType } from '../rule-type.ts';

/** The document that an intent's body names, read, where it is at hand. */
export interface Attached {
  readonly next?: PolicyDocument;
  readonly book?: BookChange;
  readonly keygen?: KeygenRequest;
  readonly keyExport?: KeyExportRequest;
  /** The payment that is made in the place of: its intent's id and text, which nobody has read whole yet (`attempt.ts`). */
  readonly payment?: { readonly id: string; readonly text: string };
  /** The intent of the batch that a row is of: its text, which nobody has read whole yet (`batch.ts`). */
  readonly batch?: { readonly text: string };
}

/** The one document that an intent of this kind names by its `body`. */
export interface DocumentKind {
  /** Under which it travels beside the intent. */
  readonly name: string;
  /**
   * Reads it from its canonical text, whose hash is compared elsewhere.
   * @returns it, and the installation that it says it is for
   * @throws PolicyError
   */
  readonly read: (text: string) => { readonly attached: Attached; readonly deployment: string };
}

/** What decides: the rules about transactions of one type, or those of the workspace about everything that is touched. */
export type Ruled =
  | {
      readonly by: 'transactions';
      readonly type: RuleType;
      /** What leaves by it: its amount to its payees, something without an amount to its payees, or nothing; the fee counts always. */
      readonly judged: 'all' | 'payees' | 'fee';
    }
  | {
      readonly by: 'workspace';
      readonly ops: (policy: PolicyDocument, request: string, attached: Attached) => readonly WorkspaceOp[];
      /** May it take effect at once, on the initiator's signature alone? */
      readonly isInstant: (policy: PolicyDocument, request: string, attached: Attached) => boolean;
    };

/** What an intent about stake says beside its coin, which is the chain's own: it has one output, to the wallet's own account unless there is a receiver. */
export interface Staking {
  readonly amount: boolean;
  readonly receiver: boolean;
  /** May its call keep others from taking it back? Where there is an amount, it names what is staked for. */
  readonly lock: boolean;
}

/** All that tells one kind of intent from another, for whoever reads, judges or signs it. */
export interface KindRecord {
  /**
   * Coins that leave by the intent's outputs, or that are staked or come back from it: both are bound to what the chain takes once. `place`: no coins, but what
   * the chain takes once, so that a payment is never made. `allowance`: no coins yet, but whom the output names may take as many. `rows`: coins that leave by a
   * payment of each output, none by the intent itself; `row`: one of those payments. `steps`: a payment that takes several transactions, none by the intent itself; `step`: one of those.
   * `inscription`: an output that leaves whole, for what is inscribed on it. `disperse`: coins that leave
   * by one transaction to many, all of whom its outputs name. `call`: coins that go along with a call, and what the call says of tokens. `child`:
   * coins that come back to the account itself, less the fee that pays for the transaction they came by. `message`: no transaction, but what its signature lets others
   * take. `deploy`: nothing, but a contract comes to be. Or nothing, and then every field about coins is empty.
   */
  readonly moves:
    | 'outputs'
    | 'rows'
    | 'row'
    | 'steps'
    | 'step'
    | 'inscription'
    | 'disperse'
    | 'stake'
    | 'place'
    | 'allowance'
    | 'call'
    | 'child'
    | 'message'
    | 'deploy'
    | 'nothing';
  /** What may take its place on the chain while it is under way: the same once more, or nothing (`again`); nothing alone (`drop`); neither. */
  readonly replaced: 'again' | 'drop' | 'never';
  readonly staking?: Staking;
  readonly document: DocumentKind | undefined;
  readonly ruled: Ruled;
  /** Who may ask for it, by role in the sub-wallet or the workspace. */
  readonly initiators: { readonly roles: readonly Role[]; readonly keyHolder: boolean };
  /** Whose refusal counts: of those who are asked, or of everybody who may decide anything. */
  readonly objectors: 'asked' | 'all';
  /** Once it is approved it waits before it happens, and can be refused as long as it does. */
  readonly waits: boolean;
  /** The request id by which members say that it also lifts a freeze. */
  readonly liftsFreeze?: string;
  /** The request id by which members say that a key becomes whole by it. */
  readonly makesKeyWhole?: string;
}
