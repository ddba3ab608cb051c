import { describe, expect, test } from 'vitest';
import { changeHref } from './change-href.ts';
import { changeSentence } from './change-sentence.ts';
import { type Change, sentenceText } from './sentence.ts';

const change = (part: Partial<Change>): Change => ({
  id: '0190a6c4-2222-7abc-8def-000000000001',
  entity_type: 'flag',
  entity_id: 'id-1',
  entity_key: 'photo_search',
  environment_id: null,
  action: 'updated',
  actor: { kind: 'member', id: 'ada', name: 'Ada' },
  before: null,
  after: null,
  comment: null,
  config_version: null,
  created_at: '2026-03-01T00:00:00.000Z',
  ...part,
});

const said = (part: Partial<Change>, environment?: string): string =>
  sentenceText(changeSentence(change(part), environment)).replaceAll('\u202f', ' ');

const targeting = (percentage: number, value: unknown = true) => ({
  rollout: { id: 'r', percentage, value },
  rules: [],
});
const rule = (id: string, value: unknown = true) => ({
  id,
  name: null,
  conditions: [],
  value,
  percentage: 100,
  enabled: true,
});

test('an experiment is completed with a winner', () => {
  const completed = { entity_type: 'experiment', entity_key: 'button', action: 'completed', after: { winner: 'blue' } };
  expect(said(completed, 'production')).toBe('Completed experiment button with winner blue in production');
});

test('a crash is assigned to somebody, and commented on', () => {
  const crash = { entity_type: 'crash_group', entity_key: 'TypeError' };
  const assigned = { ...crash, action: 'assigned', before: { assignee: null } };
  expect(said({ ...assigned, after: { assignee: { email: 'a@b.c', name: 'Grace' } } }, 'production')).toBe(
    'Assigned crash TypeError to Grace in production',
  );
  expect(said({ ...assigned, after: { assignee: { email: 'a@b.c', name: null } } })).toBe(
    'Assigned crash TypeError to a@b.c',
  );
  expect(said({ ...crash, action: 'unassigned' })).toBe('Unassigned crash TypeError');
  expect(said({ ...crash, action: 'comment_deleted' })).toBe('Deleted a comment on crash TypeError');
});

describe('a change of targeting', () => {
  const rollout = (before: unknown, after: unknown) =>
    said(
      {
        entity_type: 'targeting',
        action: 'rollout_set',
        before: before as Change['before'],
        after: after as Change['after'],
      },
      'production',
    );

  test('says whether the rollout was raised or lowered, and where', () => {
    expect(rollout(targeting(10), targeting(40))).toBe(
      'Raised the rollout of photo_search from 10 % to 40 % in production',
    );
    expect(rollout(targeting(40), targeting(5))).toBe(
      'Lowered the rollout of photo_search from 40 % to 5 % in production',
    );
    expect(rollout({ rollout: null, rules: [] }, targeting(25))).toBe(
      'Set the rollout of photo_search to true for 25 % in production',
    );
    expect(rollout(targeting(25, 'a'), targeting(25, 'b'))).toBe(
      'Changed the value of the rollout of photo_search to b in production',
    );
    expect(rollout(targeting(25, 'a'), targeting(30, 'b'))).toContain('to 30 % with b instead of a');
  });

  test('counts the rules that came, went and changed', () => {
    const rules = (before: unknown[], after: unknown[]) =>
      said({ entity_type: 'targeting', action: 'rules_replaced', before: { rules: before }, after: { rules: after } });
    expect(rules([], [rule('a')])).toBe('Added 1 rule to photo_search');
    expect(rules([rule('a'), rule('b')], [rule('a', false), rule('c'), rule('d')])).toBe(
      'Added 2 rules, changed 1 rule, removed 1 rule of photo_search',
    );
    expect(rules([rule('a'), rule('b')], [rule('b'), rule('a')])).toBe(
      'Changed the order of the rules of photo_search',
    );
  });

  test('gives the reason of a kill', () => {
    const kill = { value: false, reason: 'it crashes', at: '2026-03-01T00:00:00.000Z' };
    expect(said({ entity_type: 'targeting', action: 'killed', after: { kill } }, 'production')).toBe(
      'Killed photo_search with false in production: it crashes',
    );
  });
});

