/** The counts of an import, and the sentences and buttons that say them. */
import { type ImportKind, kindOf } from './kinds.rules.ts'

export interface ImportCounts {
  readonly total: number
  readonly ready: number
  readonly errors: number
  /** Rows that have a warning and no error; they are among the others. */
  readonly warnings: number
  readonly skipped: number
}

export interface PlanCounts {
  readonly create: number
  readonly update: number
  readonly unchanged: number
}

export interface OutcomeCounts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
}

/** The numbers that the button says, which a start repeats. */
export interface Expected {
  readonly ready: number
  readonly skipped: number
  readonly errors: number
}

export const noCounts: ImportCounts = { total: 0, ready: 0, errors: 0, warnings: 0, skipped: 0 }
export const noPlan: PlanCounts = { create: 0, update: 0, unchanged: 0 }
export const noOutcome: OutcomeCounts = { created: 0, updated: 0, unchanged: 0, refused: 0 }

/** A row as the counts see it. */
export interface CountedRow {
  readonly state: 'ready' | 'error' | 'skipped'
  readonly hasWarning: boolean
  readonly does: keyof PlanCounts | 'refuse'
}

/** The counts with one more row, or with one row less. */
export function counted(
  { counts, plan }: { readonly counts: ImportCounts; readonly plan: PlanCounts },
  row: CountedRow,
  by: 1 | -1 = 1,
): { readonly counts: ImportCounts; readonly plan: PlanCounts } {
  const { state, hasWarning, does } = row
  const one = (is: boolean) => (is ? by : 0)
  const isReady = state === 'ready' && does !== 'refuse'
  return {
    counts: {
      total: counts.total + by,
      ready: counts.ready + one(isReady),
      errors: counts.errors + one(!isReady && state !== 'skipped'),
      warnings: counts.warnings + one(isReady && hasWarning),
      skipped: counts.skipped + one(state === 'skipped'),
    },
    plan: isReady ? { ...plan, [does]: plan[does] + by } : plan,
  }
}

export function addUp(counts: ImportCounts, plan: PlanCounts): boolean {
  return (
    counts.total === counts.ready + counts.errors + counts.skipped &&
    counts.ready === plan.create + plan.update + plan.unchanged
  )
}

export function outcomesAddUp(outcome: OutcomeCounts, started: number): boolean {
  return outcome.created + outcome.updated + outcome.unchanged + outcome.refused === started
}

export function isAsExpected({ ready, skipped, errors }: Expected, counts: ImportCounts): boolean {
  return ready === counts.ready && skipped === counts.skipped && errors === counts.errors
}

/** "Import 1,832 rows, skip 14": rows with errors and those that somebody skips stay out. */
export function startWords({ ready, skipped, errors }: Expected): string {
  const out = skipped + errors
  return `Import ${rows(ready)}${out > 0 ? `, skip ${number(out)}` : ''}`
}

export interface SentencePart {
  readonly text: string
  readonly isStrong: boolean
}

/** "1,832 rows ready: 1,609 updates, 223 new patients. 14 need fixing." The parts that are numbers of rows are strong. */
export function readyParts(kind: ImportKind, counts: ImportCounts, plan: PlanCounts): readonly SentencePart[] {
  const { one, many } = kindOf(kind)
  const does = [
    ...(plan.update > 0 ? [`${number(plan.update)} ${plan.update === 1 ? 'update' : 'updates'}`] : []),
    ...(plan.create > 0 ? [`${number(plan.create)} new ${plan.create === 1 ? one : many}`] : []),
    ...(plan.unchanged > 0 ? [`${number(plan.unchanged)} unchanged`] : []),
  ].join(', ')
  return [
    strong(number(counts.ready)),
    plain(`${counts.ready === 1 ? ' row' : ' rows'} ready${does && `: ${does}`}.`),
    ...(counts.errors > 0
      ? [plain(' '), strong(number(counts.errors)), plain(counts.errors === 1 ? ' needs fixing.' : ' need fixing.')]
      : []),
    ...(counts.skipped > 0 ? [plain(` ${number(counts.skipped)} skipped.`)] : []),
  ]
}

export function readySentence(kind: ImportKind, counts: ImportCounts, plan: PlanCounts): string {
  return readyParts(kind, counts, plan)
    .map(({ text }) => text)
    .join('')
}

/** "120 patients imported: 100 new, 15 updated, 5 unchanged. 2 refused." */
export function outcomeSentence(kind: ImportKind, { created, updated, unchanged, refused }: OutcomeCounts): string {
  const imported = created + updated + unchanged
  const { one, many } = kindOf(kind)
  const did = [
    ...(created > 0 ? [`${number(created)} new`] : []),
    ...(updated > 0 ? [`${number(updated)} updated`] : []),
    ...(unchanged > 0 ? [`${number(unchanged)} unchanged`] : []),
  ].join(', ')
  const said = `${number(imported)} ${imported === 1 ? one : many} imported${did && `: ${did}`}.`
  return refused > 0 ? `${said} ${number(refused)} refused.` : said
}

/** "5 matched, 2 to check, 1 left out" */
export function columnsWords(columns: readonly { readonly field: string | null; readonly how: string }[]): string {
  const toCheck = columns.filter(({ field, how }) => field !== null && how === 'check').length
  const leftOut = columns.filter(({ field }) => field === null).length
  return [
    `${number(columns.length - toCheck - leftOut)} matched`,
    ...(toCheck > 0 ? [`${number(toCheck)} to check`] : []),
    ...(leftOut > 0 ? [`${number(leftOut)} left out`] : []),
  ].join(', ')
}

/** "Checking 40,200 of 100,000" */
export function progressWords(doing: 'Reading' | 'Checking' | 'Importing', done: number, of: number | null): string {
  return of === null ? `${doing} ${number(done)}` : `${doing} ${number(done)} of ${number(of)}`
}

const rows = (count: number) => `${number(count)} ${count === 1 ? 'row' : 'rows'}`
const strong = (text: string): SentencePart => ({ text, isStrong: true })
const plain = (text: string): SentencePart => ({ text, isStrong: false })

const DIGITS = new Intl.NumberFormat('en-US')
const number = (count: number) => DIGITS.format(count)
