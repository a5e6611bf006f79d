/** The words of an import in lists, steps and states. */
import { type OutcomeCounts, outcomeSentence, progressWords } from '@foyer/contracts/imports/import-counts.rules.ts'
import { type ImportStage, isOpen, stageOf } from '@foyer/contracts/imports/import-states.rules.ts'
import type { ImportProgress } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { dateOf } from '../../lib/time-labels.rules.ts'

export type Tone = 'muted' | 'ok' | 'warn' | 'bad'

const DIGITS = new Intl.NumberFormat('en-US')
export const number = (count: number) => DIGITS.format(count)
export const rowsWords = (count: number) => `${number(count)} ${count === 1 ? 'row' : 'rows'}`

/** "1,846 rows, 8 columns" */
export function sizeFacts({ counts, columns, progress }: ImportProgress): string {
  const rows = Math.max(counts.total, progress?.of ?? 0)
  const parts = [
    ...(rows > 0 ? [rowsWords(rows)] : []),
    ...(columns.length > 0 ? [columns.length === 1 ? '1 column' : `${number(columns.length)} columns`] : []),
  ]
  return parts.join(', ')
}

/**
 * "Reading 2,000", "Checking 40,200 of 100,000", "Importing 400 of 1,832", "Stopped after 400 of 1,832 rows"; null where
 * nothing is under way.
 */
export function workWords(told: ImportProgress): string | null {
  const { state, progress, counts } = told
  const done = progress?.done ?? 0
  const of = progress?.of ?? null
  if (state === 'reading') return progressWords('Reading', done, of)
  if (state === 'checking') return progressWords('Checking', done, of)
  if (state === 'importing') return progressWords('Importing', done, of ?? counts.ready)
  if (state === 'stopped') return `Stopped after ${number(doneRows(told))} of ${rowsWords(counts.ready)}`
  return null
}

/** How much of the present work is done, from 0 to 1; null while it is not known. */
export function shareDone(told: ImportProgress): number | null {
  const { state, progress, counts } = told
  const of = progress?.of ?? (state === 'importing' || state === 'stopped' ? counts.ready : null)
  if (of === null || of === 0) return null
  return Math.min(1, (state === 'stopped' ? doneRows(told) : (progress?.done ?? 0)) / of)
}

function doneRows({ outcome }: { readonly outcome: OutcomeCounts }): number {
  return outcome.created + outcome.updated + outcome.unchanged + outcome.refused
}

export interface StateWords {
  readonly word: string
  readonly tone: Tone
}

/** The state in the list of earlier imports. */
export function stateWords({ state, counts, blockedBy }: ImportProgress): StateWords {
  switch (state) {
    case 'reading':
      return { word: 'Reading', tone: 'muted' }
    case 'checking':
      return { word: 'Checking', tone: 'muted' }
    case 'review':
      if (blockedBy.length > 0) return { word: 'Columns to match', tone: 'warn' }
      return counts.errors > 0
        ? { word: `${number(counts.errors)} to fix`, tone: 'warn' }
        : { word: 'Ready to import', tone: 'ok' }
    case 'importing':
      return { word: 'Importing', tone: 'muted' }
    case 'stopped':
      return { word: 'Stopped', tone: 'warn' }
    case 'done':
      return { word: 'Imported', tone: 'ok' }
    case 'undoing':
      return { word: 'Being undone', tone: 'muted' }
    case 'undone':
      return { word: 'Undone', tone: 'muted' }
    case 'failed':
      return { word: 'Not readable', tone: 'bad' }
    case 'discarded':
      return { word: 'Discarded', tone: 'muted' }
  }
}

/** The outcome of an import, in one sentence. */
export function factsOf(told: ImportProgress): string {
  const { state, kind, outcome, counts, problem } = told
  if (problem !== null) return problem
  if (state === 'done') return outcomeSentence(kind, outcome)
  if (state === 'stopped') return `${rowsWords(doneRows(told))} of ${number(counts.ready)} are in.`
  const work = workWords(told)
  if (work !== null) return `${work}.`
  return state === 'discarded' ? 'The file is gone.' : `${rowsWords(counts.total)}.`
}

/** Below a kind's name: how much is under way, else when the last import ended: "1,846 rows now", "Nov 3". */
export function lastWords(newest: ImportProgress | null, today: string, dayIn: (at: string) => string): string {
  if (newest === null) return 'Nothing yet'
  if (!isOpen(newest.state)) return dateOf(dayIn(newest.finishedAt ?? newest.createdAt), today)
  const rows = Math.max(newest.counts.total, newest.progress?.of ?? 0)
  return rows === 0 ? 'Reading now' : `${rowsWords(rows)} now`
}

export const STAGES: readonly { readonly stage: ImportStage; readonly label: string }[] = [
  { stage: 'chooseFile', label: 'Choose file' },
  { stage: 'matchColumns', label: 'Match columns' },
  { stage: 'fixRows', label: 'Fix rows' },
  { stage: 'import', label: 'Import' },
]

/** The place of an import's step in `STAGES`; all steps are behind an import that is done. */
export function stagePlace({ state, blockedBy }: ImportProgress): number {
  if (state === 'done') return STAGES.length
  const stage = stageOf(state, blockedBy)
  return STAGES.findIndex((one) => one.stage === stage)
}

/** "MRN", "last name and birth date" as a sentence names fields. */
export function fieldsWords(kind: ImportKind, names: readonly string[]): string {
  const labels = names.map((name) => fieldOf(kind, name)?.label ?? name)
  if (labels.length <= 1) return labels.join('')
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
}
