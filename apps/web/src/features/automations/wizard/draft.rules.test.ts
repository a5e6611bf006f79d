import type { Action } from '@foyer/contracts/automations/actions.rules.ts'
import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import { triggerCards } from '@foyer/contracts/automations/triggers.rules.ts'
import { describe, expect, test } from 'vitest'
import { actionsValue, actionTitle } from './action-words.rules.ts'
import {
  fieldsOf,
  inOrder,
  isCardOf,
  moved,
  newAction,
  newBranches,
  newCondition,
  newTrigger,
  placeAfter,
  renumbered,
  usualField,
  withGuard,
  withOperator,
  withoutAction,
  wrongSequence,
} from './draft.rules.ts'
import { isWhole, problemsOf, problemsOfStep } from './draft-problems.rules.ts'

const text = (sequence: number, words = 'Hello'): Action => ({
  ...(newAction('sendSms', []) as Extract<Action, { kind: 'sendSms' }>),
  ...{ sequence, text: words, templateId: null },
})
const booked = newTrigger({ kind: 'appointmentBooked', asks: null })

describe('triggers', () => {
  test.each(triggerCards)('the card “$card” begins a trigger of its own', (card) => {
    const trigger = newTrigger(card)
    expect(triggerCards.filter((one) => isCardOf(one, trigger))).toEqual([card])
    const isTyped = card.asks === 'words'
    expect(problemsOfStep({ trigger, conditions: [], actions: [] }, 1)).toEqual(
      isTyped ? { 'trigger.words': 'Type a word and press Enter' } : {},
    )
  })

  test.each(triggerCards)('the card “$card” begins a trigger that the server takes', (card) => {
    const trigger = { ...newTrigger(card), ...(card.asks === 'words' && { words: ['refill'] }) }
    const actions = [{ ...newAction('notifyStaff', []), text: 'Look' }]
    expect(definitionSchema.safeParse({ trigger, conditions: [], actions }).error).toBeUndefined()
  })
})

describe('conditions', () => {
  test('a start without a visit offers no field of visits', () => {
    const keys = fieldsOf(newTrigger({ kind: 'reviewArrived', asks: null }), 'conditions').map(({ key }) => key)
    expect(keys).toContain('review.stars')
    expect(keys.filter((key) => key.startsWith('visit.'))).toEqual([])
  })

  test('the next rule asks for a usual field that no rule asks for yet', () => {
    const fields = fieldsOf(booked, 'conditions')
    expect(usualField(fields, [])).toBe('patient.texting')
    expect(usualField(fields, [newCondition('patient.texting')])).toBe('visit.doctor')
  })

  test('another operator keeps the value where it fits', () => {
    const one = { ...newCondition('visit.type'), value: 'Telehealth' }
    const several = withOperator(one, 'isOneOf')
    expect(several.value).toEqual(['Telehealth'])
    expect(withOperator(several, 'isNot').value).toBe('Telehealth')
    expect(withOperator(several, 'isKnown').value).toBe(true)
    expect(withOperator(newCondition('patient.age'), 'between').value).toEqual(['', ''])
  })
})

