import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type FullConfig } from '@playwright/test';
import { LamppostServer } from './lamppost-server.ts';
import { signInWithForm } from './sign-in-with-form.ts';

const usualEvents = 20_000;

/** One server with demo data for all tests, and the owner signed in through the real form, once. */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const server = await LamppostServer.start();
  try {
    await server.fill(Number(config.metadata.demoEvents ?? usualEvents));
    const folder = fileURLToPath(new URL('../../../../.stamps/', import.meta.url));
    mkdirSync(folder, { recursive: true });
    const stateFile = `${folder}browser-session-${process.pid}.json`;
    process.env.LP_TEST_BOOTSTRAP = JSON.stringify(server.bootstrap);
    process.env.LP_TEST_SESSION = stateFile;
    await saveSession(config, server, stateFile);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}

async function saveSession(config: FullConfig, server: LamppostServer, stateFile: string): Promise<void> {
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions ?? {});
  try {
    const page = await browser.newPage({ baseURL: server.bootstrap.base_url });
    await page.goto('/');
    await signInWithForm(page, server.bootstrap.owner);
    await page.waitForURL(/\/p\/default\/production\//);
    await page.context().storageState({ path: stateFile });
  } finally {
    await browser.close();
  }
}
