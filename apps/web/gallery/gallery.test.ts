import { expect, test } from 'vitest'
import { shownStates } from './shown-states.ts'
import { stateIdsOf } from './state-ids.ts'

test.each(shownStates.map(({ machine, at }) => [machine.id, machine, at] as const))(
  'every state of %s has an entry',
  (_, machine, at) => {
    expect(Object.keys(at).sort()).toEqual(stateIdsOf(machine).sort())
  },
)
