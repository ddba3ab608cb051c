import { QueryRejected } from '../../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../../queries/sql-tables.ts';
import { type Growth, type GrowthRule, growthOf } from '../sql-functions.ts';
import { nameIn, type Tree, type TreeNode } from '../sql-tree.ts';
import { ByteBound, type MeasureKind } from './byte-bound.ts';
import { castGrowth } from './cast-growth.ts';
import {
  chained,
  expressionsIn,
  firstName,
  halved,
  literalOf,
  operandsOf,
  parametersOf,
  textOf,
} from './expression-tree.ts';
import { boundOfJsonTree, type GrowingCall, growthRules, textAggregates } from './growth-rules.ts';
import type { GuardedPlaces } from './guarded-places.ts';
import { isSlowLike, likeAsRegexp } from './like-pattern.ts';
import {
  constantExpression,
  fixedExpression,
  mostLevels,
  oneOfExpressions,
  sumOfBounds,
  type VisitedExpression,
} from './visited-expression.ts';

/** What is never longer than this is not worth asking for. */
const SHORT_BYTES = 1_024;
/** DuckDB works out what is made of constants before anything is run, and before anything can be asked. */
const MAX_CONSTANT_BYTES = 1024 * 1024;
/** A number or a time as text; lists and structs of them are longer than they were. */
const BYTES_AS_TEXT = 64;
const TIMES_AS_TEXT = 4;
/** A text in the order of a collation. */
const TIMES_COLLATED = 4;
/** Chains of `||` that are longer are put together by halves: each step copies what is there already. */
const LONG_CHAIN = 8;
/** A lambda with so few of them takes little time for each member. */
const QUICK_EXPRESSIONS = 8;

/** Operators that reach into a value, and functions that do. */
const reaching = new Set(['ARRAY_EXTRACT', 'STRUCT_EXTRACT', 'ARRAY_SLICE']);
const reachingFunctions = new Set(['array_extract', 'element_at', 'list_element', 'list_extract', 'struct_extract']);
/** Aggregates that make a list of what they are given. */
const listAggregates = new Set(['array_agg', 'list']);
/** Those that say yes or no, or a number. */
const answering = /^(?:OPERATOR_NOT|OPERATOR_IS_(?:NOT_)?NULL|COMPARE_(?:NOT_)?IN|GROUPING_FUNCTION)$/;
const textRules: ReadonlySet<GrowthRule> = new Set([
  ...(['concat_ws', 'extract', 'format', 'join', 'left', 'regexp', 'regexp_replace', 'replace', 'substring'] as const),
]);
/** Rules of functions whose result is short, however long they take. */
const fixedRules: ReadonlySet<GrowthRule> = new Set(['search', 'regexp_test']);

type Reads = 'text' | 'any';

/** Where an expression stands. */
export interface Surroundings {
  /** Names that may be those of other items of the SELECT, whose type is not known. */
  readonly aliases: ReadonlySet<string>;
  /** Expressions of GROUP BY by their text: what is grouped by can only be named as a whole. */
  readonly groups: ReadonlyMap<string, TreeNode>;
  /** Parameters of the lambda that it stands in. */
  readonly parameters?: ReadonlySet<string>;
}

interface ExpressionGuardOptions {
  readonly places: GuardedPlaces;
  /** In some places, such as lateral joins, DuckDB does not know the type of a column early enough. */
  readonly areTypesKnown: boolean;
  /** Guards what stands in an expression without being a part of its value, such as a subquery. */
  readonly walk: (tree: Tree, at: Surroundings) => Tree;
}

/** Finds out how much an expression can make, and has it ask for that. */
export class ExpressionGuard {
  readonly #places: GuardedPlaces;
  readonly #areTypesKnown: boolean;
  readonly #walk: (tree: Tree, at: Surroundings) => Tree;

  constructor({ places, areTypesKnown, walk }: ExpressionGuardOptions) {
    this.#places = places;
    this.#areTypesKnown = areTypesKnown;
    this.#walk = walk;
  }

  /** What stands in place of the expression. */
  guard(node: TreeNode, at: Surroundings): TreeNode {
    const visited = this.#visit(node, 'any', at);
    return visited.levels === 0 ? visited.tree : this.#run(visited, at);
  }

