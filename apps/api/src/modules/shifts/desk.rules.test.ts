import { expect, test } from 'vitest'
import { beginDay, type DeskRow, leave, lookAfter } from './desk.rules.ts'

const at = (time: string) => new Date(`2026-11-${time}:00Z`)
const desk = (since: Date): DeskRow => ({ state: 'on', since, until: null, day: '2026-11-19' })

test('a sign-out ends the shift that went on then, not a later one', () => {
  const moment = { now: at('19T15:00'), today: '2026-11-19' }
  const signedOut = leave(at('19T14:30'))
  expect(signedOut(desk(at('19T08:00')), moment)).toMatchObject({ state: 'off', since: moment.now })
  expect(signedOut(desk(at('19T14:31')), moment)).toBeUndefined()
})

test('a shift that ends after midnight without input leaves the new day its own', () => {
  const idle = lookAfter(desk(at('19T23:00')), { now: at('20T00:10'), lastUse: at('19T23:20') })
  expect(idle).toMatchObject({ state: 'off', day: '2026-11-19', dueAt: null })
  expect(beginDay(idle, { now: at('20T08:00'), today: '2026-11-20' })).toMatchObject({ state: 'on', day: '2026-11-20' })
})
