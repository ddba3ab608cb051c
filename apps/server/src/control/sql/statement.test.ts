import { expect, test } from 'vitest';
import { renderStatement } from './render-statement.ts';
import { chosenId, integer, listOf, nullable, text } from './sql-type.ts';
import { statement } from './statement.ts';

test('parameters are numbered in the order of their types, and one may stand twice', () => {
  const find = statement({
    sql: 'SELECT id FROM flags WHERE (:status IS NULL OR status = :status) AND project_id = :projectId LIMIT :limit',
    params: { projectId: text, status: nullable(text), limit: integer },
    row: { id: text },
  });
  expect(renderStatement(find, 'sqlite')).toBe(
    'SELECT id FROM flags WHERE (?2 IS NULL OR status = ?2) AND project_id = ?1 LIMIT ?3',
  );
  expect(renderStatement(find, 'postgres')).toBe(
    'SELECT id FROM flags WHERE ($2::text IS NULL OR status = $2::text) AND project_id = $1::text LIMIT $3::bigint',
  );
});

const translations = [
  {
    name: 'a list',
    sql: 'SELECT 1 FROM t WHERE id IN :ids',
    params: { ids: listOf(text) },
    sqlite: 'SELECT 1 FROM t WHERE id IN (SELECT value FROM json_each(?1))',
    postgres: 'SELECT 1 FROM t WHERE id = ANY($1::text[])',
  },
  {
    name: 'an element of a JSON array',
    sql: 'SELECT 1 FROM t WHERE json_has(t.tags, :tag)',
    params: { tag: text },
    sqlite: 'SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM json_each(t.tags) WHERE value = ?1)',
    postgres: 'SELECT 1 FROM t WHERE json_has(t.tags, $1::text)',
  },
  {
    name: 'a member of a JSON object',
    sql: "SELECT 1 FROM t WHERE lower(json_text(attributes, 'email')) = lower(:email)",
    params: { email: text },
    sqlite: "SELECT 1 FROM t WHERE lower(json_extract(attributes, '$.email')) = lower(?1)",
    postgres: `SELECT 1 FROM t WHERE lower(json_text(attributes, 'email')) = lower($1::text COLLATE "C")`,
  },
  {
    name: 'functions with other names',
    sql: 'UPDATE t SET a = greatest(a, :b), c = least(c, :b) WHERE strpos(d, :e) > 0',
    params: { b: integer, e: text },
    sqlite: 'UPDATE t SET a = max(a, ?1), c = min(c, ?1) WHERE instr(d, ?2) > 0',
    postgres: 'UPDATE t SET a = greatest(a, $1::bigint), c = least(c, $1::bigint) WHERE strpos(d, $2::text) > 0',
  },
  {
    name: 'names of columns in mixed case',
    sql: 'SELECT project_id AS projectId, count(*) AS count FROM t',
    params: {},
    sqlite: 'SELECT project_id AS projectId, count(*) AS count FROM t',
    postgres: 'SELECT project_id AS "projectId", count(*) AS count FROM t',
  },
];
for (const { name, sql, params, sqlite, postgres } of translations) {
  test(`each engine gets its own spelling: ${name}`, () => {
    const translated = statement({ sql, params });
    expect(renderStatement(translated, 'sqlite')).toBe(sqlite);
    expect(renderStatement(translated, 'postgres')).toBe(postgres);
  });
}

test('a parameter without a type, or a type without a parameter, shows when the module is loaded', () => {
  expect(() => statement({ sql: 'SELECT 1 WHERE :a = :b', params: { a: text } })).toThrow('do not fit: b');
  expect(() => statement({ sql: 'SELECT 1 WHERE :a = 1', params: { a: text, c: chosenId } })).toThrow('do not fit: c');
});
