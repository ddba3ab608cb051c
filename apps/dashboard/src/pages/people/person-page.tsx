import type { Wire } from '@lamppost/protocol';
import { useApi } from '../../api/use-api.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { ErasurePanel } from './erasure-panel.tsx';
import styles from './people.module.css';
import { PersonActions } from './person-actions.tsx';
import { PersonAside } from './person-aside.tsx';
import { readPersonSearch } from './person-search.ts';
import { kindWords, personName } from './person-words.ts';
import { ServedPanel } from './served-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

export function PersonPage() {
  const id = useRouteParam('id');
  const href = usePageHref();
  const [{ job, kind }, change] = usePageSearch(readPersonSearch);
  usePageTitle(id);
  const { data, error, refetch } = useApi(
    '/v1/people/:id',
    { params: { id }, query: { kind } },
    { enabled: job === undefined },
  );
  const crumbs = [{ label: 'People', href: href('/people') }];
  if (job !== undefined) {
    return (
      <>
        <PageHeader title={<bdi>{id}</bdi>} breadcrumbs={crumbs} />
        <ErasurePanel jobId={job} what="user" onClose={() => change({ job: undefined })} />
      </>
    );
  }
  if (data !== undefined) return <KnownPerson person={data} />;
  return (
    <>
      <PageHeader title={<bdi>{id}</bdi>} breadcrumbs={crumbs} />
      {error === null ? (
        <LoadingBlock height={480} />
      ) : (
        <ErrorState
          title={error.status === 404 ? 'Person not found' : "Couldn't load the person"}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        >
          {error.status === 404
            ? 'The person may be in another environment or was erased. New people appear within seconds.'
            : error.message}
        </ErrorState>
      )}
    </>
  );
}

function KnownPerson({ person }: { readonly person: Wire['PersonAnswer']['data'] }) {
  const href = usePageHref();
  const [search, change] = usePageSearch(readPersonSearch);
  const name = personName(person.attributes);
  return (
    <>
      <PageHeader
        title={<bdi>{name ?? person.id}</bdi>}
        badge={<StatusBadge tone="neutral">{kindWords[person.kind].label}</StatusBadge>}
        breadcrumbs={[{ label: 'People', href: href('/people') }]}
        actions={<PersonActions person={person} onErasing={(job) => change({ job })} />}
      />
      <div className={flowStyles.stack16}>
        <p className={styles.facts}>
          {person.last_seen !== null && (
            <span>
              last seen <RelativeTime at={person.last_seen} />
            </span>
          )}
          {person.first_seen !== null && (
            <span>
              first seen <RelativeTime at={person.first_seen} />
            </span>
          )}
          <span>
            <b>
              <ShortNumber value={person.event_count} />
            </b>{' '}
            {person.event_count === 1 ? 'event' : 'events'}
          </span>
          <span>
            <b>
              <ShortNumber value={person.session_count} />
            </b>{' '}
            {person.session_count === 1 ? 'session' : 'sessions'}
          </span>
        </p>
        <div className={flowStyles.columns}>
          <div className={flowStyles.stack16}>
            <SegmentedTabs
              label="Person views"
              value={search.tab}
              onChange={(tab) => change({ tab })}
              tabs={[
                {
                  value: 'timeline',
                  label: 'Timeline',
                  href: href('/people/$id', { id: person.id }, { kind: search.kind }),
                },
                {
                  value: 'served',
                  label: 'Flags and experiments',
                  href: href('/people/$id', { id: person.id }, { kind: search.kind, tab: 'served' }),
                },
              ]}
            />
            {search.tab === 'timeline' ? (
              <TimelinePanel person={person} openId={search.open} onOpenChange={(open) => change({ open })} />
            ) : (
              <ServedPanel person={person} deviceId={search.device} onDevice={(device) => change({ device })} />
            )}
          </div>
          <PersonAside person={person} />
        </div>
      </div>
    </>
  );
}
