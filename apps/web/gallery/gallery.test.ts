import { expect, test } from 'vitest'
import { StateMachine } from 'xstate'
import { shownStates } from './shown-states.ts'
import { stateIdsOf } from './state-ids.ts'

test.each(shownStates.map(({ machine, at }) => [machine.id, machine, at] as const))(
  'every state of %s has an entry',
  (_, machine, at) => {
    expect(Object.keys(at).sort()).toEqual(stateIdsOf(machine).sort())
  },
)

test('every machine of the app is among them', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../src/**/*.machine.ts', { eager: true })
  const machines = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    // One that is made for each kind of thing is exported as the function that makes it.
    .map(([name, made]) => (name.endsWith('Machine') && typeof made === 'function' ? made({}) : made))
    .filter((exported) => exported instanceof StateMachine)
  expect(machines.length).toBeGreaterThan(8)
  expect(shownStates.map(({ machine }) => machine.id).sort()).toEqual(machines.map(({ id }) => id).sort())
})
