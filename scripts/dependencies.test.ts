import { expect, test } from 'vitest'
import { dependencyProblems, isWithin, type Locked } from './dependencies.ts'

const sound: Locked = { version: '1.2.3', license: 'MIT', integrity: 'sha512-x' }
const advisories = [{ name: 'bad', range: '<1.2.4', id: 'CVE-1', reason: 'it falls over' }]
const problems = (place: string, locked: Locked) =>
  dependencyProblems({ [place]: locked }, { licenceOf: () => locked.license, advisories })

test('a sound lock file passes', () => {
  expect(problems('node_modules/good', sound)).toEqual([])
  expect(problems('node_modules/a/node_modules/@b/good', { ...sound, license: '(GPL-3.0 OR MIT)' })).toEqual([])
  expect(problems('node_modules/tool', { ...sound, license: 'GPL-3.0', dev: true })).toEqual([])
  expect(problems('node_modules/@img/sharp-libvips-x', { ...sound, license: 'LGPL-3.0-or-later' })).toEqual([])
  expect(problems('apps/api', { dependencies: { good: '1.2.3', '@scope/other': '^2.0.0' } })).toEqual([])
})

test.each<[string, string, Locked]>([
  ['a licence that asks for more', 'good', { ...sound, license: 'AGPL-3.0' }],
  ['one of two that are joined', 'good', { ...sound, license: 'MIT AND GPL-3.0' }],
  ['no licence', 'good', { version: '1.2.3', integrity: 'sha512-x' }],
  ["another's exception", 'good', { ...sound, license: 'LGPL-3.0-or-later' }],
  ['no hash', 'good', { version: '1.2.3', license: 'MIT' }],
  ['a weak hash', 'good', { ...sound, integrity: 'sha1-x' }],
  ['a repository', 'good', { ...sound, resolved: 'git+ssh://git@host.test/a.git#1' }],
  ['a script', 'good', { ...sound, hasInstallScript: true }],
  ['a known bad version', 'bad', sound],
])('%s is found', (_, name, locked) => {
  expect(problems(`node_modules/${name}`, locked)).toHaveLength(1)
})

test.each(['git+https://host.test/a.git', 'https://host.test/a.tgz', 'github:a/b', 'a/b', 'a/b#main', 'file:../a'])(
  '%s is not the registry',
  (from) => expect(problems('', { dependencies: { a: from } })).toHaveLength(1),
)

test.each([
  ['1.2.3', '<1.2.4', true],
  ['1.10.0', '<1.9.0', false],
  ['1.2.4', '<1.2.4', false],
  ['1.2.4', '<=1.2.4', true],
  ['2.0.0', '<1.0.0 || >=2.0.0 <2.0.1', true],
  ['1.5.0', '<1.0.0 || >=2.0.0 <2.0.1', false],
  ['1.2.4-beta.1', '=1.2.4', true],
  ['9.9.9', '*', true],
])('%s within %s: %s', (version, range, expected) => expect(isWithin(version, range)).toBe(expected))
