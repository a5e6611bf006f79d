import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { expect, test } from 'vitest'
import { Refusal } from '../../../http/refusal.ts'
import { assertSendable } from './visit-settings.rules.ts'

const settings = visitSetting.default
const [any] = settings.reminders
const withText = (text: string) => ({
  ...settings,
  reminders: settings.reminders.map((one) => ({ ...one, steps: one.steps.map((step) => ({ ...step, text })) })),
})
function issuesOf(given: typeof settings) {
  try {
    assertSendable(given)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.issues
  }
}

test('assertSendable takes the default', () => expect(issuesOf(settings)).toEqual([]))

test('assertSendable names each text that asks for a word of the carrier', () => {
  expect(issuesOf(withText('Reply CANCEL to cancel your visit.'))).toEqual(
    any?.steps.map((_, nth) => ({
      path: `reminders.0.steps.${nth}.text`,
      message: 'CANCEL stops all texts at the carrier. Ask for R instead.',
    })),
  )
  const thanks = { ...settings, replies: { read: true, thanks: 'Thank you. Text STOP to cancel your visit.' } }
  expect(issuesOf(thanks)).toMatchObject([{ path: 'replies.thanks' }])
})

test('assertSendable names fields that nothing fills', () => {
  expect(issuesOf({ ...settings, noShow: { ...settings.noShow, text: 'Hello {{first}}' } })).toEqual([
    { path: 'noShow.text', message: '{{first}} is not a field of this text' },
  ])
  // An invitation is about no visit.
  expect(issuesOf({ ...settings, invitation: { text: 'See {{doctorName}}, {{firstName}}' } })).toEqual([
    { path: 'invitation.text', message: '{{doctorName}} is not a field of this text' },
  ])
})
