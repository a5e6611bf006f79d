import { describe, expect, test } from 'vitest'
import { type Decision, decide, type Reach, reached, type Standing } from './decision.rules.ts'

const reminder = { type: 'reminder', channel: 'auto', alsoConfirmed: false } as const
const followUp = { type: 'noShow', channel: 'auto', alsoConfirmed: true } as const
const visit: Standing = {
  ...{ status: 'scheduled', isRescheduling: false, isDuplicate: false },
  ...{ hasLaterVisit: false, wroteSince: false },
}
const reach: Reach = {
  ...{ phoneNumber: '+15125550142', email: 'rosalind@patients.test', consent: 'subscribed' },
  ...{ askedToStop: false, deceased: false, canText: true, canMail: true },
}
const ofVisit = (change: Partial<Standing>, planned: Parameters<typeof decide>[0] = reminder) =>
  outcome(decide(planned, { ...visit, ...change }, reach))
const ofReach = (change: Partial<Reach>, planned: Parameters<typeof decide>[0] = reminder) =>
  outcome(decide(planned, visit, { ...reach, ...change }))
const outcome = (decision: Decision) => ('send' in decision ? `send ${decision.send}` : decision.skip)

describe('decide', () => {
  test('sends a text about a visit that stands', () => expect(ofVisit({})).toBe('send sms'))

  test.each([
    [{ status: 'cancelled' }, 'cancelled'],
    [{ status: 'completed' }, 'ended'],
    [{ status: 'noShow' }, 'ended'],
    [{ status: 'arrived' }, 'ended'],
    [{ status: 'admitted' }, 'ended'],
    [{ status: 'discharged' }, 'ended'],
    [{ isRescheduling: true }, 'rescheduling'],
    [{ status: 'confirmed', isRescheduling: true }, 'rescheduling'],
    [{ status: 'confirmed' }, 'confirmed'],
    [{ isDuplicate: true }, 'duplicate'],
  ] as const)('skips a reminder of a visit with %j as %s', (change, reason) => expect(ofVisit(change)).toBe(reason))

  test('sends a step that also goes to those who confirmed', () =>
    expect(ofVisit({ status: 'confirmed' }, { ...reminder, alsoConfirmed: true })).toBe('send sms'))

  test.each([
    [{ status: 'noShow' }, 'send sms'],
    [{ status: 'completed' }, 'ended'],
    [{ status: 'noShow', hasLaterVisit: true }, 'later_visit'],
    [{ status: 'noShow', wroteSince: true }, 'wrote_since'],
  ] as const)('follows up a visit with %j by: %s', (change, result) => expect(ofVisit(change, followUp)).toBe(result))

  test.each([
    [{ phoneNumber: null, email: null }, 'no_number'],
    [{ consent: 'opted_out', email: null }, 'opted_out'],
    [{ consent: 'blocked', email: null }, 'blocked'],
    [{ askedToStop: true, email: null }, 'asked_to_stop'],
    [{ canText: false, canMail: false }, 'no_channel'],
    [{ deceased: true }, 'deceased'],
    // What no text reaches, an e-mail may.
    [{ phoneNumber: null }, 'send email'],
    [{ consent: 'opted_out' }, 'send email'],
    [{ askedToStop: true }, 'send email'],
    [{ canText: false }, 'send email'],
  ] as const)('by any channel with %j gives: %s', (change, result) => expect(ofReach(change)).toBe(result))

  test.each([
    ['sms', { consent: 'opted_out' }, 'opted_out'],
    ['email', {}, 'send email'],
    ['email', { email: null }, 'no_address'],
    ['email', { canMail: false }, 'no_channel'],
    ['email', { deceased: true }, 'deceased'],
  ] as const)('by %s alone with %j gives: %s', (channel, change, result) =>
    expect(ofReach(change, { ...reminder, channel })).toBe(result),
  )
})

test('reached lets staff remind a patient who asked in plain words for no more texts', () => {
  const asked = { ...reach, askedToStop: true, email: null }
  expect(reached('auto', asked, { isAsked: true })).toEqual({ send: 'sms' })
  expect(reached('auto', { ...asked, consent: 'opted_out' }, { isAsked: true })).toEqual({
    skip: 'opted_out',
    channel: 'sms',
  })
})
