import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment, useRole } from '../../../api/environment.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatCount } from '../../../design/format/format-count.ts';
import { SaveBar } from '../../../design/inputs/save-bar.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { ExposuresPanel } from '../aside/exposures-panel.tsx';
import { HealthPanel } from '../aside/health-panel.tsx';
import { SnippetPanel } from '../aside/snippet-panel.tsx';
import { TestContextPanel } from '../aside/test-context-panel.tsx';
import { GuardrailsPanel } from '../rollout/guardrails-panel.tsx';
import { RampPanel } from '../rollout/ramp-panel.tsx';
import { SchedulePanel } from '../rollout/schedule-panel.tsx';
import { planSave } from '../targeting/save-plan.ts';
import { draftOf, type Flag, type Targeting } from '../targeting/targeting.ts';
import { ApprovalNotice } from './approval-notice.tsx';
import { KillPanel } from './kill-panel.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { RolloutPanel } from './rollout-panel.tsx';
import { RuleList } from './rule-list.tsx';
import styles from './targeting-editor.module.css';
import type { TargetingDraftState } from './use-targeting-draft.ts';

export interface TargetingTabProps {
  readonly flag: Flag;
  readonly targeting: Targeting;
  readonly state: TargetingDraftState;
  readonly days: 7 | 30;
  readonly onDays: (days: 7 | 30) => void;
}

export function TargetingTab({ flag, targeting, state, days, onDays }: TargetingTabProps) {
  const { environment } = useEnvironment();
  const { whyNot } = useRole();
  const [isReviewing, setIsReviewing] = useState(false);
  const why = whyNot('editor') ?? (flag.status === 'archived' ? 'This flag is archived and not served.' : undefined);
  const isReadOnly = why !== undefined;
  const { draft, problems } = state;
  const hasProblems = Object.keys(problems).length > 0;
  return (
    <>
      {why !== undefined && (
        <div className={styles.notice}>
          <p className={styles.noticeWords}>{why} Read-only.</p>
        </div>
      )}
      <ApprovalNotice flagId={flag.id} environment={environment} />
      {(targeting.cohorts ?? [])
        .filter((cohort) => cohort.state !== 'served')
        .map(({ key, message }) => (
          <div key={key} className={styles.notice}>
            <p className={styles.noticeWords}>
              Conditions on the cohort <bdi>{key}</bdi> match no users. {message}
            </p>
          </div>
        ))}
      {state.hasMoved && (
        <div className={styles.notice} role="alert">
          <p className={styles.noticeWords}>
            Someone else changed this flag in {environment.slug} while you were editing. Your changes are kept. Review
            them to see the difference.
          </p>
          <Button variant="default" size="xs" onClick={state.discard}>
            Discard my changes
          </Button>
        </div>
      )}
      <div className={flowStyles.columns}>
        <div className={flowStyles.stack16}>
          <Panel title="Rules" description="Rules run top to bottom. The first match wins.">
            <RuleList
              flag={flag}
              rules={draft.rules}
              onChange={(rules) => state.change({ rules })}
              problems={problems}
              isReadOnly={isReadOnly}
            />
          </Panel>
          <RolloutPanel
            flag={flag}
            environment={environment.slug}
            draft={draft}
            onChange={(rollout) => state.change({ rollout })}
            problems={problems}
            days={days}
            onDays={onDays}
            isReadOnly={isReadOnly}
          />
          <RampPanel flag={flag} targeting={targeting} environment={environment.slug} isReadOnly={isReadOnly} />
          <SchedulePanel flag={flag} targeting={targeting} environment={environment.slug} isReadOnly={isReadOnly} />
          <GuardrailsPanel flag={flag} environment={environment.slug} isReadOnly={isReadOnly} />
          <KillPanel flag={flag} environment={environment.slug} kill={targeting.kill} isReadOnly={isReadOnly} />
          <SnippetPanel flag={flag} />
          {state.isDirty && (
            <SaveBar
              action="Review and save"
              onAction={() => setIsReviewing(true)}
              onDiscard={state.discard}
              problem={hasProblems ? 'Fix the marked fields' : undefined}
            >
              {formatCount(state.changeCount, 'change')} to <strong>{environment.slug}</strong> not saved
            </SaveBar>
          )}
        </div>
        <div className={flowStyles.stack16}>
          <TestContextPanel flag={flag} rules={targeting.rules} isDraft={state.isDirty} />
          <ExposuresPanel flag={flag} />
          <HealthPanel flag={flag} />
        </div>
      </div>
      <ReviewDialog
        isOpen={isReviewing}
        onClose={() => setIsReviewing(false)}
        flagId={flag.id}
        environment={environment}
        title={`Save changes to ${flag.key} in ${environment.slug}?`}
        base={state.base}
        wanted={draft}
        plan={(current) => planSave(draftOf(current), draft, flag.default_value)}
        onProblems={state.setServerProblems}
        onSaved={(isRequested) => {
          setIsReviewing(false);
          state.discard();
          if (isRequested) {
            toasts.success({
              title: 'Approval requested',
              message: `Another member approves it for ${environment.slug}.`,
            });
            return;
          }
          toasts.success({
            title: `${flag.key} saved in ${environment.slug}`,
            message: 'Clients are updated immediately.',
          });
        }}
      />
    </>
  );
}
