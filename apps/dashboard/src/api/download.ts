import type { Wire } from '@lamppost/protocol';
import type { ApiClient } from './api-client.ts';

const nameInHeader = /filename="([^"\\/]+)"/;

/** Hands a file to the browser. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** An export as a file, under the name that the server gives it. */
export async function downloadExport(
  api: ApiClient,
  body: Omit<Wire['ExportBody'], 'environment_id'>,
  signal?: AbortSignal,
): Promise<void> {
  const call = { body: { environment_id: api.scope?.environmentId, ...body } };
  const response = await api.open('POST', '/v1/exports', call, { signal, timeoutMs: Number.POSITIVE_INFINITY });
  const given = nameInHeader.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await response.blob(), given ?? `${body.table ?? 'export'}.${body.format}`);
}
