import { fileExport } from '@holdfast/contract';
import type { Api } from '@holdfast/testkit';

type Start = Parameters<Api['fileExport']['start']>[0];

/** Begins to fetch with a ticket. */
export const open = (url: string, ticket: string): Promise<Response> =>
  fetch(`${url}${fileExport.file.path}?ticket=${ticket}`, { headers: { 'user-agent': 'testkit' } });

/** Reads until the end, or until so many bytes are there and the connection is dropped. */
export async function read(response: Response, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    chunks.push(Buffer.from(value));
    size += value.length;
    if (size >= most) {
      await reader?.cancel();
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** The whole file of a list, in one go. */
export async function exported(url: string, api: Api, ask: Start) {
  const { export_id, total } = await api.fileExport.start(ask);
  const { ticket } = await api.fileExport.run({ export_id });
  const response = await open(url, ticket);
  return { export_id, total, response, bytes: await read(response) };
}
