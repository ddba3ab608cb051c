import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import { Sankey } from '../../charts/sankey/sankey.tsx';
import { describeQuestion } from '../describe-question.ts';
import type { PathsQuestion } from '../question.ts';
import { isRest, valueOfName } from '../value-name.ts';

export interface PathsAnswerProps {
  readonly question: PathsQuestion;
  readonly result: Wire['PathsResult'];
  readonly height?: number | undefined;
  /** Somebody wants to go on from an event. */
  readonly onEvent?: ((event: string) => void) | undefined;
}

export function PathsAnswer({ question, result, height = 440, onEvent }: PathsAnswerProps) {
  const { nodes, links } = useMemo(
    () => ({
      nodes: result.nodes.map(({ id, event, step, count }) => ({ id, name: event, step: step - 1, value: count })),
      links: result.links.map(({ source, target, count }) => ({ source, target, value: count })),
    }),
    [result],
  );
  return (
    <Sankey
      label={describeQuestion(question)}
      nodes={nodes}
      links={links}
      height={height}
      of="visits"
      onNode={({ name }) => {
        if (!isRest(name)) onEvent?.(valueOfName(name));
      }}
    />
  );
}
