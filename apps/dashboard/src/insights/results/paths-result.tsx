import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import { Sankey } from '../../charts/sankey/sankey.tsx';
import { describeInsight } from '../describe-insight.ts';
import type { PathsInsight } from '../insight.ts';
import { isRest, valueOfName } from '../value-name.ts';

export interface PathsResultProps {
  readonly insight: PathsInsight;
  readonly result: Wire['PathsResult'];
  readonly height?: number | undefined;
  /** Somebody wants to go on from an event. */
  readonly onEvent?: ((event: string) => void) | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

export function PathsResult({ insight, result, height = 440, onEvent, onPeople }: PathsResultProps) {
  const { nodes, links } = useMemo(
    () => ({
      nodes: result.nodes.map(({ id, event, step, count }) => ({ id, name: event, step: step - 1, value: count })),
      links: result.links.map(({ source, target, count }) => ({ source, target, value: count })),
    }),
    [result],
  );
  return (
    <Sankey
      label={describeInsight(insight)}
      nodes={nodes}
      links={links}
      height={height}
      of="visits"
      onNode={({ id, name }) => {
        if (onPeople !== undefined) onPeople({ node: id });
        else if (!isRest(name)) onEvent?.(valueOfName(name));
      }}
      onLink={onPeople === undefined ? undefined : ({ source, target }) => onPeople({ source, target })}
    />
  );
}
