/** Checks the subjects of the commits written since `SINCE` by subjects.rules.ts. */
import { spawnSync } from 'node:child_process'
import { report } from './sources.ts'
import { subjectProblem } from './subjects.rules.ts'

/** A time and not a commit: a rebase changes the hash of a commit and keeps the time at which it was written. */
const SINCE = Date.parse('2026-11-23T16:05:00Z')

// A merge has two parents. The first commit of a copied tree or of a shallow clone has none.
const range = ['--min-parents=1', '--max-parents=1', 'HEAD']
const { status, stdout } = spawnSync('git', ['log', '--format=%h %at %s', ...range], { encoding: 'utf8' })
if (status !== 0) console.log('commits: no history here')
else
  report(
    'commits',
    stdout.split('\n').flatMap((line) => {
      const [, hash, seconds, subject = ''] = /^(\S+) (\d+) (.*)$/.exec(line) ?? []
      const problem = Number(seconds) * 1000 > SINCE ? subjectProblem(subject) : null
      return problem === null ? [] : [`${hash} "${subject}" ${problem}`]
    }),
  )
