import { useMemo, useRef, useState } from 'react';
import { formatCount } from '../../design/format/format-count.ts';
import { formatExactNumber, formatPercent, formatShortNumber } from '../../design/format/format-number.ts';
import { useElementWidth } from '../../design/layout/use-element-width.ts';
import { ChartFigure } from '../chart-figure.tsx';
import { useSeriesColour } from '../series-colours.tsx';
import styles from './sankey.module.css';
import { type PlacedNode, type SankeyLink, type SankeyNode, sankeyLayout } from './sankey-layout.ts';
import { throughNode } from './through-node.ts';

export interface SankeyProps {
  readonly label: string;
  readonly nodes: readonly SankeyNode[];
  readonly links: readonly SankeyLink[];
  readonly height?: number | undefined;
  /** What flows: "people", "sessions". */
  readonly of?: string | undefined;
  readonly onNode?: ((node: SankeyNode) => void) | undefined;
  /** Somebody wants to see who went from one node to the next. */
  readonly onLink?: ((link: SankeyLink) => void) | undefined;
}

const NODE_WIDTH = 10;
const GAP = 14;
/** A node that is lower has its name and number in one line, so that those of its neighbours stay readable. */
const TWO_LINES_PX = 30;
const LABEL_PX = 120;
/** Columns are never narrower than this: a phone scrolls the drawing sideways. */
const COLUMN_PX = 150;

export function Sankey({ label, nodes, links, height = 380, of = 'people', onNode, onLink }: SankeyProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const available = useElementWidth(boxRef);
  const columns = new Set(nodes.map((node) => node.step)).size;
  const width = Math.max(available, columns * COLUMN_PX);
  const seriesColour = useSeriesColour();
  const labelWidth = columns > 1 ? Math.max(LABEL_PX - 18, (width - LABEL_PX) / (columns - 1) / 2) : LABEL_PX;
  const [active, setActive] = useState<string>();
  const layout = useMemo(
    () => sankeyLayout(nodes, links, { width: Math.max(1, width - LABEL_PX), height, nodeWidth: NODE_WIDTH, gap: GAP }),
    [nodes, links, width, height],
  );
  const lit = useMemo(() => (active === undefined ? undefined : throughNode(active, links)), [active, links]);
  const placed = useMemo(() => new Map(layout.nodes.map((node) => [node.id, node])), [layout]);
  const names = useMemo(() => new Map(nodes.map((node) => [node.id, node.name])), [nodes]);
  const total = layout.nodes
    .filter((node) => node.step === layout.nodes[0]?.step)
    .reduce((all, node) => all + node.value, 0);
  const wordsOf = (node: PlacedNode) =>
    `${node.name}, step ${node.step + 1}: ${formatExactNumber(node.value)} ${of}, ${formatPercent(total === 0 ? null : (node.value / total) * 100)} of all starts`;
  const linkWords = (link: SankeyLink): string =>
    `${names.get(link.source)} → ${names.get(link.target)}: ${formatExactNumber(link.value)} ${of}`;
  return (
    <ChartFigure
      label={label}
      summary={`${label}. ${formatCount(layout.nodes.length, 'step')}, ${formatCount(layout.links.length, 'connection')}. Also available as a table.`}
      table={{
        header: ['from', 'to', of],
        rows: links
          .toSorted((a, b) => b.value - a.value)
          .map((link) => [names.get(link.source) ?? link.source, names.get(link.target) ?? link.target, link.value]),
      }}
    >
      <div ref={boxRef} className={styles.box}>
        {available > 0 && (
          <div className={styles.drawing} style={{ width, height: height + 4 }}>
            <svg width={width} height={height + 4} className={styles.svg} aria-hidden="true">
              {layout.links.map((link) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: a button for the keyboard stands beside it
                <path
                  key={`${link.source} ${link.target}`}
                  d={link.path}
                  className={styles.link}
                  data-dim={(lit !== undefined && !lit.has(`${link.source}\u0000${link.target}`)) || undefined}
                  data-lit={lit?.has(`${link.source}\u0000${link.target}`) || undefined}
                  data-hint={linkWords(link)}
                  data-clickable={onLink !== undefined || undefined}
                  strokeWidth={link.width}
                  style={{ stroke: seriesColour(names.get(link.source) ?? link.source) }}
                  onClick={() => onLink?.(link)}
                />
              ))}
            </svg>
            {onLink !== undefined &&
              layout.links.map((link) => {
                const [from, to] = [placed.get(link.source), placed.get(link.target)];
                if (from === undefined || to === undefined) return null;
                return (
                  <button
                    key={`${link.source} ${link.target}`}
                    type="button"
                    className={styles.linkButton}
                    style={{ left: (from.x + NODE_WIDTH + to.x) / 2, top: (middleOf(from) + middleOf(to)) / 2 }}
                    aria-label={`List people: ${linkWords(link)}`}
                    data-hint={linkWords(link)}
                    onClick={() => onLink(link)}
                  />
                );
              })}
            {layout.nodes.map((node) => (
              <button
                key={node.id}
                type="button"
                className={styles.node}
                aria-label={wordsOf(node)}
                data-hint={wordsOf(node)}
                data-low={node.height < TWO_LINES_PX || undefined}
                style={{
                  left: node.x,
                  top: node.y,
                  height: Math.max(node.height, 2),
                  ['--node' as string]: seriesColour(node.name),
                  ['--label' as string]: `${labelWidth}px`,
                }}
                onPointerEnter={() => setActive(node.id)}
                onPointerLeave={() => setActive(undefined)}
                onFocus={() => setActive(node.id)}
                onBlur={() => setActive(undefined)}
                onClick={() => onNode?.(node)}
              >
                <span className={styles.label}>
                  <bdi className={styles.name}>{node.name}</bdi>
                  <span className={styles.value}>{formatShortNumber(node.value)}</span>
                </span>
              </button>
            ))}
          </div>
        )}
      </div>
    </ChartFigure>
  );
}

const middleOf = ({ y, height }: PlacedNode): number => y + height / 2;
