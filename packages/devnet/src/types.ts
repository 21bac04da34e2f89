export interface DevnetOptions {
  /** Folder that keeps both chains between starts. */
  readonly dir: string;
  /** 0 or absent = any free port. */
  readonly ports?: { readonly evm?: number; readonly bitcoin?: number; readonly faucet?: number };
  readonly log?: (line: string) => void;
  /** Pause between looks at the mempools; 0 = blocks only when asked for. Default 2000. */
  readonly tickMs?: number;
}

/** The chains as the faucet tells them. */
export interface DevnetNodes {
  readonly evm: {
    readonly url: string;
    readonly chainId: number;
    readonly token: { readonly symbol: string; readonly contract: string; readonly decimals: number };
  };
  readonly bitcoin: { readonly url: string };
}

export interface Devnet extends DevnetNodes {
  readonly faucet: { readonly url: string };
  /** Resolves with the reason when a child ends without being asked to. */
  readonly failed: Promise<string>;
  /** Saves both chains and ends every child. May be called twice. */
  stop(): Promise<void>;
}