  #run({ tree, bound, levels }: VisitedExpression, at: Surroundings, isForced = false): TreeNode {
    const held = bound.times(Math.max(1, levels));
    if (!isForced && held.isConstant && held.constant <= SHORT_BYTES) return tree;
    return this.#places.add(tree, held, at.parameters === undefined ? 'together' : 'lambda');
  }

  #visit(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const isGroup = at.groups.size > 0 && at.groups.has(textOf(node));
    const visited = isGroup ? this.#visitGroup(node, reads, at) : this.#visitAny(node, reads, at);
    const { bound, levels } = visited;
    if (bound.isConstant && bound.constant * levels > MAX_CONSTANT_BYTES) {
      throw new QueryRejected(SQL_FIELD, 'makes texts or lists out of constants that can be longer than 1 MiB');
    }
    return visited;
  }

  #visitAny(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    switch (node.class) {
      case 'COLUMN_REF':
        return this.#visitColumn(node, reads, at);
      case 'CONSTANT':
        return constantExpression(node);
      case 'FUNCTION':
        return this.#visitFunction(node, reads, at);
      case 'WINDOW':
        this.#walkMembers(node, at);
        return growthOf(nameIn(node.function_name))?.kind === 'fixed'
          ? fixedExpression(node)
          : this.#seen(node, reads, at);
      case 'SUBQUERY':
        this.#walkMembers(node, at);
        return node.subquery_type === 'SCALAR' ? this.#measured(node, reads, at, true) : fixedExpression(node);
      case 'STAR':
        this.#walkMembers(node, at);
        return this.#measured(node, reads, at, true);
      case 'CASE':
        return this.#visitCase(node, reads, at);
      case 'CAST':
        return this.#visitCast(node, at);
      case 'COLLATE':
        return this.#visitCollate(node, at);
      case 'OPERATOR':
        return this.#visitOperator(node, reads, at);
      case 'LAMBDA':
        return this.#visitArrow(node, reads, at);
      case 'POSITIONAL_REFERENCE':
      case 'LAMBDA_REF':
        return this.#seen(node, reads, at);
      default:
        this.#walkMembers(node, at);
        return fixedExpression(node);
    }
  }

  #walkMembers(node: TreeNode, at: Surroundings): void {
    for (const [member, part] of Object.entries(node)) node[member] = this.#walk(part, at);
  }

  /** Its name must not be the one of another item of the SELECT: then its type is not known to DuckDB either. */
  #visitColumn(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const isParameter = at.parameters?.has(firstName(node)) === true;
    return this.#measured(node, reads, at, isParameter || !at.aliases.has(firstName(node)));
  }

  /** What was grouped by, guarded as it is in GROUP BY: otherwise the two would not be the same to DuckDB. */
  #visitGroup(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const group = { ...structuredClone(at.groups.get(textOf(node)) as TreeNode), alias: node.alias ?? '' };
    return this.#seen(this.#walk(group, { ...at, groups: new Map() }) as TreeNode, reads, at);
  }

  #visitFunction(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const name = nameIn(node.function_name);
    const growth = growthOf(name);
    if (name === '||') return this.#visitChain(node, at);
    if (name === 'json_tree') return this.#visitJsonTree(node, at);
    switch (growth?.kind) {
      case 'gathered':
        this.#walkMembers(node, { ...at, groups: new Map() });
        return this.#visitGathered(node, reads, at);
      case 'measured':
        this.#walkMembers(node, at);
        return this.#seen(node, reads, at);
      case 'rule':
        return growth.rule === 'like'
          ? this.#visitLike(node, reads, at)
          : this.#visitByRule(node, growth.rule, reads, at);
      case 'slow': {
        const visited = this.#visitArguments(node, growth.reads, undefined, at);
        const working = { tree: node, bound: sumOfBounds(visited), levels: 1 + mostLevels(visited) };
        return fixedExpression(this.#run(working, at));
      }
      case 'linear':
        return this.#visitLinear(node, growth, reads, at);
      default:
        this.#walkMembers(node, at);
        return fixedExpression(node);
    }
  }

  #visitJsonTree(node: TreeNode, at: Surroundings): VisitedExpression {
    const [document] = this.#visitArguments(node, 'text', [0], at) as [VisitedExpression];
    const bound = boundOfJsonTree(document.bound);
    const text = document.levels === 0 ? document.tree : this.#run(document, at);
    if (!bound.isConstant) (node.children as TreeNode[])[0] = this.#places.add(text, bound, 'in turn');
    return fixedExpression(node);
  }

  #visitGathered(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const name = nameIn(node.function_name);
    if (textAggregates.has(name)) return this.#seen(node, 'text', at);
    const [gathered] = (node.children ?? []) as TreeNode[];
    if (gathered === undefined || !listAggregates.has(name)) return this.#seen(node, reads, at);
    const kind = this.#areTypesKnown ? 'gathered' : 'gatheredOther';
    return { tree: node, bound: ByteBound.ofPart(kind, this.#partOf(gathered, at, true)), levels: 0 };
  }

  #visitLinear(node: TreeNode, growth: Extract<Growth, { kind: 'linear' }>, reads: Reads, at: Surroundings) {
    const visited = this.#visitArguments(node, growth.reads, growth.places, at);
    const isPart = reachingFunctions.has(nameIn(node.function_name)) && visited[0]?.isColumn === true;
    if (isPart) return this.#measured(node, reads, at, true);
    const bound = sumOfBounds(visited).times(growth.times).plus(growth.plus);
    return { tree: node, bound, levels: 1 + mostLevels(visited), isText: growth.makes === 'text' };
  }

  /** Those that count; all others are guarded by themselves. */
  #visitArguments(node: TreeNode, reads: Reads, places: readonly number[] | undefined, at: Surroundings) {
    const children = node.children as TreeNode[];
    const counted: VisitedExpression[] = [];
    for (const [place, child] of children.entries()) {
      if (places === undefined || places.includes(place)) {
        const visited = this.#visit(child, reads, at);
        children[place] = visited.tree;
        counted.push(visited);
      } else children[place] = this.#walk(child, at) as TreeNode;
    }
    return counted;
  }

  #visitByRule(node: TreeNode, rule: GrowthRule, reads: Reads, at: Surroundings): VisitedExpression {
    const [children, visited] = [node.children as TreeNode[], [] as VisitedExpression[]];
    const read = (place: number, argumentReads: Reads): VisitedExpression => {
      const argument = this.#visit(children[place] as TreeNode, argumentReads, at);
      children[place] = argument.tree;
      visited.push(argument);
      return argument;
    };
    const call: GrowingCall = {
      count: children.length,
      read: (place, argumentReads) =>
        place < children.length ? read(place, argumentReads).bound : ByteBound.ofBytes(0),
      readAsText: (place) => this.#boundAsText(read(place, 'any'), at),
      setApart: (...places) => {
        for (const place of places) {
          const child = children[place];
          if (child !== undefined) children[place] = this.#setApart(child, at);
        }
      },
      literal: (place) => literalOf(children[place]),
      readLambda: (place, list) => this.#visitLambda(children[place], list, at),
    };
    const bound = growthRules[rule](call);
    if (bound === 'measured' || bound === 'fixed') call.setApart(...children.keys());
    if (bound === 'measured') return this.#seen(node, reads, at);
    if (bound === 'fixed') return fixedExpression(node);
    const grown = { tree: node, bound, levels: 1 + mostLevels(visited), isText: textRules.has(rule) };
    return fixedRules.has(rule) ? fixedExpression(this.#run(grown, at)) : grown;
  }

  #setApart(child: TreeNode, at: Surroundings): TreeNode {
    if (child.class !== 'LAMBDA' || literalOf(child.expr as TreeNode) !== undefined) {
      return this.#walk(child, at) as TreeNode;
    }
    this.#visitLambda(child, undefined, at);
    return child;
  }

  /**
   * The body of a lambda asks for the members at hand: otherwise a long list could not be interrupted. One that is quick
   * need not when the list is asked for with all that becomes of its members.
   */
  #visitLambda(lambda: TreeNode | undefined, list: ByteBound | undefined, at: Surroundings): ByteBound {
    if (lambda?.class !== 'LAMBDA') return ByteBound.ofBytes(0);
    const parameters = new Set([...(at.parameters ?? []), ...parametersOf(lambda.lhs as TreeNode)]);
    const inside = { ...at, parameters };
    const isQuick = expressionsIn(lambda.expr ?? null) <= QUICK_EXPRESSIONS;
    const body = this.#visit(lambda.expr as TreeNode, 'any', inside);
    lambda.expr = isQuick && list !== undefined ? body.tree : this.#run(body, inside, true);
    return list === undefined ? body.bound : body.bound.forEachOf(list, this.#places.isOfMember);
  }

  /** `a || b || c …`, however long. */
  #visitChain(node: TreeNode, at: Surroundings): VisitedExpression {
    const operands = operandsOf(node).map((operand) => this.#visit(operand, 'any', at));
    const trees = operands.map(({ tree }) => tree);
    const isLong = trees.length > LONG_CHAIN;
    const steps = isLong ? Math.ceil(Math.log2(trees.length)) : trees.length - 1;
    return {
      tree: isLong ? halved(node, trees) : chained(node, trees),
      bound: ByteBound.sum(operands.map((operand) => this.#boundAsText(operand, at))),
      levels: steps + mostLevels(operands),
      isText: operands.some(({ isText }) => isText),
    };
  }

  /** A pattern that takes long becomes a regular expression; one that comes from data is worked out beforehand. */
  #visitLike(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const [, pattern, escaping] = node.children as TreeNode[];
    const [written, escapeCharacter = ''] = [literalOf(pattern), literalOf(escaping)];
    if (written !== undefined) {
      if (isSlowLike(written, escapeCharacter !== '')) {
        return this.#visitAny(likeAsRegexp(node, written, escapeCharacter), reads, at);
      }
      this.#walkMembers(node, at);
      return fixedExpression(node);
    }
    node.children = (node.children as TreeNode[]).map((child) => this.#walk(child, at));
    const [textTree, patternTree] = node.children as [TreeNode, TreeNode];
    const bound = ByteBound.ofLike(this.#partOf(textTree, at, true), this.#partOf(patternTree, at, true));
    return fixedExpression(this.#run({ tree: node, bound, levels: 1 }, at));
  }

  #visitCase(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const checks = node.case_checks as TreeNode[];
    for (const check of checks) check.when_expr = this.#walk(check.when_expr ?? null, at);
    const results = checks.map((check) => this.#visitMember(check, 'then_expr', reads, at));
    if (node.else_expr !== null) results.push(this.#visitMember(node, 'else_expr', reads, at));
    return oneOfExpressions(node, results);
  }

  #visitMember(node: TreeNode, member: string, reads: Reads, at: Surroundings): VisitedExpression {
    const visited = this.#visit(node[member] as TreeNode, reads, at);
    node[member] = visited.tree;
    return visited;
  }

  #visitCast(node: TreeNode, at: Surroundings): VisitedExpression {
    const growth = castGrowth(node.cast_type as TreeNode);
    if (growth === undefined || growth === 'fixed') {
      this.#walkMembers(node, at);
      return fixedExpression(node);
    }
    const child = this.#visitMember(node, 'child', 'any', at);
    const levels = child.levels + 1;
    if (growth === 'text') return { tree: node, bound: this.#boundAsText(child, at), levels, isText: true };
    return { tree: node, bound: child.bound.times(growth.times).plus(growth.plus), levels };
  }

  #boundAsText({ tree, bound, isText, isColumn }: VisitedExpression, at: Surroundings): ByteBound {
    if (isText) return bound;
    if (isColumn && this.#areTypesKnown) return ByteBound.ofPart('columnAsText', this.#partOf(tree, at, false));
    return bound.times(TIMES_AS_TEXT).plus(BYTES_AS_TEXT);
  }

  /** It must stay outside, or it would be forgotten. What it is compared with is made of it. */
  #visitCollate(node: TreeNode, at: Surroundings): VisitedExpression {
    const { tree, bound, levels } = this.#visit(node.child as TreeNode, 'text', at);
    node.child = this.#run({ tree, bound: bound.times(TIMES_COLLATED), levels: levels + 1 }, at);
    return this.#seen(node, 'text', at);
  }

  #visitOperator(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const type = String(node.type);
    if (type === 'OPERATOR_COALESCE' || type === 'OPERATOR_TRY') {
      return oneOfExpressions(node, this.#visitArguments(node, reads, undefined, at));
    }
    if (reaching.has(type)) {
      const [value] = this.#visitArguments(node, 'any', [0], at) as [VisitedExpression];
      if (type !== 'ARRAY_SLICE' && value.isColumn) return this.#measured(node, reads, at, true);
      return { tree: node, bound: value.bound, levels: value.levels + 1 };
    }
    if (type === 'ARRAY_CONSTRUCTOR') {
      const visited = this.#visitArguments(node, 'any', undefined, at);
      return { tree: node, bound: sumOfBounds(visited).times(2), levels: 1 + mostLevels(visited) };
    }
    if (!answering.test(type)) {
      throw new QueryRejected(SQL_FIELD, `uses unsupported syntax: ${type.toLowerCase()}`);
    }
    this.#walkMembers(node, at);
    return fixedExpression(node);
  }

  /** `a -> 'b'` where no lambda can be: a member of a JSON. */
  #visitArrow(node: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    const isWritten = literalOf(node.expr as TreeNode) !== undefined;
    if (isWritten) {
      const { bound, levels } = this.#visitMember(node, 'lhs', 'text', at);
      return { tree: node, bound, levels: levels + 1, isText: true };
    }
    this.#walkMembers(node, at);
    return this.#seen(node, reads, at);
  }

  /** What can only be measured once it is there. */
  #seen(tree: TreeNode, reads: Reads, at: Surroundings): VisitedExpression {
    return this.#measured(tree, reads, at, false);
  }

  #measured(tree: TreeNode, reads: Reads, at: Surroundings, isColumn: boolean): VisitedExpression {
    const kind: MeasureKind = reads === 'text' ? 'text' : isColumn && this.#areTypesKnown ? 'column' : 'other';
    const bound = ByteBound.ofPart(kind, this.#partOf(tree, at, !isColumn || tree.class === 'SUBQUERY'));
    return { tree, bound, levels: 0, isColumn, isText: reads === 'text' };
  }

  #partOf(tree: TreeNode, { parameters }: Surroundings, isSlow: boolean): number {
    return this.#places.partOf(tree, { ...(parameters === undefined ? {} : { parameters }), isSlow });
  }
}
