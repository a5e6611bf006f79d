import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'

export interface Source {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The project's own code: the files that git tracks or would track; without git, all but what is installed or built. */
export function sources(): Source[] {
  return paths().flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      return [] // deleted, and still in git's index
    }
  })
}

function paths(): string[] {
  if (!existsSync('.git')) return globSync('**/*.{ts,tsx}', { exclude: ['**/node_modules', '**/dist'] })
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
  return [...new Set(execFileSync('git', listing, { encoding: 'utf8' }).trim().split('\n'))]
}

export const isTest = (path: string) => /\.test\.tsx?$|\.suite\.ts$|^tests\/|^apps\/web\/test\//.test(path)

/** Prints the problems and sets exit code 1, or prints that there are none. */
export function report(what: string, problems: readonly string[]): void {
  if (problems.length === 0) {
    console.log(`${what}: in order`)
    return
  }
  console.error(`${what}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  process.exitCode = 1
}
