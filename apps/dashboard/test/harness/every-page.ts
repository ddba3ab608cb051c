import { pageTable } from '../../src/app/page-table.ts';
import { type PagePath, pageHref } from '../../src/navigation/page-path.ts';

export type DetailPath = Extract<PagePath, `${string}$${string}`>;
export type ListPath = Exclude<PagePath, DetailPath>;

type Ask = <T>(path: string) => Promise<T>;

export interface VisitedPage {
  readonly path: PagePath;
  /** Of the table: detail pages have a title of their own. */
  readonly title: string;
  readonly address: string;
}

type Rows = readonly Readonly<Record<string, string>>[];

const newest =
  (list: string, field: string) =>
  async (ask: Ask): Promise<string | undefined> =>
    (await ask<Rows>(list))[0]?.[field];

/** What a page about one thing is opened with. A new page of that kind does not compile before it says so here. */
const oneOf: Record<DetailPath, (ask: Ask) => Promise<string | undefined>> = {
  '/dashboards/$id': newest('/v1/dashboards', 'id'),
  '/alerts/$id': newest('/v1/alerts', 'id'),
  '/flags/$key': newest('/v1/flags', 'key'),
  '/experiments/$key': newest('/v1/experiments', 'key'),
  '/groups/$key': newest('/v1/groups', 'key'),
  '/crashes/$id': newest('/v1/crashes/groups', 'id'),
  '/releases/$id': newest('/v1/releases', 'id'),
  '/people/$id': newest('/v1/people', 'id'),
  '/cohorts/$key': newest('/v1/cohorts', 'key'),
  '/devices/$id': newest('/v1/devices', 'device_id'),
  '/data/events/$name': newest('/v1/events/catalog', 'event_name'),
};

export const isDetailPath = (path: PagePath): path is DetailPath => path in oneOf;

export const detailPaths = Object.keys(oneOf) as DetailPath[];

/** An address for every row of the page table; pages about one thing show the newest of its kind. */
export async function everyPage(project: string, ask: Ask): Promise<readonly VisitedPage[]> {
  const place = { project, environment: 'production' };
  return Promise.all(
    pageTable.map(async ({ path, title, hasRange = false }) => {
      const search = hasRange ? { range: '30d' } : {};
      return { path, title, address: pageHref(place, path, await paramsOf(path, ask), search) };
    }),
  );
}

export function detailAddress(project: string, path: DetailPath, id: string): string {
  return pageHref({ project, environment: 'production' }, path, { [paramOf(path)]: id }, {});
}

const paramOf = (path: DetailPath): string => path.slice(path.indexOf('$') + 1);

async function paramsOf(path: PagePath, ask: Ask): Promise<Record<string, string>> {
  if (!isDetailPath(path)) return {};
  const id = await oneOf[path](ask);
  if (id === undefined) throw new Error(`There is nothing that ${path} could show.`);
  return { [paramOf(path)]: id };
}
