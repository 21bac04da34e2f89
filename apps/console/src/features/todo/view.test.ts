import { describe, expect, it } from 'vitest';
import { inOrder, myAction, progress, type TodoItem, timeLeft, turnText } from './view.ts';

const item = (id: number, action: number, expires: number): TodoItem =>
  ({ item_id: id, my_action: action, expire_at: new Date(expires), nodes: [] }) as unknown as TodoItem;

describe('the inbox', () => {
  it('puts what waits for me first, then what ends first', () => {
    const items = [
      item(1, myAction.decided, 10),
      item(2, myAction.decide, 90),
      item(3, myAction.decide, 20),
      item(4, myAction.none, 5),
    ];
    expect(inOrder(items).map(({ item_id }) => item_id)).toEqual([3, 2, 4, 1]);
  });

  it('counts an approval beyond a step’s threshold for nothing', () => {
    const members = [1, 1, 0, 2].map((status, at) => ({ id: String(at), name: '', status }));
    const node = (threshold: number) => ({ index: 0, name: '', threshold, status: 1, members });
    expect(progress({ nodes: [node(1), node(3)] })).toEqual({ have: 3, need: 4 });
  });

  it('says how long is left, and when it is soon', () => {
    const now = 1_000_000_000_000;
    const left = (ms: number) => timeLeft(new Date(now + ms), now);
    expect(left(0)).toBeUndefined();
    expect(left(30_000)).toEqual({ key: 'todo.minutesLeft', count: 1, soon: true });
    expect(left(5 * 3_600_000)).toEqual({ key: 'todo.hoursLeft', count: 5, soon: true });
    expect(left(30 * 3_600_000)).toEqual({ key: 'todo.hoursLeft', count: 30, soon: false });
    expect(left(7 * 24 * 3_600_000)).toEqual({ key: 'todo.daysLeft', count: 7, soon: false });
  });

  it('asks the initiator to sign the request before others approve it', () => {
    expect(turnText({ my_action: myAction.decide, initiator_signed: false })).toBe('todo.turn.initiate');
    expect(turnText({ my_action: myAction.decide, initiator_signed: true })).toBe('todo.turn.approve');
    expect(turnText({ my_action: myAction.decided, initiator_signed: true })).toBe('todo.turn.decided');
    expect(turnText({ my_action: myAction.none, initiator_signed: true })).toBe('todo.turn.others');
  });
});
