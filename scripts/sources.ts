import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Source {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The project's own code: what git tracks, and what it does not ignore. */
export function sources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    encoding: 'utf8',
  })
  return [...new Set(listed.trim().split('\n'))].flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      return [] // deleted, and git not told yet
    }
  })
}

export const isTest = (path: string) => /\.test\.tsx?$|\.suite\.ts$|^tests\/|^apps\/web\/test\//.test(path)

/** Prints what is wrong and leaves with a failure, or says that all is well. */
export function report(what: string, problems: readonly string[]): void {
  if (problems.length === 0) {
    console.log(`${what}: in order`)
    return
  }
  console.error(`${what}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  process.exitCode = 1
}
