/** Sizes, names and requirement ids. */
import { basename } from 'node:path'
import { citedIds, requirements } from './requirement-ids.ts'
import { isTest, report, sources } from './sources.ts'

const MAX_LINES = 350
const MAX_TEST_LINES = 500
const VAGUE = /^(index|utils?|helpers?|misc|common|types)\.tsx?$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.tsx?$/

const problems: string[] = []
for (const { path, text } of sources()) {
  const lines = text.split('\n').length - 1
  const most = isTest(path) ? MAX_TEST_LINES : MAX_LINES
  if (lines > most) problems.push(`${path} has ${lines} lines, at most ${most}: split it by idea`)
  if (VAGUE.test(basename(path))) problems.push(`${path}: name the file for its idea`)
  if (!KEBAB.test(basename(path))) problems.push(`${path}: names are kebab-case with a role`)
}

const known = new Set(requirements().map(({ id }) => id))
for (const { path, id } of citedIds()) {
  if (!known.has(id)) problems.push(`${path} cites ${id}, which docs/requirements.tsv does not have`)
}

report('shape', problems)
