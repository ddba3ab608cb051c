/** @typedef {{ status: number, body: unknown }} ApiAnswer */

/** Calls a server as anybody can, over HTTP. */
export class Api {
  #url;

  /** @param {string} url */
  constructor(url) {
    this.#url = url;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {{ key?: string, headers?: Record<string, string>, body?: unknown }} [init] a text is sent as it is
   * @returns {Promise<ApiAnswer>}
   */
  async ask(method, path, { key, headers = {}, body } = {}) {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  /**
   * The data of an answer that must be a success.
   * @param {string} method
   * @param {string} path
   * @param {string} key
   * @param {unknown} [body]
   * @returns {Promise<any>} whatever the route answers
   */
  async done(method, path, key, body) {
    const answer = await this.ask(method, path, { key, body });
    if (answer.status > 299) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer)}`);
    return /** @type {{ data: unknown } | null} */ (answer.body)?.data;
  }
}
