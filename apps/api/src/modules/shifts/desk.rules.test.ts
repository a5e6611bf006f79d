import { expect, test } from 'vitest'
import { beginDay, type DeskRow, leave, lookAfter, press } from './desk.rules.ts'

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

test.each([
  [
    'Off is pressed',
    (desk: DeskRow, moment: { now: Date; today: string }) => press(desk, { state: 'off', until: null }, moment),
  ],
  ['its member signs out', leave(at('20T00:10'))],
])('a shift leaves the new day its own when %s after midnight', (_how, end) => {
  const night = press(
    desk(at('19T18:00')),
    { state: 'call', until: null },
    { now: at('20T00:05'), today: '2026-11-20' },
  )
  const off = end(night!, { now: at('20T00:10'), today: '2026-11-20' })
  expect(off).toMatchObject({ state: 'off', since: at('20T00:10'), day: '2026-11-19', dueAt: null })
  expect(beginDay(off!, { now: at('20T08:00'), today: '2026-11-20' })).toMatchObject({ state: 'on', day: '2026-11-20' })
})

test('beginDay begins no shift when the desk went off less than 45 minutes before', () => {
  const off = { ...desk(at('19T23:50')), state: 'off' as const }
  expect(beginDay(off, { now: at('20T00:34'), today: '2026-11-20' })).toBeUndefined()
  expect(beginDay(off, { now: at('20T00:35'), today: '2026-11-20' })).toMatchObject({ state: 'on' })
})

test('beginDay begins the first shift when the desk is new', () => {
  const fresh: DeskRow = { state: 'off', since: at('20T08:00'), until: null, day: null }
  expect(beginDay(fresh, { now: at('20T08:00'), today: '2026-11-20' })).toMatchObject({ state: 'on' })
})
