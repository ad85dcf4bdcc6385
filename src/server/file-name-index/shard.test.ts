import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fold } from '#shared/fold.ts';
import { makeShard } from './shard.ts';
import type { FirstRowsQuery, SearchScope, Shard } from './shard.ts';

type FileRow = { id: number; name: string; team?: number; type?: number; user?: number; size?: number; at?: string };

const lineOf = ({ id, name, team = 1, type = 1, user = 1, size = 0, at = '2026-01-01T00:00:00.000Z' }: FileRow) =>
  [id, team, type, user, size, at, fold(name)].join('\t');

const linesOf = (files: FileRow[]) => files.map(lineOf).join('\n');

const everything: SearchScope = {
  callerId: 1,
  seenTeamIds: undefined,
  teamId: undefined,
  typeId: undefined,
  sinceMs: undefined,
  matchingTeamIds: [],
  matchingUserIds: [],
  also: [],
  without: [],
};

const newestFirst: FirstRowsQuery = {
  groupBy: 'type',
  groupId: undefined,
  key: 'uploaded',
  typeRanks: undefined,
  after: undefined,
  limit: 100,
};

function shardWith(files: FileRow[]): Shard {
  const shard = makeShard({ shard: 0, shards: 1 });
  shard.update(linesOf(files));
  return shard;
}

const idsOf = (shard: Shard, text: string, scope: Partial<SearchScope> = {}, rows: Partial<FirstRowsQuery> = {}) =>
  shard
    .search({ scope: { ...everything, ...scope }, text, firstRows: { ...newestFirst, ...rows } })
    .firsts.flatMap(({ files }) => files.map(({ id }) => id));

const sortedIds = (...search: Parameters<typeof idsOf>) => idsOf(...search).toSorted((one, other) => one - other);

