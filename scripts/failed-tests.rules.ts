/** The failed tests of a report, a line each: file, title, and the first line of the cause. */
import path from 'node:path'

export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[]
    }[]
  }[]
}

export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites?: readonly Suite[]
}

export function failedOfVitest(report: VitestReport | undefined, root: string): readonly string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    // A file that breaks before its first test has no failed test.
    if (status === 'failed' && failed.length === 0) return [lineOf(file, 'the file itself', message)]
    return failed.map(({ fullName, failureMessages }) => lineOf(file, fullName, failureMessages?.[0]))
  })
}

/** The browser is not what a test checks. A page of the app that makes it crash makes it crash again. */
const CRASH = /\b(Page|Target) crashed\b/

/** A test that passes when it is tried again has failed, unless its browser crashed before. */
export function failedOfPlaywright(report: PlaywrightReport | undefined): readonly string[] {
  return (report?.suites ?? []).flatMap(failedOfSuite)
}

function failedOfSuite({ suites = [], specs = [] }: Suite): readonly string[] {
  const own = specs.flatMap(({ title, file, line, ok, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []))
    return ok && errors.every(({ message = '' }) => CRASH.test(message))
      ? []
      : [lineOf(`${file}:${line}`, title, errors[0]?.message)]
  })
  return [...own, ...suites.flatMap(failedOfSuite)]
}

const ESC = String.fromCharCode(27)

function lineOf(file: string, title: string, cause = 'no cause is reported'): string {
  const [first = ''] = cause.split('\n').filter((line) => line.trim() !== '')
  return `${file} > ${title}: ${first
    .replaceAll(new RegExp(`${ESC}\\[[0-9;]*m`, 'g'), '')
    .trim()
    .slice(0, 300)}`
}
