import type { Locator, Page } from '@playwright/test';

/** Does what a person does, and counts it: clicks, and texts that are typed. */
export class CountedHand {
  readonly #page: Page;
  clicks = 0;
  texts = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.texts += 1;
  }

  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.texts += 1;
  }

  /** Opens a list, types a part of what is looked for, and takes what is found. */
  async choose(list: Locator, text: string, option: string | RegExp = text): Promise<void> {
    await this.click(list);
    await this.type(text);
    await this.click(this.#page.getByRole('option', { name: option }).first());
  }
}
