import { Button, Modal } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useApiClient } from '../../../api/api-context.ts';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useApproval } from '../../../api/use-approval.ts';
import { DiffLines } from '../../../design/code/diff-view.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import { asSentence } from '../../../design/format/as-sentence.ts';
import { CommentField } from '../../../design/inputs/comment-field.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { diffTargeting } from '../targeting/diff-targeting.ts';
import { type DraftProblems, problemsOfResult } from '../targeting/draft-problems.ts';
import type { SaveStep } from '../targeting/save-plan.ts';
import { isSameValue, type Targeting, type TargetingDraft } from '../targeting/targeting.ts';
import styles from './targeting-editor.module.css';
import { SaveFailure, useSaveTargeting } from './use-save-targeting.ts';

export interface ReviewDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly flagId: string;
  readonly environment: { readonly id: string; readonly slug: string };
  readonly title: string;
  /** What the change was made from; anyone who changed it since is not overwritten unasked. Absent for a revert. */
  readonly base?: Targeting | undefined;
  readonly wanted: TargetingDraft & { readonly kill?: Targeting['kill'] };
  readonly plan: (current: Targeting) => readonly SaveStep[];
  /** `isRequested`: it waits for approval. */
  readonly onSaved: (isRequested: boolean) => void;
  readonly onProblems?: (problems: DraftProblems) => void;
}

/** Shows what saving would change, against what is on the server at this moment, and then saves it. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { isOpen, onClose, environment, title } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size="lg">
      <Review {...props} key={environment.id} />
    </Modal>
  );
}

interface Somebody {
  readonly name: string;
  readonly at: string;
}

function Review({ onClose, flagId, environment, base, wanted, plan, onSaved, onProblems }: ReviewDialogProps) {
  const { fresh, save, request } = useSaveTargeting(flagId);
  const { isRequired } = useApproval();
  const somebody = useLastChange(flagId, environment.id);
  const [current, setCurrent] = useState<Targeting>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [who, setWho] = useState<Somebody>();
  const [comment, setComment] = useState('');
  useEffect(() => {
    let isGone = false;
    fresh().then(
      (targeting) => {
        if (!isGone) setCurrent(targeting);
      },
      (error: unknown) => {
        if (!isGone) setFailure(`Couldn't load the current version: ${wordsOf(error)}`);
      },
    );
    return () => {
      isGone = true;
    };
  }, [fresh]);
  const hasMoved = current !== undefined && base !== undefined && !isSameValue(base, current);
  useEffect(() => {
    if (hasMoved) void somebody().then(setWho, () => undefined);
  }, [hasMoved, somebody]);
  const lines =
    current === undefined
      ? []
      : diffTargeting(current, { ...wanted, kill: wanted.kill === undefined ? current.kill : wanted.kill });

  const confirm = async () => {
    if (current === undefined) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      const now = await fresh();
      if (!isSameValue(now, current)) {
        setCurrent(now);
        setFailure('The flag was just changed by someone else. Nothing was saved. Review the difference again.');
        return;
      }
      await (isRequired ? request : save)(plan(now), comment);
      onSaved(isRequired);
    } catch (error) {
      if (error instanceof SaveFailure && error.cause instanceof ApiProblem) {
        onProblems?.(problemsOfResult(error.cause.fieldErrors));
      }
      setFailure(failureWords(error));
    } finally {
      setIsBusy(false);
    }
  };

  if (current === undefined && failure === undefined) return <LoadingBlock height={120} shape="lines" />;
  return (
    <div className={flowStyles.stack12}>
      {hasMoved && (
        <div className={styles.notice} role="alert" style={{ marginBottom: 0 }}>
          <p className={styles.noticeWords}>
            <strong>{who === undefined ? 'Someone' : who.name}</strong> changed this flag in {environment.slug}
            {who !== undefined && (
              <>
                {' '}
                <RelativeTime at={who.at} />
              </>
            )}{' '}
            while you were editing. Nothing is overwritten yet. The diff below compares with the current version.
          </p>
        </div>
      )}
      {current !== undefined && <DiffLines lines={lines} sameWords="No changes" />}
      {lines.length > 0 && <CommentField value={comment} onChange={setComment} />}
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Back
        </Button>
        <Button onClick={confirm} loading={isBusy} disabled={lines.length === 0} data-autofocus>
          {actionWords(environment.slug, isRequired, hasMoved)}
        </Button>
      </div>
    </div>
  );
}

function actionWords(slug: string, isRequired: boolean, hasMoved: boolean): string {
  if (isRequired) return 'Request approval';
  return hasMoved ? `Overwrite in ${slug}` : `Save to ${slug}`;
}

function useLastChange(flagId: string, environmentId: string): () => Promise<Somebody | undefined> {
  const api = useApiClient();
  return useCallback(async () => {
    const { data } = await api.get('/v1/flags/:id/history', { params: { id: flagId }, query: { limit: 20 } });
    const last = data.find((change) => change.environment_id === environmentId);
    return last && { name: last.actor.name, at: last.created_at };
  }, [api, flagId, environmentId]);
}

const partWords: Readonly<Record<SaveStep['kind'], string>> = {
  rules: 'rules',
  rollout: 'rollout',
  kill: 'kill switch',
  restore: 'kill switch',
};

function failureWords(error: unknown): string {
  if (!(error instanceof SaveFailure)) return `Nothing was saved: ${wordsOf(error)}`;
  const saved =
    error.done.length === 0 ? 'Nothing was saved.' : `Saved: ${error.done.map((part) => partWords[part]).join(', ')}.`;
  const failed = error.step === 'restore' ? "Couldn't restore the flag" : `Couldn't save the ${partWords[error.step]}`;
  return `${saved} ${failed}: ${asSentence(error.message)} Your changes are still here.`;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
