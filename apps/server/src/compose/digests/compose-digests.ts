import type { RateLimiter } from '../../collect/limits/rate-limiter.ts';
import { withTemplates } from '../../features/dashboards/with-templates.ts';
import { DigestRunner } from '../../features/digests/digest-runner.ts';
import { digestMaker } from '../../features/digests/make-digest.ts';
import { PictureRenderer } from '../../features/digests/pictures/picture-renderer.ts';
import type { RunInsight } from '../../features/insights/run-insight.ts';
import type { Settings } from '../../settings/read-settings.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { builtFiles } from '../built-files.ts';
import type { Jobs } from '../compose-jobs.ts';
import type { Storage } from '../open-storage.ts';

export interface DigestParts {
  readonly jobs: Jobs;
  readonly runInsight: RunInsight;
  readonly limiter: RateLimiter;
  readonly dashboardUrl: () => string;
  readonly logger: Logger;
}

/** Makes summaries of dashboards; the queue of webhooks sends them. */
export function composeDigests({ control, state, store }: Storage, settings: Settings, parts: DigestParts) {
  const { jobs, runInsight, limiter, dashboardUrl, logger } = parts;
  const { publicUrl } = settings;
  const hasLinks = publicUrl?.toLowerCase().startsWith('https:') === true;
  const dashboards = withTemplates(control.dashboards);
  const renderer = new PictureRenderer(builtFiles.fonts);
  const make = digestMaker({
    dashboards,
    projects: control.projects,
    changes: control.changes,
    store,
    runInsight,
    renderer,
    state,
    dashboardUrl,
    pictureUrl: hasLinks ? `${publicUrl?.replace(/\/+$/, '')}/digests/` : undefined,
    logger,
  });
  const { lease, stores } = jobs.of('digests');
  const runner = new DigestRunner({
    digests: stores.digests,
    make,
    hasLinks,
    isHere: () => lease.isHeld,
    logger,
  });
  return {
    route: {
      digests: control.digests,
      dashboards,
      make,
      state,
      limiter,
      hasMail: settings.smtpUrl !== undefined,
      hasLinks,
    },
    start: (): void => runner.start(),
    async stop(): Promise<void> {
      await runner.stop();
      await renderer.close();
    },
  };
}
