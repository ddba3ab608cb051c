import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { randomBase62 } from '../../control/base62.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Scope } from '../../edge/scope.ts';
import { toApiError } from '../../http/server/error-response.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Dashboard } from '../dashboards/dashboard-store.ts';
import { readInsightQuery } from '../insights/read-insight-query.ts';
import type { RunInsight } from '../insights/run-insight.ts';
import { runSql, type SqlDeps } from '../insights/run-sql.ts';
import { boundWidgets } from './bound-widgets.ts';
import type { Block } from './content/block.ts';
import { periodWords } from './content/period-words.ts';
import { readDigest } from './content/read-digest.ts';
import type { WidgetReading } from './content/widget-reading.ts';
import type { DigestImage, DigestMessage, DigestWidget } from './digest-message.ts';
import type { DigestFrequency, DigestPeriod } from './digest-schedule.ts';
import type { PictureRenderer } from './pictures/picture-renderer.ts';
import type { Picture } from './pictures/render-picture.ts';

export interface MakeDigestDeps extends SqlDeps {
  readonly dashboards: { find(projectId: string, id: string): Promise<Dashboard | undefined> };
  readonly projects: { find(id: string): Promise<{ readonly slug: string } | undefined> };
  readonly runInsight: RunInsight;
  readonly renderer: Pick<PictureRenderer, 'render'>;
  readonly state: EdgeState;
  /** Of the dashboard, for links. */
  readonly dashboardUrl: () => string;
  /** Where others find pictures; undefined without an https address. */
  readonly pictureUrl: string | undefined;
  readonly logger: Logger;
}

export interface WantedDigest extends Scope {
  readonly id: string | null;
  readonly name?: string;
  readonly dashboardId: string;
  readonly frequency: DigestFrequency;
  readonly period: DigestPeriod;
}

interface DrawnPicture extends Picture {
  readonly id: string;
  readonly tokenHash: string;
}

interface MadeContent {
  readonly message: DigestMessage;
  readonly project: { readonly id: string; readonly slug: string };
  readonly environment: { readonly id: string; readonly slug: string };
  readonly pictures: readonly DrawnPicture[];
}

/** Undefined where the dashboard, the environment or the project is gone. */
export type MakeDigest = (wanted: WantedDigest, signal: AbortSignal) => Promise<MadeContent | undefined>;

/** Runs the queries of a dashboard for a period, one after the other, and draws what they answer. */
export const digestMaker =
  (deps: MakeDigestDeps): MakeDigest =>
  async (wanted, signal) => {
    const { projectId, environmentId, dashboardId, frequency, period } = wanted;
    const environment = deps.state.environment(projectId, environmentId);
    const dashboard = await deps.dashboards.find(projectId, dashboardId);
    const project = await deps.projects.find(projectId);
    if (environment === undefined || dashboard === undefined || project === undefined) return undefined;
    const timezone = deps.state.timezoneOf(projectId);
    const { blocks, leftOut } = await readDigest(dashboard, {
      frequency,
      period,
      timezone,
      run: runnerOf(deps, { projectId, environmentId }, signal),
      isOutage: (error) => signal.aborted || toApiError(error).status >= 500,
    });
    signal.throwIfAborted();
    const pictures: DrawnPicture[] = [];
    const widgets: DigestWidget[] = [];
    for (const block of blocks) {
      const drawn = block.chart === undefined ? undefined : await draw(deps, block);
      if (drawn !== undefined) pictures.push(drawn.picture);
      widgets.push(widgetOf(block, drawn?.image ?? null));
    }
    const from = new Date(period.fromMs).toISOString();
    const to = new Date(period.toMs).toISOString();
    const page = `p/${project.slug}/${environment.slug}/dashboards/${dashboard.id}`;
    return {
      message: {
        digest_id: wanted.id,
        name: wanted.name ?? dashboard.name,
        frequency,
        dashboard: { id: dashboard.id, name: dashboard.name },
        environment: environment.slug,
        period: {
          from,
          to,
          before_from: new Date(period.beforeFromMs).toISOString(),
          timezone,
          text: periodWords(frequency, period, timezone),
        },
        url: `${deps.dashboardUrl()}${page}?all=${encodeURIComponent(`${from}_${to}`)}`,
        widgets: boundWidgets(widgets),
        widgets_left_out: leftOut,
      },
      project: { id: projectId, slug: project.slug },
      environment: { id: environment.id, slug: environment.slug },
      pictures,
    };
  };

/** What links to pictures are looked up by. */
export const hashOfPictureToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function runnerOf(deps: MakeDigestDeps, scope: Scope, signal: AbortSignal): WidgetReading['run'] {
  return async (sent) => {
    const query = readInsightQuery(sent);
    const environment = deps.state.environment(scope.projectId, scope.environmentId);
    if (environment === undefined) throw new Error('The environment is gone.');
    const { resultJson } =
      query.kind === 'sql'
        ? await runSql(
            deps,
            { projectId: scope.projectId, environment, isConfined: true },
            scope.environmentId,
            query.sql,
            { signal },
          )
        : await deps.runInsight(query, scope, { signal });
    return JSON.parse(resultJson);
  };
}

/** The numbers are sent also where there is no picture. */
async function draw(
  { renderer, pictureUrl, logger }: MakeDigestDeps,
  { chart, widgetId }: Block,
): Promise<{ readonly picture: DrawnPicture; readonly image: DigestImage } | undefined> {
  if (chart === undefined) return undefined;
  try {
    const drawn = await renderer.render(chart);
    const [id, token] = [uuidv7(), randomBase62(43)];
    const { width, height } = drawn;
    const url = pictureUrl === undefined ? null : `${pictureUrl}${token}.png`;
    return {
      picture: { ...drawn, id, tokenHash: hashOfPictureToken(token) },
      image: { id, chart: chart.kind, width, height, url },
    };
  } catch (error) {
    logger.warn(
      { err: error, widget: widgetId },
      'Could not draw a chart of a digest; its numbers are sent without it',
    );
    return undefined;
  }
}

const widgetOf = (block: Block, image: DigestImage | null): DigestWidget => ({
  id: block.widgetId,
  name: block.name,
  figures: block.figures.map(({ label, value, before, unit, isMoreBad }) => ({
    label,
    value,
    before,
    unit,
    good_when: isMoreBad === true ? 'down' : 'up',
  })),
  table: block.table ?? null,
  note: block.note ?? null,
  error: block.error ?? null,
  image,
});
