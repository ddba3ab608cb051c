import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../wait-until.mjs';
import { makeProject } from './make-project.mjs';
import * as troubles from './send-troubles.mjs';
import { registerVisitors, visitShop, visitsPerDay } from './visitors.mjs';

/** @typedef {import('./teller.mjs').Teller} Teller */

/** Longer than a segment of the log stays open. */
const sealedAfterMs = 800;

/**
 * @param {Teller} teller
 * @param {number} from
 * @param {number} to not included
 */
async function tellDays(teller, from, to) {
  for (let day = from; day < to; day += 1) {
    await visitShop(teller, day);
    if (day % 4 === 1) await troubles.reportCrashes(teller, day);
    if (day % 3 === 0) await troubles.measure(teller, day);
  }
}

/** To be told to a server that removes the bytes of what is erased at once. @param {Teller} teller */
export async function tellBeginning(teller) {
  const { admin, client, access } = teller;
  await makeProject(teller);
  await troubles.uploadSymbols(teller);
  await troubles.announceReleases(teller);
  await registerVisitors(teller);
  await tellDays(teller, 0, 12);
  await client('/v1/ingest', { batch: [{ event: 'in_development' }] }, access.keys.development?.publishable);
  await client('/v1/ingest', { batch: [{ event: 'of_others', event_id: '1' }] }, access.keys.other?.publishable);
  const job = await troubles.comeAndBeForgotten(teller, 'mallory');
  await waitUntil('the erasure is done', async () => (await admin('GET', `/v1/jobs/${job.id}`)).status === 'done');
}

/**
 * Between two backups segments are let go; what comes after them is in the store, and in compressed segments of the log.
 * @param {Teller} teller
 * @param {{ backUp: () => Promise<unknown>, untilCompressed: () => Promise<unknown> }} steps
 */
export async function tellMiddle(teller, { backUp, untilCompressed }) {
  await tellDays(teller, 12, 15);
  await troubles.failEvents(teller);
  await troubles.decideAboutCrashes(teller);
  await backUp();
  await tellDays(teller, 15, 17);
  await backUp();
  await tellDays(teller, 17, 19);
  await untilCompressed();
  await troubles.comeAndBeForgotten(teller, 'trent');
}

/** In the store, and in a segment that is not compressed yet when it is sent right before the end. @param {Teller} teller */
export async function tellDayBefore(teller) {
  await tellDays(teller, 19, 20);
  const visits = 20 * visitsPerDay;
  const count = async () => (await teller.admin('GET', '/v1/events/count?event=page_viewed')).count;
  await waitUntil('the day before is loaded', async () => (await count()) === visits);
}

/** To be reported while nothing is loaded: some of it in sealed segments, the last in one that is open. @param {Teller} teller */
export async function tellEnd(teller) {
  const { client } = teller;
  await visitShop(teller, 20);
  await sleep(sealedAfterMs);
  await troubles.reportCrashes(teller, 21);
  await troubles.measure(teller, 21);
  await client('/v1/devices/d-11/identify', { user_id: 'u-late', attributes: { plan: 'pro' } });
  await sleep(sealedAfterMs);
  await client('/v1/ingest', { batch: [{ event: 'last_words', event_id: 'last-1' }, { event: 'last_words' }] });
}
