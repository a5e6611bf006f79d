import { expect, test } from 'vitest'
import { momentOf, type ToldSettings, toldAt } from './told.rules.ts'

const day = [{ from: '08:00', to: '17:00' }]
const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const settings: ToldSettings = {
  timezone: 'America/Chicago',
  businessHours: {
    week: { ...closed, monday: day, tuesday: day, wednesday: day, thursday: day, friday: day },
    closedDays: ['2026-11-26'],
  },
  afterHours: { enabled: true, message: 'We are closed.' },
  quietHours: { from: '21:00', to: '08:00' },
}
const told = (day: string, time: string, changed: Partial<ToldSettings> = {}) => {
  const at = momentOf({ day, time }, settings.timezone)
  return at && toldAt({ ...settings, ...changed }, at)
}
const AT_ONCE = 'A text that the patient did not ask for, such as a reminder, goes out at once.'
const SENT = 'Sent at once, to the first message since you closed.'

test('toldAt says that nothing is sent and the clock runs while the clinic is open', () => {
  expect(told('2026-11-19', '10:00')).toEqual({
    ...{ reply: null, replyWords: 'None: you are open.', quietWords: AT_ONCE, clockWords: 'Runs.' },
  })
})

test('toldAt gives the reply, the end of the quiet hours and the next opening at night', () => {
  expect(told('2026-11-19', '22:00')).toEqual({
    ...{ reply: 'We are closed.', replyWords: SENT },
    quietWords: 'A text that the patient did not ask for waits until tomorrow at 8:00 AM.',
    clockWords: 'Paused until tomorrow at 8:00 AM.',
  })
})

test('toldAt skips closed days and the weekend', () => {
  expect(told('2026-11-26', '10:00')).toMatchObject({
    ...{ reply: 'We are closed.', quietWords: AT_ONCE, clockWords: 'Paused until tomorrow at 8:00 AM.' },
  })
  expect(told('2026-11-20', '17:00')?.clockWords).toBe('Paused until Mon, Nov 23 at 8:00 AM.')
})

test('toldAt says what is turned off or not set', () => {
  const off = { afterHours: { enabled: false, message: 'We are closed.' } }
  expect(told('2026-11-21', '10:00', off)).toMatchObject({
    ...{ reply: null, replyWords: 'None: the reply while closed is turned off.' },
  })
  const none = { businessHours: { week: closed, closedDays: [] }, quietHours: { from: '08:00', to: '08:00' } }
  expect(told('2026-11-21', '22:00', none)).toMatchObject({
    ...{ quietWords: AT_ONCE, clockWords: 'Runs at all hours, because no day has opening hours.' },
  })
})

test('momentOf is null while the day or the time is not complete', () => {
  expect([told('', '10:00'), told('2026-11-19', '1'), told('2026-02-30', '10:00')]).toEqual([null, null, null])
})
