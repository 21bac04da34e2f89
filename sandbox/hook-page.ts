/** The receiver's page: it asks what has arrived once a second, and writes all of it as text. */
export const hookPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Web hook receiver</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem; color-scheme: light dark; }
  textarea { width: 100%; font: 13px ui-monospace, monospace; }
  li { border: 1px solid #8884; border-radius: 8px; margin: .5rem 0; padding: .75rem; }
  pre { overflow-x: auto; font-size: 12px; margin: .5rem 0 0; }
  ol { list-style: none; padding: 0; }
  .bad { color: #c33; } .good { color: #2a7; }
</style>
<h1>Web hook receiver</h1>
<p>Web hooks that lead to <code id="address"></code> arrive here. This page is of the sandbox: nothing of it is kept.</p>
<p><label for="keys">Secrets and public keys of your endpoints, one a line (<code>whsec_…</code>, <code>whpk_…</code>)</label>
<textarea id="keys" rows="3"></textarea></p>
<p><button id="save">Check signatures with these</button> <span id="known"></span></p>
<p><label>Answer <select id="mode">
  <option value="ok">200, SUCCESS</option><option value="error">500: fails</option><option value="busy">429: too busy</option>
  <option value="silent">nothing at all</option><option value="redirect">302: sends elsewhere</option>
</select></label></p>
<h2>Arrived</h2>
<p id="none">Nothing yet.</p>
<ol id="list"></ol>
<script>
  const at = (id) => document.getElementById(id);
  at('address').textContent = location.origin + '/hook';
  const say = (change) => fetch('/control', { method: 'POST', headers: { 'x-receiver': '1' }, body: JSON.stringify(change) }).then(show);
  at('save').onclick = () => say({ keys: at('keys').value.split(/\\s+/).filter(Boolean) });
  at('mode').onchange = () => say({ mode: at('mode').value });
  const words = { good: 'signature holds', bad: 'SIGNATURE DOES NOT HOLD', late: 'signature holds, but is old', none: 'not checked: no key was given' };
  let shown = '';
  async function show() {
    const text = await (await fetch('/received')).text();
    if (text === shown) return;
    shown = text;
    const { mode, keys, received } = JSON.parse(text);
    at('mode').value = mode;
    at('known').textContent = keys + (keys === 1 ? ' key' : ' keys');
    at('none').hidden = received.length > 0;
    at('list').replaceChildren(...received.map(({ time, signature, answered, again, body }) => {
      const item = document.createElement('li');
      const head = document.createElement('div');
      head.className = signature === 'good' ? 'good' : signature === 'none' ? '' : 'bad';
      head.textContent = new Date(time).toLocaleTimeString() + ' · ' + words[signature] + ' · answered ' + answered + (again ? ' · had it before' : '');
      const pre = document.createElement('pre');
      pre.textContent = body;
      item.append(head, pre);
      return item;
    }));
  }
  show();
  setInterval(() => show().catch(() => undefined), 1000);
</script>
</html>
`;