describe('actions', () => {
  test('a text after a wait asks whether the patient replied', () => {
    const wait = newAction('wait', [])
    const again = newAction('sendSms', [text(1), wait])
    expect(again).toMatchObject({
      sequence: 2,
      onlyIf: { holds: true, conditions: [{ field: 'run.replied', value: false }] },
    })
    expect(actionTitle(again, {})).toBe('Send a text if no reply')
    expect(newAction('sendSms', [text(1)]).onlyIf).toBeNull()
  })

  test('“If / else” makes two steps with one guard, which change together', () => {
    const branches = newBranches(booked, [text(1)])
    expect(branches.map(({ sequence, onlyIf }) => [sequence, onlyIf?.holds])).toEqual([
      [2, true],
      [3, false],
    ])
    const conditions = [newCondition('patient.hasEmail')]
    const changed = withGuard([text(1), ...branches], 1, { holds: false, conditions })
    expect(changed.map(({ onlyIf }) => onlyIf)).toEqual([
      null,
      { holds: false, conditions },
      { holds: true, conditions },
    ])
  })

  test('a moved step leaves the numbers where they are', () => {
    const actions = [text(1, 'a'), text(2, 'b'), text(3, 'c')]
    const words = (all: readonly Action[]) => all.map((one) => `${one.sequence}${'text' in one ? one.text : ''}`)
    expect(words(moved(actions, 2, 1))).toEqual(['1a', '2c', '3b'])
    expect(words(moved(actions, 0, 2))).toEqual(['1b', '2c', '3a'])
    expect(words(moved(actions, 0, -1))).toEqual(['1a', '2b', '3c'])
    const placed = [0, 1, 2].map((place) => placeAfter(place, 0, 2))
    expect(placed).toEqual([2, 0, 1])
    expect([0, 1, 2].map((place) => placeAfter(place, 2, 1))).toEqual([0, 2, 1])
    expect(words(withoutAction(actions, 0))).toEqual(['1b', '2c'])
  })

  test('a repeated number is shown at its second place, and renumbering mends it [OPEN-040]', () => {
    const actions = [text(1), text(2), text(2), text(4)]
    expect(wrongSequence(actions)).toEqual({ place: 2, message: 'Repeated sequence number: 2.' })
    expect(wrongSequence(renumbered(actions))).toBeNull()
    expect(wrongSequence([text(2), text(3)])).toEqual({ place: 1, message: 'Sequence numbers must start with 1.' })
    expect(inOrder([text(2, 'b'), text(1, 'a')]).map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(inOrder(actions)).toBe(actions)
  })

  test('the stepper says how long the waits are together', () => {
    const wait = newAction('wait', []) as Extract<Action, { kind: 'wait' }>
    expect(actionsValue({ actions: [text(1)] })).toBe('1 action')
    expect(actionsValue({ actions: [text(1), wait] })).toBe('2 actions over 4 hours')
    expect(actionsValue({ actions: [wait, { ...wait, for: { n: 2, unit: 'days' } }] })).toBe('2 actions over 2 days')
  })
})

describe('problems', () => {
  test('an empty draft says what each step needs', () => {
    const empty = { trigger: null, conditions: [], actions: [] }
    expect(problemsOf(empty)).toEqual({
      trigger: 'Choose what starts it',
      actions: 'An automation needs an action',
    })
    expect(isWhole(empty)).toBe(false)
    expect(isWhole({ ...empty, trigger: booked, actions: [text(1)] })).toBe(true)
  })

  test('wrong values are named by the path of their field', () => {
    const trigger = {
      ...newTrigger({ kind: 'appointmentReminderDue', asks: null }),
      ...{ before: { n: 0, unit: 'hours' }, between: { from: '25:00', to: '18:30' }, perHour: 0 },
    } as typeof booked
    const conditions = [
      { ...newCondition('patient.age'), value: '' },
      { any: [{ ...newCondition('visit.type'), value: '' }] },
    ]
    const actions = [text(1, ' '), { ...newAction('assignToStaff', [text(1)]) }]
    const found = problemsOf({ trigger, conditions, actions })
    expect(Object.keys(found)).toEqual([
      ...['trigger.before', 'trigger.between.from', 'trigger.perHour'],
      ...['conditions[0].value', 'conditions[1].any[0].value', 'actions[0].text', 'actions[1].user'],
    ])
  })

  test('rules and actions that the trigger has nothing for are problems', () => {
    const trigger = newTrigger({ kind: 'reviewArrived', asks: null })
    const found = problemsOf({
      trigger,
      conditions: [newCondition('visit.type')].map((one) => ({ ...one, value: 'X' })),
      actions: [text(1)],
    })
    expect(found['conditions[0].field']).toContain('A review does not tell')
    expect(found['actions[0]']).toContain('A review has nobody to text')
  })
})