describe('a change of anything else', () => {
  test('names the fields, and a new name as such', () => {
    expect(said({ before: { name: 'A', tags: [] }, after: { name: 'A', tags: ['x'], updated_at: 'now' } })).toBe(
      'Changed tags of flag photo_search',
    );
    expect(said({ before: { name: 'A' }, after: { name: 'B' } })).toBe('Renamed flag photo_search to “B”');
    expect(said({ before: { status: 'active' }, after: { status: 'deprecated' } })).toBe(
      'Marked flag photo_search as deprecated',
    );
  });

  test('the kind of a flag is its purpose, as on its page; that of others is named as it is', () => {
    const kinds = { before: { kind: 'release' }, after: { kind: 'operational' } };
    expect(said(kinds)).toBe('Changed purpose of flag photo_search');
    expect(said({ ...kinds, entity_type: 'group', entity_key: 'beta' })).toBe('Changed kind of group beta');
  });

  test('of the project says what it is now', () => {
    const project = (before: Change['before'], after: Change['after']) =>
      said({ entity_type: 'project', entity_key: 'shop', before, after });
    expect(project({ timezone: 'UTC' }, { timezone: 'Europe/Berlin' })).toBe(
      'Changed the time zone of the project to Europe/Berlin',
    );
    expect(project({ retention_days: null }, { retention_days: 90 })).toBe(
      'Changed the retention of events to 90 days',
    );
    expect(project({ retention_days: 90 }, { retention_days: null })).toBe(
      'Changed the retention of events to forever',
    );
  });

  test('of members and invitations says who became what, and who left', () => {
    const member = { entity_type: 'member', entity_id: 'bob', entity_key: 'bob@example.com' };
    expect(said({ ...member, action: 'role_granted', before: { role: 'viewer' }, after: { role: 'editor' } })).toBe(
      'Changed the role of bob@example.com from viewer to editor',
    );
    expect(said({ ...member, action: 'role_granted', after: { role: 'admin' } })).toBe(
      'Made bob@example.com admin of the project',
    );
    expect(said({ ...member, action: 'removed' })).toBe('Removed bob@example.com from the project');
    expect(said({ ...member, entity_id: 'ada', action: 'removed' })).toBe('Left the project: bob@example.com');
    const invitation = { entity_type: 'invitation', entity_key: 'eve@example.com', action: 'created' };
    expect(said({ ...invitation, after: { role: 'viewer' } })).toBe('Invited eve@example.com as viewer');
  });

  test('of keys and groups is reported with their kind and whom', () => {
    expect(
      said(
        { entity_type: 'api_key', entity_key: 'web', action: 'revoked', after: { kind: 'publishable' } },
        'production',
      ),
    ).toBe('Revoked publishable key web in production');
    expect(
      said({ entity_type: 'group_member', entity_key: 'testers', action: 'added', after: { user_id: 'u1' } }),
    ).toBe('Added u1 to group testers');
    expect(said({ entity_type: 'job', entity_key: 'erase_user', action: 'requested' })).toBe(
      'Requested erasure of a user',
    );
  });

  test('that nobody has words for is still told', () => {
    expect(said({ entity_type: 'new_thing', entity_key: 'x', action: 'turned_around' })).toBe(
      'Turned around new thing x',
    );
  });

  test('with a very long value stays a sentence', () => {
    expect(said({ before: { name: 'A' }, after: { name: 'x'.repeat(10_000) } }).length).toBeLessThan(200);
  });
});

test('things that have a page are linked to it, in the environment that was changed', () => {
  const scope = { project: 'shop', environment: 'staging' };
  expect(changeHref(change({ entity_type: 'targeting' }), scope)).toBe('/p/shop/staging/flags/photo_search');
  expect(changeHref(change({ entity_type: 'crash_group' }), scope)).toBe('/p/shop/staging/crashes/id-1');
  expect(changeHref(change({ entity_type: 'api_key' }), scope)).toBeUndefined();
  expect(changeHref(change({ entity_type: 'dashboard', action: 'archived' }), scope)).toBeUndefined();
});
