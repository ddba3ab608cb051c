import { checkRegex } from './check-regex.ts';
import { COHORT_FIELD } from './cohort-condition.ts';
import { dottedNumberIn, parseSemVer } from './version-order.ts';

/** Something that must not be saved. `path` is dotted: `rules.0.conditions.1.values`. */
export interface TargetingProblem {
  readonly path: string;
  readonly message: string;
}

const maxValues = 100;
const maxValueLength = 1024;
const maxFieldLength = 128;

const presenceOps = ['exists', 'not_exists'];
const equalityOps = ['eq', 'neq', 'in', 'not_in'];
const orderOps = ['gt', 'gte', 'lt', 'lte'];
const textOps = ['contains', 'not_contains', 'starts_with', 'ends_with', 'regex'];
const semVerOps = ['semver_gt', 'semver_gte', 'semver_lt', 'semver_lte'];
const setFields = new Set<unknown>(['user_group', COHORT_FIELD]);
const ops = new Set<unknown>([...presenceOps, ...equalityOps, ...orderOps, ...textOps, ...semVerOps]);

export function validateCondition(condition: unknown, path: string): TargetingProblem[] {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) {
    return [{ path, message: 'must be an object' }];
  }
  const { field, op, values } = condition as Record<string, unknown>;
  const found: TargetingProblem[] = [];
  if (typeof field !== 'string' || field === '' || field.length > maxFieldLength) {
    found.push({ path: `${path}.field`, message: `must be a text of 1 to ${maxFieldLength} characters` });
  }
  const opMessage = opProblem(field, op);
  if (opMessage !== undefined) return [...found, { path: `${path}.op`, message: opMessage }];
  return [...found, ...valuesProblems(field, op as string, values, `${path}.values`)];
}

function opProblem(field: unknown, op: unknown): string | undefined {
  if (!ops.has(op)) return 'is not an operator';
  const isSetOp = !setFields.has(field) || equalityOps.includes(op as string);
  return isSetOp ? undefined : `must be one of ${equalityOps.join(', ')} for ${field}`;
}

function valuesProblems(field: unknown, op: string, values: unknown, path: string): TargetingProblem[] {
  if (presenceOps.includes(op)) {
    const isEmpty = values === undefined || values === null || (Array.isArray(values) && values.length === 0);
    return isEmpty ? [] : [{ path, message: `must be empty for ${op}` }];
  }
  if (!Array.isArray(values) || values.length === 0 || values.length > maxValues) {
    return [{ path, message: `must be a list of 1 to ${maxValues}` }];
  }
  return values.flatMap((value: unknown, index) => {
    const message = valueProblem(field, op, value);
    return message === undefined ? [] : [{ path: `${path}.${index}`, message }];
  });
}

/** Refuses what could never match as well, because nobody means that. */
function valueProblem(field: unknown, op: string, value: unknown): string | undefined {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  const isText = typeof value === 'string' && value.length <= maxValueLength;
  if (!isText && !isNumber && typeof value !== 'boolean') {
    return `must be a text of at most ${maxValueLength} characters, a number or a boolean`;
  }
  if (field === 'user_group' && !isText) return 'must be the key of a group';
  if (field === COHORT_FIELD && !isText) return 'must be the key of a cohort';
  if (textOps.includes(op) && !isText) return `must be a text for ${op}`;
  if (op === 'regex') return checkRegex(String(value));
  if (semVerOps.includes(op) && parseSemVer(String(value)) === undefined) return 'must be a version such as 1.2.3';
  if (!orderOps.includes(op)) return undefined;
  if (typeof value === 'boolean') return `must be a number or a text for ${op}`;
  const isVersion = field === 'app_version' || field === 'os_version';
  return isVersion && dottedNumberIn(String(value)) === undefined ? 'must hold a version number' : undefined;
}
