import { describe, expect, test } from 'vitest'
import { fieldValues } from './field-values.rules.ts'
import { sampleShortLink } from './links.rules.ts'
import { finishedMessage, longestOf } from './message.rules.ts'
import { sampleFacts } from './sample-patient.rules.ts'
import { segmentsOf } from './segments.rules.ts'

const clinic = { name: 'Cedar Ridge', timezone: 'America/Chicago', phoneNumber: '+15125550100' }
const now = new Date('2026-11-19T15:16:00Z')
const values = fieldValues(sampleFacts(clinic, 'https://cedar.test/book', now))
const finish = (words: string, more: Partial<Parameters<typeof finishedMessage>[0]> = {}) =>
  finishedMessage({ type: 'SMS', words, values, shortLink: null, ...more })

test('sampleFacts is an invented patient with a visit some days ahead, in the zone of the clinic', () => {
  expect(values).toMatchObject({ name: 'Avery Quinn', visitDate: 'Monday, Nov 23', visitTime: '10:30 AM' })
})

describe('finishedMessage', () => {
  test('fills the words and adds how to opt out to an SMS', () => {
    expect(finish('Hi {{firstName}}, flu shots are here. {{clinic}}.').text).toBe(
      'Hi Avery, flu shots are here. Cedar Ridge. Reply STOP to opt out.',
    )
    expect(finish('Flu shots, {{clinic}} ').text).toBe('Flu shots, Cedar Ridge\nReply STOP to opt out.')
    expect(finish('Hi.', { type: 'email' }).text).toBe('Hi.')
  })

  test.each(['Flu shots. Text STOP to end.', 'Vacunas. Envíe STOP para no recibir mensajes.'])(
    'adds nothing when the words say how to opt out: %s',
    (words) => expect(finish(words).text).toBe(words),
  )

  test('adds how to opt out when STOP is asked for otherwise, or when a name says it', () => {
    expect(finish('Reply STOP to cancel your visit.').text).toMatch(/ Reply STOP to opt out\.$/)
    const named = { ...values, firstName: 'Reply STOP to opt out.' }
    expect(finish('Hi {{firstName}}!', { values: named }).text).toBe(
      'Hi Reply STOP to opt out.! Reply STOP to opt out.',
    )
    expect(finish('Hi {{firstName|Reply STOP to opt out}}!').text).toBe('Hi Avery! Reply STOP to opt out.')
  })

  test('puts short links in the place of the links of the words and of the booking link, and not of a name', () => {
    const shortLink = (url: string) => `https://s.test/${url.at(-1)}`
    const named = { ...values, firstName: 'https://evil.test/x' }
    expect(finish('{{firstName}}: https://cedar.test/a, {{bookingLink}}.', { values: named, shortLink }).text).toBe(
      'https://evil.test/x: https://s.test/a, https://s.test/k. Reply STOP to opt out.',
    )
    expect(finish('{{bookingLink}}.').text).toMatch(/^https:\/\/cedar\.test\/book\. /)
    const none = { ...values, bookingLink: null }
    expect(finish('Book {{bookingLink}}', { values: none, shortLink }).missing).toEqual(['bookingLink'])
  })

  test('has the segments of the message that is sent before its short links exist', () => {
    const base = 'https://foyer.test/s'
    const words = `${'Hello. '.repeat(17)}https://cedar.test/a/very/long/address/of/a/page?with=much`
    const counted = finish(words, { shortLink: () => sampleShortLink(base) }).text
    const sent = finish(words, { shortLink: () => `${base}/aB3dE6gH9j` }).text
    expect([segmentsOf(counted).used, counted.length]).toEqual([segmentsOf(sent).used, sent.length])
  })

  test('names gaps with and without other words', () => {
    const unknown = { ...values, firstName: null, doctor: null }
    expect(finish('{{firstName}} {{doctor}}', { values: unknown, fallbacks: { firstName: 'there' } })).toMatchObject({
      ...{ shown: ['firstName'], missing: ['doctor'] },
    })
  })
})

test('longestOf is 1,600 characters for an SMS', () =>
  expect([longestOf('SMS'), longestOf('email')]).toEqual([1600, 20_000]))
