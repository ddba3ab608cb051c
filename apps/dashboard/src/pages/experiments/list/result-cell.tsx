import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import type { Experiment } from '../experiment.ts';
import styles from '../experiments-page.module.css';
import { decisionStates } from '../results/result-words.ts';
import { leadingWords } from './leading-words.ts';
import { useTurn } from './turns.tsx';
import { useInView } from './use-in-view.ts';

/** Numbers of a list may be some minutes old. */
const STALE_MS = 5 * 60_000;

/** Where an experiment stands: its state in a word, and who leads with what chance. */
export function ResultCell({ experiment }: { readonly experiment: Experiment }) {
  const box = useRef<HTMLSpanElement>(null);
  const isInView = useInView(box);
  const isMeasured = experiment.status === 'running' || experiment.status === 'paused';
  return (
    <span ref={box} className={styles.result}>
      {isMeasured ? (
        <MeasuredResult experiment={experiment} isInView={isInView} />
      ) : (
        <span className={textStyles.cell}>{restingWords(experiment)}</span>
      )}
    </span>
  );
}

const restingWords = ({ status, winner }: Experiment): string => {
  if (status === 'draft') return 'Not started';
  return winner === null ? 'Completed without a winner' : `${winner} won`;
};

interface MeasuredResultProps {
  readonly experiment: Experiment;
  readonly isInView: boolean;
}

function MeasuredResult({ experiment, isInView }: MeasuredResultProps) {
  // Whether it is done is known only after the query is set up, and the query waits for its turn.
  const cached = useResults(experiment.id, false);
  const isDone = cached.data !== undefined || cached.error !== null;
  const hasTurn = useTurn(experiment.id, isInView, isDone);
  const { data, error } = useResults(experiment.id, isInView && hasTurn && !isDone);
  if (error !== null) return <span className={textStyles.muted}>Couldn't load the result</span>;
  if (data === undefined) return <span className={textStyles.muted}>…</span>;
  const state = decisionStates[data.decision];
  const leading = leadingWords(data);
  return (
    <>
      <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
      {leading !== undefined && <span className={textStyles.cell}>{leading}</span>}
    </>
  );
}

const useResults = (id: string, enabled: boolean) =>
  useApi('/v1/experiments/:id/results', { params: { id } }, { enabled, isLive: false, staleTime: STALE_MS });
