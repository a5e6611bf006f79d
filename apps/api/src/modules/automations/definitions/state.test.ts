import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import { describe, expect, test } from 'vitest'
import {
  endOf,
  inForce,
  isSameJson,
  type Maker,
  mayTurnOn,
  newAutomation,
  published,
  removed,
  reordered,
  restored,
  type StoredAutomation,
  saved,
  switched,
} from './state.rules.ts'

const by: Maker = { userId: 'lena', name: 'Lena Kim', at: new Date('2026-11-19T15:00:00Z') }
const saying = (text: string) =>
  definitionSchema.parse({
    trigger: { kind: 'deliveryFailed' },
    actions: [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text }],
  })
const one = saying('A text failed.')
const other = saying('Look at it.')
const draft = newAutomation({ name: 'Failed texts', definition: one }, by, {
  ...{ _id: 'a1', organizationId: 'o1', position: 0 },
})
const on: StoredAutomation = { ...published(draft, one, by), draft: null }
const off = switched(on, false, by)

describe('the states of an automation', () => {
  test('a new automation is a draft of revision 1 that tells its author', () => {
    expect(draft).toMatchObject({ state: 'draft', activeNumber: null, revision: 1, tell: ['lena'], draft: one })
    expect(inForce(draft)).toBeNull()
  })

  test('a save raises the revision, and one that changes nothing gives the same state', () => {
    expect(saved(draft, { name: 'Failed texts', definition: one }, by)).toBe(draft)
    expect(saved(draft, { name: 'Other', definition: other }, by)).toMatchObject({ name: 'Other', revision: 2 })
  })

  test('a save of the content of the version in force leaves no draft', () => {
    const changed = saved(on, { name: on.name, definition: other }, by)
    expect(changed.draft).toEqual(other)
    expect(saved(changed, { name: on.name, definition: one }, by)).toMatchObject({ draft: null, revision: 3 })
  })

  test('a publish takes the next number, is in force and ends a stop', () => {
    const stopped: StoredAutomation = { ...on, state: 'stopped', stoppedReason: 'failing' }
    expect(published(stopped, other, by)).toMatchObject({ state: 'on', stoppedReason: null, activeNumber: 2 })
    expect([on, off, stopped].map(inForce)).toEqual([1, null, 1])
  })

  test('a switch that changes nothing gives the same state, and a draft stays a draft', () => {
    expect(switched(on, true, by)).toBe(on)
    expect(switched(off, false, by)).toBe(off)
    expect(switched(draft, false, by)).toBe(draft)
  })

  test('a removed automation is not in force and comes back switched off, or as the draft that it was', () => {
    const gone = removed(on, by)
    expect([gone.state, inForce(gone)]).toEqual(['off', null])
    expect(restored(gone, 4, by)).toMatchObject({ state: 'off', position: 4, removedAt: null })
    expect(restored(removed(draft, by), 0, by).state).toBe('draft')
  })

  test('an order names exactly the automations of the list', () => {
    const all = [draft, { ...on, _id: 'a2', position: 1 }, { ...removed(on, by), _id: 'a3', position: 2 }]
    expect(reordered(all, ['a2', 'a1'])?.map(({ _id, position }) => [_id, position])).toEqual([
      ['a1', 1],
      ['a2', 0],
    ])
    expect(reordered(all, ['a1', 'a2'])).toEqual([])
    for (const ids of [[], ['a1'], ['a1', 'a2', 'a3'], ['a1', 'a9']]) expect(reordered(all, ids)).toBeNull()
    expect([endOf(all), endOf([])]).toEqual([2, 0])
  })

  test('no more than 50 may be on, and one that is on may stay so', () => {
    const all = Array.from({ length: 50 }, (_, index) => ({ ...on, _id: `a${index}` }))
    expect(mayTurnOn(all, off)).toBe(false)
    expect(mayTurnOn(all, on)).toBe(true)
    expect(mayTurnOn(all.slice(1), off)).toBe(true)
  })

  test('JSON is the same in any order of its keys, and not in another order of its items', () => {
    expect(isSameJson({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
    expect(isSameJson([1, 2], [2, 1])).toBe(false)
  })
})
