import { RpcError } from '../../rpc/errors.ts';
import { ask as askNode, targetOf } from '../../rpc/http.ts';
import { type Fields, fieldsOf } from '../../rpc/shape.ts';

/** A user of this name in a node's address has the password sent as the header of that name, as TronGrid wants it. */
const keyHeader = 'tron-pro-api-key';

export interface TronNode {
  /** @throws RpcError `nodeError` with the node's words where it answers with an error */
  ask(method: string, body: object): Promise<unknown>;
  /** The same where the answer is an object; empty where the node knows of nothing. */
  askFor(method: string, body: object): Promise<Fields>;
}

function openTarget(rpcUrl: string) {
  const url = new URL(rpcUrl);
  if (url.username.toLowerCase() !== keyHeader) return targetOf(rpcUrl);
  const key = decodeURIComponent(url.password);
  [url.username, url.password] = ['', ''];
  const target = targetOf(url.href);
  return { ...target, headers: { ...target.headers, [keyHeader]: key } };
}

/** Where a method lies below a node's address, which may have a path of its own. */
const below = ({ href }: URL, path: string): URL => new URL(path, href.endsWith('/') ? href : `${href}/`);

/** The HTTP interface of java-tron. */
export function tronNode(rpcUrl: string): TronNode {
  const { url, headers } = openTarget(rpcUrl);
  const ask = async (method: string, body: object): Promise<unknown> => {
    const { answer } = await askNode({ url: below(url, method), headers }, { ...body, visible: true });
    const error = typeof answer === 'object' && answer !== null && 'Error' in answer ? answer.Error : undefined;
    if (error === undefined) return answer;
    const message = String(error).slice(0, 300);
    throw new RpcError('nodeError', `${method}: ${message}`, { code: 0, message });
  };
  return { ask, askFor: async (method, body) => fieldsOf(await ask(method, body), method) };
}