describe('a shard', () => {
  describe('finds any part of a name', () => {
    const names = [
      'Invoice 2026.pdf',
      'ÉTÉ À LYON.txt',
      'e\u0301te\u0301 decomposed',
      'Ωμέγα ΑΣ',
      '装箱单.xlsx',
      '🚢 manifest',
      'ﬁnal ﬂag',
      'İstanbul',
      'straße',
      'אבג',
      '%_[a]*\\',
      'a',
    ];
    const shard = shardWith(names.map((name, index) => ({ id: index + 1, name })));
    const cases: [title: string, text: string, expected: string[]][] = [
      ['in the middle', 'oice 20', ['Invoice 2026.pdf']],
      ['at the start', 'invoice', ['Invoice 2026.pdf']],
      ['at the end', '.pdf', ['Invoice 2026.pdf']],
      ['in upper case', 'INVOICE', ['Invoice 2026.pdf']],
      ['two letters', 'vo', ['Invoice 2026.pdf']],
      ['one letter', '箱', ['装箱单.xlsx']],
      ['accents of the name', 'ete a', ['ÉTÉ À LYON.txt']],
      ['accents of the text', 'été', ['ÉTÉ À LYON.txt', 'e\u0301te\u0301 decomposed']],
      ['combining marks of the text', 'e\u0301t', ['ÉTÉ À LYON.txt', 'e\u0301te\u0301 decomposed']],
      ['a final sigma', 'ας', ['Ωμέγα ΑΣ']],
      ['an emoji of two code units', '🚢', ['🚢 manifest']],
      ['a ligature', 'final', ['ﬁnal ﬂag']],
      ['a dotted capital I', 'istan', ['İstanbul']],
      ['a sharp s', 'straß', ['straße']],
      ['right-to-left letters', 'בג', ['אבג']],
      ['characters that are special in SQL', '%_', ['%_[a]*\\']],
      ['a backslash', '\\', ['%_[a]*\\']],
      ['nothing', 'zzqx', []],
      ['nothing across two names', 'pdfete', []],
      ['nothing across the separator of two names', 'pdf\nete', []],
      ['nothing longer than all names', 'x'.repeat(5_000), []],
    ];
    for (const [title, text, expected] of cases) {
      test(title, () => {
        const found = sortedIds(shard, fold(text)).map((id) => names[id - 1]);
        assert.deepEqual(found, expected);
      });
    }
  });

  test('finds the same rows as a comparison with each name', () => {
    const words = ['invoice', 'INV', 'voice', 'list', 'pdf', 'p'];
    const files = Array.from({ length: 30_000 }, (_, index) => ({
      id: index + 1,
      // Long runs with and without matches, so that the search changes its method.
      name: `${words[Math.floor(index / 5_000) % words.length]} ${index}${index % 7 === 0 ? '.pdf' : ''}`,
      team: (index % 3) + 1,
      user: index % 5,
    }));
    const shard = shardWith(files);
    for (const text of ['invoice', 'inv', 'pdf', 'p', '1', '99', 'e 1', 'no such name']) {
      for (const scope of [{}, { matchingTeamIds: [2] }, { matchingUserIds: [4] }, { seenTeamIds: [1] }]) {
        const { matchingTeamIds, matchingUserIds, seenTeamIds } = { ...everything, ...scope };
        const expected = files.filter(
          (file) =>
            (seenTeamIds === undefined || seenTeamIds.includes(file.team) || file.user === everything.callerId) &&
            (fold(file.name).includes(text) ||
              matchingTeamIds.includes(file.team) ||
              matchingUserIds.includes(file.user)),
        );
        const { counts } = shard.search({ scope: { ...everything, ...scope }, text, firstRows: undefined });
        const sum = counts.reduce((files, count) => files + count.files, 0);
        assert.equal(sum, expected.length, `${text} ${JSON.stringify(scope)}`);
      }
    }
  });

  describe('applies changes', () => {
    const steps: [title: string, update: Parameters<Shard['update']>, text: string, expected: number[]][] = [
      ['a rename: not found by the old name', [linesOf([{ id: 2, name: 'second.txt' }]), [2]], 'two', []],
      ['a rename: found by the new name', ['', []], 'second', [2]],
      ['a second rename', [linesOf([{ id: 2, name: 'zwei.txt' }]), [2]], 'txt', [1, 2, 5]],
      ['a deletion', ['', [1]], 'txt', [2, 5]],
      ['the same deletion again', ['', [1]], 'txt', [2, 5]],
      ['the deletion of an unknown id', ['', [3, 4, 99]], 'txt', [2, 5]],
      ['a restored file', [linesOf([{ id: 1, name: 'one.txt' }]), [1]], 'txt', [1, 2, 5]],
      ['a new file', [linesOf([{ id: 6, name: 'six.txt' }]), [6]], 'txt', [1, 2, 5, 6]],
      ['the deletion of a renamed file', ['', [2]], 'txt', [1, 5, 6]],
      ['a new file with a lower id than the last', [linesOf([{ id: 3, name: 'three.txt' }]), [3]], 'txt', [1, 3, 5, 6]],
    ];
    for (const [index, [title, , text, expected]] of steps.entries()) {
      test(title, () => {
        const shard = shardWith([
          { id: 1, name: 'one.txt' },
          { id: 2, name: 'two.txt' },
          { id: 5, name: 'five.txt' },
        ]);
        for (const [, update] of steps.slice(0, index + 1)) shard.update(...update);
        assert.deepEqual(sortedIds(shard, text), expected);
      });
    }
  });

  describe('returns only files in the scope', () => {
    const shard = shardWith([
      { id: 1, name: 'own team', team: 1, type: 1, user: 10, at: '2026-01-01T00:00:00.000Z' },
      { id: 2, name: 'own file elsewhere', team: 2, type: 1, user: 1, at: '2026-02-01T00:00:00.000Z' },
      { id: 3, name: 'other team', team: 2, type: 2, user: 10, at: '2026-03-01T00:00:00.000Z' },
      { id: 4, name: 'unrelated', team: 3, type: 2, user: 11, at: '2026-04-01T00:00:00.000Z' },
    ]);
    const cases: [title: string, scope: Partial<SearchScope>, text: string, expected: number[]][] = [
      ['all teams', {}, 'e', [1, 2, 3, 4]],
      ['one team, and own files of others', { seenTeamIds: [1] }, 'e', [1, 2]],
      ['no team, only own files', { seenTeamIds: [] }, 'e', [2]],
      ['a team as a filter', { teamId: 2 }, 'e', [2, 3]],
      ['a filter by a team whose files the caller may not see', { seenTeamIds: [1], teamId: 2 }, 'e', [2]],
      ['a type as a filter', { typeId: 2 }, 'e', [3, 4]],
      ['a team without files', { teamId: 9 }, 'e', []],
      ['uploaded since', { sinceMs: Date.parse('2026-03-01T00:00:00.000Z') }, 'e', [3, 4]],
      ['a team whose name matches', { matchingTeamIds: [3] }, 'own', [1, 2, 4]],
      ['a matching team whose files the caller may not see', { matchingTeamIds: [3], seenTeamIds: [1] }, 'own', [1, 2]],
      ['an uploader whose name matches', { matchingUserIds: [11] }, 'own', [1, 2, 4]],
      ['an uploader who is not in the index', { matchingUserIds: [1_000_000] }, 'own', [1, 2]],
    ];
    for (const [title, scope, text, expected] of cases)
      test(title, () => assert.deepEqual(sortedIds(shard, text, scope), expected));
  });

  test('counts by team and type', () => {
    const shard = shardWith([
      { id: 1, name: 'a', team: 1, type: 1 },
      { id: 2, name: 'a', team: 1, type: 2 },
      { id: 3, name: 'a', team: 1, type: 2 },
      { id: 4, name: 'b', team: 2, type: 1 },
    ]);
    const { counts, firsts } = shard.search({ scope: everything, text: 'a', firstRows: undefined });
    assert.deepEqual(counts, [
      { team_id: 1, file_type_id: 1, files: 1 },
      { team_id: 1, file_type_id: 2, files: 2 },
    ]);
    assert.deepEqual(firsts, []);
  });

  describe('sorts and pages', () => {
    const shard = shardWith([
      { id: 1, name: 'x', type: 1, team: 1, size: 30, at: '2026-01-03T00:00:00.000Z' },
      { id: 2, name: 'x', type: 2, team: 1, size: 10, at: '2026-01-01T00:00:00.000Z' },
      { id: 3, name: 'x', type: 1, team: 1, size: 30, at: '2026-01-02T00:00:00.000Z' },
      { id: 4, name: 'x', type: 3, team: 1, size: 20, at: '2026-01-04T00:00:00.000Z' },
    ]);
    const byTeam: Partial<FirstRowsQuery> = { groupBy: 'team' };
    const at = (moment: string) => Date.parse(`${moment}T00:00:00.000Z`);
    const byName: [number, number][] = [
      [2, 0],
      [1, 1],
    ];
    const cases: [title: string, rows: Partial<FirstRowsQuery>, expected: number[]][] = [
      ['newest first', byTeam, [4, 1, 3, 2]],
      ['largest first, equal sizes by id', { ...byTeam, key: 'size' }, [3, 1, 4, 2]],
      ['by type, types without a rank last', { ...byTeam, typeRanks: byName }, [2, 1, 3, 4]],
      ['a limit', { ...byTeam, limit: 2 }, [4, 1]],
      ['the next page', { ...byTeam, limit: 2, after: { rank: 0, key: at('2026-01-03'), id: 1 } }, [3, 2]],
      ['the next page among equal keys', { ...byTeam, key: 'size', after: { rank: 0, key: 30, id: 3 } }, [1, 4, 2]],
      [
        'the next page by type',
        { ...byTeam, typeRanks: byName, after: { rank: 1, key: at('2026-01-03'), id: 1 } },
        [3, 4],
      ],
      ['a page behind the last row', { ...byTeam, after: { rank: 0, key: at('2026-01-01'), id: 2 } }, []],
      ['one group', { groupId: 1 }, [1, 3]],
      ['a group that does not exist', { groupId: 9 }, []],
      ['each group by itself', { limit: 1 }, [1, 2, 4]],
    ];
    for (const [title, rows, expected] of cases)
      test(title, () => assert.deepEqual(idsOf(shard, 'x', {}, rows), expected));
  });

  test('stores only the files of its own shard', () => {
    const lines = linesOf([1, 2, 3, 4, 5].map((id) => ({ id, name: 'x' })));
    const shards = [0, 1, 2].map((shard) => makeShard({ shard, shards: 3 }));
    for (const shard of shards) shard.update(lines);
    assert.deepEqual(
      shards.map((shard) => sortedIds(shard, 'x')),
      [[3], [1, 4], [2, 5]],
    );
  });

  test('returns no files while it is empty and after all files were deleted', () => {
    const shard = shardWith([]);
    assert.deepEqual(shard.search({ scope: everything, text: 'a', firstRows: newestFirst }), {
      counts: [],
      firsts: [],
    });
    shard.update(linesOf([{ id: 1, name: 'a' }]));
    shard.update('', [1]);
    assert.deepEqual(shard.search({ scope: everything, text: 'a', firstRows: newestFirst }).counts, []);
  });

  test('stores names of any length and grows', () => {
    const files = Array.from({ length: 20_000 }, (_, index) => ({ id: index + 1, name: `${'﷽'.repeat(30)} ${index}` }));
    const shard = shardWith(files);
    assert.deepEqual(sortedIds(shard, ' 19999'), [20_000]);
    assert.equal(sortedIds(shard, fold('﷽ 1999'), {}, { limit: 50 }).length, 11);
  });

  test('is fragmented only after many changes', () => {
    const shard = shardWith(Array.from({ length: 20_000 }, (_, index) => ({ id: index + 1, name: 'x' })));
    const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    shard.update('', idsUpTo(15_000));
    assert.equal(shard.isFragmented(), false);
    shard.update('', idsUpTo(15_001));
    assert.equal(shard.isFragmented(), true);
  });

  test('requires further terms in name, team or uploader, and leaves out files with excluded ones', () => {
    const shard = shardWith([
      { id: 1, name: 'Bill of lading', team: 1, user: 1 },
      { id: 2, name: 'Bill draft', team: 2, user: 1 },
      { id: 3, name: 'Bill of team 2', team: 2, user: 3 },
      { id: 4, name: 'draft only', team: 1, user: 1 },
    ]);
    const term = (text: string, teamIds: number[] = [], userIds: number[] = []) => ({ text, teamIds, userIds });
    const cases: [also: SearchScope['also'], without: SearchScope['without'], ids: number[]][] = [
      [[], [], [1, 2, 3]],
      [[term('of')], [], [1, 3]],
      [[term('nowhere', [2])], [], [2, 3]],
      [[term('nowhere', [], [3])], [], [3]],
      [[], [term('draft')], [1, 3]],
      [[], [term('nowhere', [2])], [1]],
      [[term('of')], [term('lading'), term('nowhere', [], [3])], []],
      // A term does not match across two names.
      [[term('ladingbill')], [], []],
    ];
    for (const [also, without, ids] of cases) assert.deepEqual(sortedIds(shard, 'bill', { also, without }), ids);
  });
});
