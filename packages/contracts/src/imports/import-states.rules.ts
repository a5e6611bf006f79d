/** The states of an import and of its rows, and which step leads from which state to which. */

export const importStates = [
  'reading',
  'checking',
  'review',
  'importing',
  'stopped',
  'done',
  'undoing',
  'undone',
  'failed',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

export const rowStates = ['ready', 'error', 'skipped', 'applied', 'undone'] as const
export type RowState = (typeof rowStates)[number]

/** People take these steps by calls. */
export const importActions = ['readAs', 'map', 'mend', 'start', 'stop', 'resume', 'discard', 'undo'] as const
export type ImportAction = (typeof importActions)[number]

/** A worker takes these steps when it has ended its work on the file. */
export const importEnds = ['read', 'unreadable', 'checked', 'imported', 'restored'] as const
export type ImportEnd = (typeof importEnds)[number]

export type ImportStep = ImportAction | ImportEnd

const STEPS: Readonly<Record<ImportState, Readonly<Partial<Record<ImportStep, ImportState>>>>> = {
  reading: { read: 'checking', unreadable: 'failed' },
  // A change of columns or of rows while rows are checked has them checked anew.
  checking: { checked: 'review', readAs: 'reading', map: 'checking', mend: 'checking', discard: 'discarded' },
  review: { readAs: 'reading', map: 'checking', mend: 'review', start: 'importing', discard: 'discarded' },
  importing: { imported: 'done', stop: 'stopped' },
  stopped: { resume: 'importing', undo: 'undoing' },
  done: { undo: 'undoing' },
  undoing: { restored: 'undone' },
  undone: {},
  failed: {},
  discarded: {},
}

/** The state after the step; null if the step is not allowed in this state. */
export function stateAfter(state: ImportState, step: ImportStep): ImportState | null {
  return STEPS[state][step] ?? null
}

export function isAllowed(state: ImportState, action: ImportAction): boolean {
  return stateAfter(state, action) !== null
}

/** A worker has something to do. */
export function isWorkedOn(state: ImportState): boolean {
  return state === 'reading' || state === 'checking' || state === 'importing' || state === 'undoing'
}

/** The import counts as one of those that an organization may have open at once. */
export function isOpen(state: ImportState): boolean {
  return isWorkedOn(state) || state === 'review' || state === 'stopped'
}

const STAGES = ['chooseFile', 'matchColumns', 'fixRows', 'import'] as const
export type ImportStage = (typeof STAGES)[number]

/** The step of the screen that the state belongs to. In review the screen stays on the columns while some are to be chosen. */
export function stageOf(state: ImportState, blockedBy: readonly string[]): ImportStage {
  if (state === 'reading' || state === 'failed' || state === 'discarded') return 'chooseFile'
  if (state === 'checking') return 'matchColumns'
  if (state === 'review') return blockedBy.length > 0 ? 'matchColumns' : 'fixRows'
  return 'import'
}
