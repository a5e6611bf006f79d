/** Sizes, names, requirement ids, and how comments and test titles begin (`--words [path]` prints those that hide the actor). */
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { openingsOf } from './openings.rules.ts'
import { citedIds, requirements } from './requirement-ids.ts'
import { isTest, report, sources } from './sources.ts'

const MAX_LINES = 350
const MAX_TEST_LINES = 500
/** The largest share of comments and test titles that may begin with Who, Of, What or another word that hides the actor. */
const HIDDEN_MOST = 0.01
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

/** Stores apply migrations in the order of their numbers: of two with one number, the later one to be merged takes the next. */
const migrations = globSync('apps/api/src/**/migrations/*.sql').map((path) => basename(path))
for (const [number, names] of Map.groupBy(migrations, (name) => name.split('-')[0] ?? '')) {
  if (names.length > 1) problems.push(`${names.join(' and ')} have one number, ${number}`)
}

const known = new Set(requirements().map(({ id }) => id))
for (const { path, id } of citedIds()) {
  if (!known.has(id)) problems.push(`${path} cites ${id}, which docs/requirements.tsv does not have`)
}

const openings = sources().flatMap(({ path, text }) => openingsOf(text, isTest(path)).map((one) => ({ path, ...one })))
const hidden = openings.filter((one) => one.hidesActor)
if (hidden.length > HIDDEN_MOST * openings.length) {
  problems.push(
    `${hidden.length} of ${openings.length} comments and test titles begin with Who, Of, What and the like: ` +
      `at most ${HIDDEN_MOST * 100} %. Name the actor; --words lists them`,
  )
}
if (process.argv.includes('--words')) printWords(process.argv.at(-1) ?? '')

report('shape', problems)

/** With a path, each opening below it that hides the actor; else the count of each folder. */
function printWords(below: string): void {
  const listed = hidden.filter(({ path }) => path.startsWith(below))
  if (below !== '--words') {
    for (const { path, line, text } of listed) console.log(`${path}:${line} ${text}`)
    return
  }
  for (const [folder, all] of Map.groupBy(openings, ({ path }) => dirname(path))) {
    const count = all.filter((one) => one.hidesActor).length
    if (count > 0) console.log(`${String(count).padStart(4)} of ${String(all.length).padStart(4)}  ${folder}`)
  }
  console.log(`${hidden.length} of ${openings.length}, ${((hidden.length / openings.length) * 100).toFixed(1)} %`)
}
