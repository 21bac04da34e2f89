import { storedToken, useSession } from './session.ts';
import { fieldsOf } from './stored.ts';

/** What another tab has stored; nothing of what is no state of ours. */
function storedState(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(fieldsOf(JSON.parse(text)).state);
  } catch {
    return {};
  }
}

/** The tabs of a browser are one session: a fresh code in one replaces the token of all. Who logs in as somebody else is not taken for the same. */
addEventListener('storage', ({ key, newValue }) => {
  const { token, userName } = useSession.getState();
  if (key !== 'holdfast.session' || newValue === null || token === '') return;
  const other = storedState(newValue);
  const next = storedToken(other.token);
  if (next !== '' && other.userName === userName) useSession.setState({ token: next });
});
