import type { HostFetch, HostXhr } from '../host.ts';

/** What a `fetch` that can stream answers with. */
interface StreamedResponse {
  readonly status: number;
  readonly body?: AsyncIterable<Uint8Array> | null;
}

const OPENED = 1;
const LOADING = 3;
const DONE = 4;

/** XMLHttpRequest as React Native has it: text comes as it arrives, a failure has the status 0. */
export function createMockXhr(fetch: HostFetch): new () => HostXhr {
  return class MockXhr implements HostXhr {
    readyState = 0;
    status = 0;
    responseText = '';
    onreadystatechange: (() => void) | null = null;
    #asked = { method: 'GET', url: '' };
    readonly #headers: Record<string, string> = {};
    readonly #abort = new AbortController();
    readonly #listeners: { readonly type: string; readonly listener: () => void }[] = [];

    open(method: string, url: string): void {
      this.#asked = { method, url };
      this.#become(OPENED);
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }

    addEventListener(type: string, listener: () => void): void {
      this.#listeners.push({ type, listener });
    }

    send(body?: unknown): void {
      this.#exchange(body).then(
        () => this.#end('load'),
        () => this.#end(this.#abort.signal.aborted ? 'abort' : 'error'),
      );
    }

    abort(): void {
      this.#abort.abort();
    }

    async #exchange(body: unknown): Promise<void> {
      const { method, url } = this.#asked;
      const { signal } = this.#abort;
      const init = { method, headers: this.#headers, signal, ...(typeof body === 'string' && { body }) };
      const answer = (await fetch(url, init)) as StreamedResponse;
      this.status = answer.status;
      const decoder = new TextDecoder();
      for await (const piece of answer.body ?? []) {
        this.responseText += decoder.decode(piece, { stream: true });
        this.#become(LOADING);
      }
    }

    #become(state: number): void {
      this.readyState = state;
      this.onreadystatechange?.();
    }

    #end(how: 'load' | 'error' | 'abort'): void {
      if (how !== 'load') this.status = 0;
      this.#become(DONE);
      for (const type of [how, 'loadend'])
        for (const entry of this.#listeners) if (entry.type === type) entry.listener();
    }
  };
}
