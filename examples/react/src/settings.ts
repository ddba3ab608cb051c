import type { Bootstrap } from '@lamppost/react';

/** What the server knows when it renders a page, and the browser begins with. */
export interface Settings {
  readonly url: string;
  readonly key: string;
  readonly userId: string;
  readonly bootstrap: Bootstrap;
}
