import type { SankeyLink } from './sankey-layout.ts';

/** The links on ways through a node: back to where they begin, on to where they end. Named `source\0target`. */
export function throughNode(id: string, links: readonly SankeyLink[]): Set<string> {
  const lit = new Set<string>();
  const walk = (from: 'source' | 'target', to: 'source' | 'target') => {
    const reached = new Set([id]);
    const queue = [id];
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      for (const link of links) {
        if (link[from] !== at) continue;
        lit.add(`${link.source}\u0000${link.target}`);
        if (reached.has(link[to])) continue;
        reached.add(link[to]);
        queue.push(link[to]);
      }
    }
  };
  walk('source', 'target');
  walk('target', 'source');
  return lit;
}
