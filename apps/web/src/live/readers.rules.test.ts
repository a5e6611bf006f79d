import { expect, test } from 'vitest'
import { firstPosition, type Readers, readersDisagree } from './readers.rules.ts'

const ORG = 'org_cedar'
const reader = (loaded: { epoch: string; seq: number } | null, organizationId = ORG) => {
  return { organizationId, needs: 0, loaded }
}
const readersOf = (named: Record<string, ReturnType<typeof reader>>): Readers => new Map(Object.entries(named))

test('firstPosition keeps the head when no reader has a snapshot yet, and each must load one of the head [OPEN-097]', () => {
  const readers = readersOf({ list: reader(null), mentions: reader(null) })
  const first = firstPosition({ organizationId: ORG, position: null, readers }, { epoch: 'e1', seq: 10 })
  expect(first.position).toEqual({ epoch: 'e1', seq: 10 })
  expect([...first.readers.values()].map(({ needs }) => needs)).toEqual([10, 10])
})

test('firstPosition goes back to the oldest snapshot when one was loaded before the head [OPEN-097]', () => {
  const readers = readersOf({
    list: reader({ epoch: 'e1', seq: 8 }),
    mentions: reader({ epoch: 'e1', seq: 12 }),
    away: reader({ epoch: 'e9', seq: 1 }, 'org_lakeside'),
  })
  const first = firstPosition({ organizationId: ORG, position: null, readers }, { epoch: 'e1', seq: 10 })
  expect(first.position).toEqual({ epoch: 'e1', seq: 8 })
  expect([...first.readers.values()].map(({ needs }) => needs)).toEqual([8, 10, 0])
  expect(readersDisagree({ organizationId: ORG, ...first })).toBe(false)
})

test('firstPosition leaves a snapshot of another epoch in disagreement, so that its reader reloads [OPEN-097]', () => {
  const readers = readersOf({ list: reader({ epoch: 'e0', seq: 90 }) })
  const first = firstPosition({ organizationId: ORG, position: null, readers }, { epoch: 'e1', seq: 10 })
  expect(readersDisagree({ organizationId: ORG, ...first })).toBe(true)
})
