import { describe, expect, test } from 'vitest'
import {
  type ImportAction,
  type ImportState,
  importActions,
  importEnds,
  importStates,
  isAllowed,
  isOpen,
  isWorkedOn,
  stageOf,
  stateAfter,
} from './import-states.rules.ts'

const allowed: Readonly<Record<ImportState, readonly ImportAction[]>> = {
  reading: [],
  checking: ['readAs', 'map', 'mend', 'discard'],
  review: ['readAs', 'map', 'mend', 'start', 'discard'],
  importing: ['stop'],
  stopped: ['resume', 'undo'],
  done: ['undo'],
  undoing: [],
  undone: [],
  failed: [],
  discarded: [],
}

test.each(importStates)('people may do in %s what the table says', (state) => {
  expect(importActions.filter((action) => isAllowed(state, action))).toEqual(allowed[state])
})

test.each([
  ['reading', 'read', 'checking'],
  ['reading', 'unreadable', 'failed'],
  ['checking', 'checked', 'review'],
  ['review', 'map', 'checking'],
  ['review', 'readAs', 'reading'],
  ['review', 'mend', 'review'],
  ['review', 'start', 'importing'],
  ['importing', 'stop', 'stopped'],
  ['stopped', 'resume', 'importing'],
  ['importing', 'imported', 'done'],
  ['done', 'start', null],
  ['importing', 'mend', null],
] as const)('stateAfter leads from %s by %s to %s', (state, step, next) => {
  expect(stateAfter(state, step)).toBe(next)
})

describe('the statechart', () => {
  test('reaches each state from reading', () => {
    const reached = new Set<ImportState>(['reading'])
    for (const state of reached) {
      for (const step of [...importActions, ...importEnds]) {
        const next = stateAfter(state, step)
        if (next !== null) reached.add(next)
      }
    }
    expect([...reached].toSorted()).toEqual([...importStates].toSorted())
  })

  test('leaves each state in which a worker works by an end of its work', () => {
    for (const state of importStates)
      expect(
        importEnds.some((end) => stateAfter(state, end) !== null),
        state,
      ).toBe(isWorkedOn(state))
  })
})

test('an import is open until it is done, failed, discarded or undone', () => {
  expect(importStates.filter((state) => !isOpen(state))).toEqual(['done', 'undone', 'failed', 'discarded'])
})

test('stageOf stays on the columns while some are to be chosen', () => {
  expect(stageOf('review', ['mrn'])).toBe('matchColumns')
  expect(stageOf('review', [])).toBe('fixRows')
  expect([stageOf('reading', []), stageOf('checking', []), stageOf('stopped', [])]).toEqual([
    ...['chooseFile', 'matchColumns', 'import'],
  ])
})
