import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProblem } from '../start/start-problem.rules.ts'
import { makeFolder } from './make-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'foyer-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const problemOf = (folder: string) => {
  try {
    makeFolder(folder)
  } catch (error) {
    return startProblem(error, 4000)
  }
  return null
}

test('makeFolder creates missing parents for the owner only and leaves existing folders unchanged [OPEN-100]', () => {
  const folder = path.join(root, 'a', 'b', 'c')
  makeFolder(folder)
  writeFileSync(path.join(folder, 'kept'), 'kept')
  makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, 'kept')).size).toBe(4)
})

test('makeFolder reports a file in its place or on its path in one sentence [OPEN-100]', () => {
  const file = path.join(root, 'file')
  writeFileSync(file, '')
  for (const folder of [file, path.join(file, 'below'), path.join(file, 'far', 'below')])
    expect(problemOf(folder)).toBe('DATA_DIR is no folder: there is a file in its place or on the way to it.')
})

test.runIf(process.platform === 'linux')(
  'makeFolder fails instead of retrying forever when nothing can be created [OPEN-100]',
  () => {
    expect(problemOf('/proc/foyer/data')).toBe('DATA_DIR can not be made there: set another DATA_DIR.')
  },
)
