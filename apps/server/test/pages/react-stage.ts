import * as binding from '@lamppost/react';
import { createCore, createDeferred, type LamppostOptions } from '@lamppost/sdk-core';
import { allPlugins, type TestClient, TestWorld, testKey } from '@lamppost/sdk-core/testing';
import {
  act,
  createElement,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';

type Config = TestWorld['server']['config'];

// What the virtual clock waits with, where it is at home.
const { port1, port2 } = new MessageChannel();
const tasks: (() => void)[] = [];
port1.onmessage = () => tasks.shift()?.();
Object.assign(globalThis, {
  IS_REACT_ACT_ENVIRONMENT: true,
  setImmediate: (task: () => void) => {
    tasks.push(task);
    port2.postMessage(null);
  },
});

const ignored = { onCaughtError: () => {} };

/** A world of its own, a client in it, and a place in the page to draw. */
class Stage {
  readonly world = new TestWorld();
  readonly place = document.body.appendChild(document.createElement('div'));
  /** What hydration found to be different. */
  readonly mismatches: string[] = [];
  #root: Root | undefined;

  launch(options?: Partial<LamppostOptions>): TestClient {
    return this.world.launch(options);
  }

  /** A client that reads its storage first, as on phones. */
  defer(readMs: number): ReturnType<typeof createDeferred> {
    const platform = this.world.device.launch();
    const loaded = new Promise<void>((resolve) => this.world.clock.later(readMs, resolve));
    return createDeferred(loaded, platform.now, () =>
      createCore({ platform, options: { key: testKey, url: 'http://lamppost.test' }, plugins: allPlugins }),
    );
  }

  serve(config: Partial<Config>): void {
    const { server } = this.world;
    server.config = { ...server.config, ...config, config_version: `${Number(server.config.config_version) + 1}` };
  }

  async draw(node: ReactNode): Promise<void> {
    this.#root ??= createRoot(this.place, ignored);
    await act(async () => this.#root?.render(node));
  }

  async hydrate(html: string, node: ReactNode): Promise<void> {
    this.place.innerHTML = html;
    const onRecoverableError = (error: unknown): unknown => this.mismatches.push(`${error}`);
    await act(async () => {
      this.#root = hydrateRoot(this.place, node, { ...ignored, onRecoverableError });
    });
  }

  pass(ms: number): Promise<void> {
    return act(() => this.world.clock.advance(ms));
  }

  leave(): Promise<void> {
    return act(async () => this.#root?.unmount());
  }

  get text(): string {
    return this.place.textContent ?? '';
  }

  /** Values of exposures that were sent, in order. */
  sentExposures(event: string): unknown[] {
    return this.world.server.named(event).map(({ properties }) => properties?.value ?? properties?.variant_key);
  }
}

const react = { act, h: createElement, StrictMode, Suspense, startTransition, useEffect, useLayoutEffect, useState };
const stageKit = { ...react, ...binding, createRoot, renderToString, Stage };

declare global {
  var kit: typeof stageKit;
}
globalThis.kit = stageKit;
