import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { nearest } from './nearest.ts';

export interface Member {
  readonly name: string;
  readonly keyNode: unknown;
  readonly value: unknown;
}

/** A YAML file that is read strictly: every fault is kept with its line, and told together with all others. */
export class YamlFile {
  readonly path: string;
  readonly root: unknown;
  readonly #document: ReturnType<typeof parseDocument>;
  readonly #lines = new LineCounter();
  readonly #faults: { line: number; column: number; message: string }[] = [];

  constructor(path: string, text: string) {
    this.path = path;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    this.root = this.#document.contents;
    for (const error of this.#document.errors) {
      const { line, col } = this.#lines.linePos(error.pos[0]);
      this.#faults.push({ line, column: col, message: error.message });
    }
    if (this.#faults.length > 0) this.throwFaults();
  }

  fault(node: unknown, message: string): void {
    const { line, column } = this.place(node);
    this.#faults.push({ line, column, message });
  }

  place(node: unknown): { line: number; column: number } {
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** Does nothing when there were none. */
  throwFaults(): void {
    if (this.#faults.length === 0) return;
    const faults = this.#faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
    const one = faults.length === 1;
    throw new CliError(`${this.path} has ${one ? 'an error' : `${faults.length} errors`}. Nothing was sent.`, {
      exitCode: exitCodes.invalid,
      code: 'INVALID_FILE',
      details: faults.map(({ line, column, message }) => `${this.path}:${line}:${column}: ${message}`),
    });
  }

  /** Members of a map; those that are not known are faults. Undefined when it is no map. */
  members(node: unknown, what: string, known?: readonly string[]): Map<string, Member> | undefined {
    const map = this.#resolved(node);
    if (!isMap(map)) {
      this.fault(node, `${what} must be a map`);
      return undefined;
    }
    const members = new Map<string, Member>();
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (known !== undefined && !known.includes(name))
        this.fault(key, `${what} has no "${name}"${guess(name, known)}`);
      members.set(name, { name, keyNode: key, value: this.#resolved(value) });
    }
    return members;
  }

  items(node: unknown, what: string): readonly unknown[] {
    const list = this.#resolved(node);
    if (isSeq(list)) return list.items.map((item) => this.#resolved(item));
    this.fault(node, `${what} must be a list`);
    return [];
  }

  /** What a node says, as JSON would. */
  value(node: unknown): unknown {
    return isNode(node) ? (node as Node).toJS(this.#document) : null;
  }

  text(node: unknown, what: string, maxLength: number): string {
    const value = this.value(node);
    if (typeof value === 'string' && value.length > 0 && value.length <= maxLength) return value;
    const isShort = typeof value === 'string' && value.length === 0;
    this.fault(
      node,
      typeof value !== 'string'
        ? `${what} must be a text${typeof value === 'number' || typeof value === 'boolean' ? ': put it in quotes' : ''}`
        : `${what} must ${isShort ? 'not be empty' : `have at most ${maxLength} characters`}`,
    );
    return '';
  }

  choice<const T extends string>(node: unknown, what: string, choices: readonly T[]): T | undefined {
    const value = this.value(node);
    const found = choices.find((choice) => choice === value);
    if (found === undefined) {
      this.fault(node, `${what} must be one of ${choices.join(', ')}${guess(String(value), choices)}`);
    }
    return found;
  }

  percentage(node: unknown, what: string): number {
    const value = this.value(node);
    if (typeof value === 'number' && value >= 0 && value <= 100) return value;
    this.fault(node, `${what} must be a number of 0 to 100`);
    return 0;
  }

  #resolved(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#document) : node;
  }
}

function guess(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}
