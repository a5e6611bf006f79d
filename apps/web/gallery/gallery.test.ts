import { expect, test } from 'vitest'
import { StateMachine } from 'xstate'
import { shownStates } from './shown-states.ts'
import { stateIdsOf } from './state-ids.ts'

test.each(shownStates.map(({ machine, at }) => [machine.id, machine, at] as const))(
  'gallery has an entry for every state of %s',
  (_, machine, at) => {
    expect(Object.keys(at).sort()).toEqual(stateIdsOf(machine).sort())
  },
)

test('gallery covers every machine of the app', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../src/**/*.machine.ts', { eager: true })
  const machines = Object.values(modules)
    .flatMap((module) => Object.values(module))
    // The live collection, a factory, has no scene of its own: each list is shown with the rows that it hands over.
    .filter((exported) => exported instanceof StateMachine)
  expect(machines.length).toBeGreaterThan(8)
  expect(shownStates.map(({ machine }) => machine.id).sort()).toEqual(machines.map(({ id }) => id).sort())
})
