/** Checks the subject of each commit since `BASE` by subjects.rules.ts. */
import { spawnSync } from 'node:child_process'
import { report } from './sources.ts'
import { subjectProblem } from './subjects.rules.ts'

/** The last commit before this check existed. */
const BASE = '6d88681b076b0397c4fe9335251099ce899652dc'

const subjects = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`], { encoding: 'utf8' })
// A shallow clone and an exported tree do not have this commit, so there is nothing to check.
if (subjects.status !== 0) console.log('commits: no history here')
else
  report(
    'commits',
    subjects.stdout.split('\n').flatMap((line) => {
      const [, hash, subject] = /^(\S+) (.*)$/.exec(line) ?? []
      const problem = subject === undefined ? null : subjectProblem(subject)
      return problem === null ? [] : [`${hash} "${subject}" ${problem}`]
    }),
  )
