export interface SankeyNode {
  readonly id: string;
  readonly name: string;
  /** The column, 0 is the first. */
  readonly step: number;
  /** How many there are, those included who go nowhere from here; as many as its links when not given. */
  readonly value?: number | undefined;
}

export interface SankeyLink {
  readonly source: string;
  readonly target: string;
  readonly value: number;
}

export interface PlacedNode extends SankeyNode {
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

interface PlacedLink extends SankeyLink {
  readonly path: string;
  readonly width: number;
}

export interface SankeyLayout {
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PlacedLink[];
}

export interface SankeySize {
  readonly width: number;
  readonly height: number;
  readonly nodeWidth: number;
  readonly gap: number;
}

interface Node extends SankeyNode {
  value: number;
  x: number;
  y: number;
  height: number;
  readonly incoming: Link[];
  readonly outgoing: Link[];
}

interface Link {
  readonly source: Node;
  readonly target: Node;
  readonly value: number;
  y0: number;
  y1: number;
}

const ROUNDS = 8;

/** Columns from left to right; in each, nodes are ordered by where their people come from, so that few links cross. */
export function sankeyLayout(
  nodes: readonly SankeyNode[],
  links: readonly SankeyLink[],
  size: SankeySize,
): SankeyLayout {
  const byId = new Map<string, Node>(
    nodes.map((node) => [node.id, { ...node, value: 0, x: 0, y: 0, height: 0, incoming: [], outgoing: [] }]),
  );
  const wired = connect(byId, links);
  for (const { id, value = 0 } of nodes) {
    const node = byId.get(id);
    if (node !== undefined) node.value = Math.max(value, sum(node.incoming), sum(node.outgoing));
  }
  const columns = columnsOf([...byId.values()]);
  const scale = valueScale(columns, size);
  placeColumns(columns, scale, size);
  for (let round = 0; round < ROUNDS; round += 1) {
    const isForward = round % 2 === 0;
    for (const column of isForward ? columns : columns.toReversed()) {
      column.sort((a, b) => centre(a, isForward) - centre(b, isForward));
      stack(column, scale, size);
    }
  }
  placeLinks([...byId.values()], scale);
  return {
    nodes: [...byId.values()].map(({ id, name, step, value, x, y, height }) => ({
      id,
      name,
      step,
      value,
      x,
      y,
      height,
    })),
    links: wired.map((link) => ({
      source: link.source.id,
      target: link.target.id,
      value: link.value,
      width: Math.max(1, link.value * scale),
      path: curve(link, size.nodeWidth),
    })),
  };
}

/** A link that does not lead forward, or to a node that is not there, cannot be drawn. */
function connect(byId: ReadonlyMap<string, Node>, links: readonly SankeyLink[]): Link[] {
  const wired: Link[] = [];
  for (const { source, target, value } of links) {
    const from = byId.get(source);
    const to = byId.get(target);
    if (from === undefined || to === undefined || from.step >= to.step || !(value > 0)) continue;
    const link: Link = { source: from, target: to, value, y0: 0, y1: 0 };
    from.outgoing.push(link);
    to.incoming.push(link);
    wired.push(link);
  }
  return wired;
}

const sum = (links: readonly Link[]): number => links.reduce((total, link) => total + link.value, 0);

function columnsOf(nodes: readonly Node[]): Node[][] {
  const steps = [...new Set(nodes.map((node) => node.step))].sort((a, b) => a - b);
  return steps.map((step) => nodes.filter((node) => node.step === step).sort((a, b) => b.value - a.value));
}

/** Pixels for one person: as many as the fullest column allows. */
function valueScale(columns: readonly Node[][], { height, gap }: SankeySize): number {
  const scales = columns.map((column) => {
    const total = column.reduce((all, node) => all + node.value, 0);
    return total === 0 ? Number.POSITIVE_INFINITY : Math.max(0, height - gap * (column.length - 1)) / total;
  });
  const scale = Math.min(...scales);
  return Number.isFinite(scale) ? scale : 0;
}

function placeColumns(columns: readonly Node[][], scale: number, size: SankeySize): void {
  const distance = columns.length > 1 ? (size.width - size.nodeWidth) / (columns.length - 1) : 0;
  for (const [index, column] of columns.entries()) {
    for (const node of column) node.x = index * distance;
    stack(column, scale, size);
  }
}

function stack(column: readonly Node[], scale: number, { gap }: SankeySize): void {
  let y = 0;
  for (const node of column) {
    node.y = y;
    node.height = Math.max(1, node.value * scale);
    y += node.height + gap;
  }
}

function centre(node: Node, isForward: boolean): number {
  const links = isForward ? node.incoming : node.outgoing;
  if (links.length === 0) return node.y + node.height / 2;
  const weighted = links.reduce((total, link) => {
    const other = isForward ? link.source : link.target;
    return total + (other.y + other.height / 2) * link.value;
  }, 0);
  return weighted / sum(links);
}

function placeLinks(nodes: readonly Node[], scale: number): void {
  for (const node of nodes) {
    node.outgoing.sort((a, b) => a.target.y - b.target.y);
    node.incoming.sort((a, b) => a.source.y - b.source.y);
    let y = node.y;
    for (const link of node.outgoing) {
      link.y0 = y + (link.value * scale) / 2;
      y += link.value * scale;
    }
    y = node.y;
    for (const link of node.incoming) {
      link.y1 = y + (link.value * scale) / 2;
      y += link.value * scale;
    }
  }
}

function curve({ source, target, y0, y1 }: Link, nodeWidth: number): string {
  const x0 = source.x + nodeWidth;
  const x1 = target.x;
  const middle = (x0 + x1) / 2;
  return `M${round(x0)} ${round(y0)}C${round(middle)} ${round(y0)} ${round(middle)} ${round(y1)} ${round(x1)} ${round(y1)}`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
