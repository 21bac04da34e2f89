import type { NftProblem } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';
import { draw, NoPicture } from '../../pictures.ts';
import { fetchPlace, type Places } from './fetch.ts';
import { type Facts, findFacts, keepFetched, type Name } from './queries.ts';
import { type Described, described } from './rules.ts';

export interface PictureDeps {
  readonly db: Db;
  readonly places: Places;
}

const mostBytes = { description: 256 * 1_024, picture: 12 * 1_024 * 1_024 };
/** What nobody answered for is asked for again after so long. */
const againMs = 10 * 60_000;

const nothing: Described = { name: '', description: '', traits: [], link: '', image: '', isVideo: false };

/** As a description, or as a picture itself, which some contracts name at once. */
async function readPlace(places: Places, uri: string): Promise<{ told: Described; bytes: Buffer | undefined }> {
  const bytes = await fetchPlace(places, uri, mostBytes.picture);
  const text = bytes.length <= mostBytes.description ? bytes.toString('utf8') : '';
  const told = described(text);
  return told ? { told, bytes: undefined } : { told: nothing, bytes };
}

interface Fetched {
  readonly told: Described;
  readonly problem: NftProblem;
  readonly picture: Buffer | null;
}

async function fetched(places: Places, uri: string): Promise<Fetched> {
  let told = nothing;
  try {
    if (uri === '') throw new NoPicture('none');
    const read = await readPlace(places, uri);
    told = read.told;
    if (!read.bytes && told.image === '') throw new NoPicture('none');
    const bytes = read.bytes ?? (await fetchPlace(places, told.image, mostBytes.picture));
    return { told, problem: '', picture: await draw(bytes) };
  } catch (error) {
    if (!(error instanceof NoPicture)) throw error;
    return { told, problem: error.problem, picture: null };
  }
}

const isFresh = ({ fetched_at, problem }: Facts): boolean =>
  fetched_at !== null && (problem !== 'away' || Date.now() - fetched_at.getTime() < againMs);

/** One fetch of a thing at a time, and so many in all: the others wait for their turn. */
const mostAtOnce = 4;

export function createPictures({ db, places }: PictureDeps) {
  const open = new Map<string, Promise<Facts | undefined>>();
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go));
    running += 1;
  };
  const end = (): void => {
    running -= 1;
    waiting.shift()?.();
  };
  async function fetchNow(name: Name, uri: string): Promise<Facts | undefined> {
    await turn();
    try {
      const { told, problem, picture } = await fetched(places, uri);
      await keepFetched(db, name, { ...told, problem, picture });
    } finally {
      end();
    }
    return findFacts(db, name);
  }
  return {
    /** What is known of it, fetched first where nobody looked at it yet; undefined where its contract was not asked yet. */
    async look(name: Name): Promise<Facts | undefined> {
      const known = await findFacts(db, name);
      if (!known || isFresh(known)) return known;
      const key = `${name.chain} ${name.contract} ${name.tokenId}`;
      const coming = open.get(key) ?? fetchNow(name, known.uri).finally(() => open.delete(key));
      open.set(key, coming);
      return coming;
    },
  };
}
