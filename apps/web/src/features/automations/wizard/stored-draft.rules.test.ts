import { triggerCards } from '@foyer/contracts/automations/triggers.rules.ts'
import { expect, test } from 'vitest'
import { NOTHING, newAction, newBranches, newCondition, newTrigger } from './draft.rules.ts'
import { readStored } from './stored-draft.rules.ts'

const through = (stored: object) => readStored(JSON.parse(JSON.stringify(stored)))

test.each(triggerCards)('a stored trigger of the card “$card” is read as it was [ENTITY-16]', (card) => {
  const trigger = newTrigger(card)
  expect(through({ activeStep: 2, trigger, conditions: [], actions: [] })).toEqual({
    activeStep: 2,
    draft: { trigger, conditions: [], actions: [] },
  })
})

test('stored conditions and actions are read as they were [ENTITY-16]', () => {
  const conditions = [
    newCondition('patient.texting'),
    { any: [newCondition('visit.type'), newCondition('patient.age')] },
  ]
  const actions = [newAction('sendSms', []), newAction('wait', []), ...newBranches(null, [newAction('wait', [])])]
  expect(through({ activeStep: 4, trigger: null, conditions, actions })).toEqual({
    activeStep: 4,
    draft: { trigger: null, conditions, actions },
  })
})

test.each([
  [null],
  ['text'],
  [{ activeStep: 9, trigger: { kind: 'constructor' }, conditions: 'x', actions: [null] }],
  [{ trigger: [], conditions: [{ field: '__proto__', operator: 'is', value: 1 }], actions: [{ kind: 'toString' }] }],
  [
    {
      conditions: [{ any: [] }, { any: [7] }, { field: 'patient.age', operator: 'contains', value: 'x' }],
      actions: {},
    },
  ],
])('stored value that no draft can be reads as nothing: %j', (stored) => {
  expect(readStored(stored)).toEqual({ activeStep: 1, draft: NOTHING })
})

test('a field of another type has its usual value', () => {
  const { draft } = readStored({
    trigger: { kind: 'appointmentReminderDue', before: 'soon', between: { from: 9 }, perHour: '7', extra: 1 },
    actions: [{ kind: 'sendSms', text: 7, sequence: 3, onlyIf: { holds: true, conditions: [] } }],
  })
  expect(draft.trigger).toEqual(newTrigger({ kind: 'appointmentReminderDue', asks: null }))
  expect(draft.actions).toEqual([{ ...newAction('sendSms', []), sequence: 3 }])
})
