import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import type { Arrival } from './first-event.ts';
import { KeyStep } from './key-step.tsx';
import { ListenStep } from './listen-step.tsx';
import { NextSteps } from './next-steps.tsx';
import styles from './onboarding.module.css';
import { SnippetStep } from './snippet-step.tsx';

/** From nothing to the first event: three steps on one page, the third listens. */
export function OnboardingPage() {
  const { project, environment } = useEnvironment();
  return <Steps key={environment.id} projectName={project.name} environmentSlug={environment.slug} />;
}

interface StepsProps {
  readonly projectName: string;
  readonly environmentSlug: string;
}

function Steps({ projectName, environmentSlug }: StepsProps) {
  const [key, setKey] = useState<string>();
  const [arrival, setArrival] = useState<Arrival>();
  const hasArrived = arrival?.status === 'stored';
  const { data: stored } = useApi('/v1/events', { query: { limit: 1 } }, { isLive: false, staleTime: Infinity });
  const [last] = stored ?? [];
  return (
    <>
      <PageHeader
        title="Get started"
        description={
          last === undefined ? (
            <>
              Send the first event from <bdi>{projectName}</bdi> to {environmentSlug}. It takes about two minutes.
            </>
          ) : (
            <>
              {environmentSlug} already receives events, last <RelativeTime at={last.received_at} />. Add another app
              here.
            </>
          )
        }
      />
      <ol className={styles.steps}>
        <KeyStep onKey={setKey} isDone={key !== undefined} />
        <SnippetStep apiKey={key} isDone={hasArrived} />
        <ListenStep arrival={arrival} onArrival={setArrival} isFirst={last === undefined} />
      </ol>
      {hasArrived && <NextSteps />}
    </>
  );
}
