import type { Member } from '@holdfast/policy';
import { type Actor, honestText, type Review } from '@holdfast/review';
import { el } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { keysHere } from './keys-here.ts';

/** Whose key it is to be, as chosen on this page. */
export interface Choice {
  /** Keys of key files that were opened here, by their credential. */
  readonly opened: Map<string, Uint8Array>;
  /** The key that was chosen. */
  chosen: string | null;
  /** Not only those whose turn it is can be chosen. */
  everybody: boolean;
}

/** Whom the link was made for. Anybody can write a link: it says who is offered first, and nothing else. */
export const addressee = ({ route }: Pick<Screen, 'route'>, { policy }: Review): Member | undefined =>
  policy.members.find(({ id, status }) => id === route.query.get('for') && status === 'active');

const hasTurn = ({ standing }: Actor): boolean => standing === 'approve' || standing === 'initiate';

interface Offer {
  /** Whose keys can be chosen from. */
  readonly listed: readonly Actor[];
  /** Whose key is used. */
  readonly actor: Actor | undefined;
  /** There are others who can do something. */
  readonly others: boolean;
}

/**
 * Whom the link is for, where it is their turn, and whoever opened a key file here; else everybody whose turn it is. Where no key of the former was used in
 * this browser, who has used theirs stands beside. Everybody else only when that is asked for.
 */
export function offerOf(actors: readonly Actor[], state: Choice, wanted: Member | undefined): Offer {
  const isWanted = ({ member }: Actor): boolean => member.id === wanted?.id;
  const isOpened = ({ credential }: Actor): boolean => state.opened.has(credential.id);
  const recalled = keysHere();
  const isHere = ({ credential }: Actor): boolean => recalled.includes(credential.id);
  const told = actors.filter((one) => isWanted(one) && hasTurn(one));
  const isNear = (one: Actor): boolean =>
    hasTurn(one) && (told.length === 0 || (isHere(one) && !told.some((other) => isHere(other) || isOpened(other))));
  const near = actors.filter((one) => isNear(one) || isWanted(one) || isOpened(one));
  const listed = state.everybody || near.length === 0 ? actors : near;
  const chosen = listed.find(({ credential }) => credential.id === state.chosen);
  const last = (among: readonly Actor[]): Actor | undefined =>
    recalled.flatMap((id) => among.filter(({ credential }) => credential.id === id))[0] ?? among[0];
  // A link for somebody without a key here offers nobody else's in its place.
  const missing = wanted !== undefined && !state.everybody && !listed.some(isWanted);
  const first = missing ? undefined : last(wanted && !state.everybody ? listed.filter(isWanted) : listed);
  // A forwarded link: its addressee has nothing to decide, and somebody has whose key is in this browser.
  const here = first && hasTurn(first) ? undefined : near.find((one) => hasTurn(one) && isHere(one));
  const actor = chosen ?? here ?? (wanted ? first : (last(listed.filter(hasTurn)) ?? first));
  return {
    listed: missing && !chosen ? [] : listed,
    actor,
    others: actors.some((one) => !listed.includes(one)) || missing,
  };
}

const label = (screen: Screen, { member, credential }: Actor): (string | Text)[] => [
  `${honestText(member.name)} · `,
  screen.say(`credential_${credential.type}`),
  ` ${credential.id.slice(0, 8)}`,
];

/** Whose key is used, where there is a choice with the others. */
export function actorField(
  screen: Screen,
  { listed, actor, others }: Offer,
  state: Choice,
  renew: () => void,
): HTMLElement[] {
  const more = el(
    'button',
    {
      type: 'button',
      class: 'link',
      click: () => {
        state.everybody = true;
        renew();
      },
    },
    screen.say('signAsOther'),
  );
  if (listed.length < 2) {
    const who = actor ? [screen.say('signAsOnly'), ...label(screen, actor), ' '] : [];
    return actor || others ? [el('p', { class: 'muted' }, ...who, others && more)] : [];
  }
  const options = listed.map((one) => {
    const option = el('option', { value: one.credential.id }, ...label(screen, one));
    option.selected = one === actor;
    return option;
  });
  const select = el('select', {
    id: 'sign-as',
    change: () => {
      state.chosen = select.value;
      renew();
    },
  });
  select.append(...options);
  const field = el('div', { class: 'field' }, el('label', { for: 'sign-as' }, screen.say('signAs')), select);
  return others ? [field, el('p', {}, more)] : [field];
}
