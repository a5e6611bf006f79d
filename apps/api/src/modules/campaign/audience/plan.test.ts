import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PatientFacts, type PersonFacts, type PlannedCampaign, type PlanPolicy, plan } from './plan.rules.ts'

const now = new Date('2026-11-20T16:00:00Z')
const policy: PlanPolicy = {
  clinic: { name: 'Cedar Ridge', timezone: 'America/Chicago', phoneNumber: '+15125550100' },
  quietHours: { from: '21:00', to: '08:00' },
  bookingLink: 'https://cedar.test/book',
  shortLinkUrl: 'https://foyer.test/s',
  smsCountries: ['US'],
}
const campaignOf = (content: string, more: Partial<PlannedCampaign> = {}): PlannedCampaign => ({
  ...{ type: 'SMS', purpose: 'care', fallbacks: {}, trackLinks: true, steps: [{ subject: null, content }] },
  ...{ clock: 'patient', scheduledAt: null, timezone: 'America/Chicago' },
  ...more,
})
const flu = campaignOf('Hi {{firstName}}, flu season is here. {{clinic}}')
const person = (more: Partial<PersonFacts> = {}): PersonFacts => ({
  ...{ patientId: 'p1', firstName: 'Rosalind', lastName: 'Carver', birthdate: '1968-03-14', timezone: null },
  ...{ deceased: false, address: '+15125550142', smsStatus: 'subscribed', isUnsubscribed: false, askedToStop: false },
  ...{ isUnreachable: false, hasMarketingConsent: false, isDone: false, ownsConversation: false },
  ...{ doctor: null, visitAt: null, location: null },
  ...more,
})
const facts = (more: Partial<PatientFacts> = {}): PatientFacts => ({ ...person(more), sharing: null, ...more })
const planned = (patient: PatientFacts | null, campaign = flu, of = policy) => plan(patient, campaign, of, now)
const reasonOf = (...asked: Parameters<typeof planned>) => {
  const found = planned(...asked)
  return 'skip' in found ? [found.skip, found.detail] : 'send'
}

describe('plan', () => {
  test('sends a text at its time, with its segments and the gaps that have other words', () => {
    expect(planned(facts())).toEqual({
      timezone: 'America/Chicago',
      send: { at: now, address: '+15125550142', segments: 1, gaps: [] },
    })
    const inDenver = facts({ timezone: 'America/Denver', firstName: '' })
    const later = campaignOf('Hi {{firstName|there}}, {{visitDate|soon}}. {{clinic}}', {
      scheduledAt: new Date('2026-11-23T15:30:00Z'),
    })
    expect(planned(inDenver, later)).toEqual({
      timezone: 'America/Denver',
      send: {
        ...{ at: new Date('2026-11-23T16:30:00Z'), address: '+15125550142', segments: 1 },
        gaps: ['firstName', 'visitDate'],
      },
    })
  })

  test('counts the finished text: filled, with short links and the line about opting out', () => {
    const segments = (content: string, more: Partial<PlannedCampaign> = {}) => {
      const found = planned(facts(), campaignOf(content, more))
      return 'send' in found ? found.send.segments : null
    }
    const line = 'Reply STOP to opt out.'
    expect(segments(`${'x'.repeat(160 - line.length - 2)}.`)).toBe(1)
    expect(segments(`${'x'.repeat(160 - line.length - 1)}.`)).toBe(2)
    expect(segments(`${line} ${'x'.repeat(137)}`)).toBe(1)
    const link = `https://cedar.test/${'x'.repeat(150)}`
    expect([segments(link), segments(link, { trackLinks: false })]).toEqual([1, 2])
    expect([segments('{{firstName}}: здравствуйте'), segments(' ')]).toEqual([1, null])
    const mail = { type: 'email' as const, steps: [{ subject: 'Flu', content: 'x'.repeat(500) }] }
    expect(segments('', mail)).toBeNull()
  })

  test.each<[SkipReason, Partial<PatientFacts>, PlannedCampaign?]>([
    ['deceased', { deceased: true }],
    ['no_address', { address: null }],
    ['not_enabled', { address: '+442079460000' }],
    ['opted_out', { smsStatus: 'opted_out' }],
    ['blocked', { smsStatus: 'blocked' }],
    ['asked_to_stop', { askedToStop: true }],
    ['unreachable', { isUnreachable: true }],
    ['already_got', { isDone: true }],
    ['no_consent', {}, { ...flu, purpose: 'promotion' }],
    ['unsubscribed', { isUnsubscribed: true, address: 'r@carver.test' }, { ...flu, type: 'email' }],
  ])('leaves a patient out as %s', (reason, more, campaign) => {
    expect(reasonOf(facts(more), campaign)).toEqual([reason, null])
  })

  test('is gone without a record', () => {
    expect(planned(null)).toEqual({ timezone: 'America/Chicago', skip: 'gone', detail: null })
  })

  test('sends promotion where the written consent is on record, and e-mail whatever the number said', () => {
    expect(reasonOf(facts({ hasMarketingConsent: true }), { ...flu, purpose: 'promotion' })).toBe('send')
    const mail = { ...flu, type: 'email' as const, steps: [{ subject: 'Flu', content: 'Come by.' }] }
    expect(reasonOf(facts({ address: 'r@carver.test', smsStatus: 'opted_out', askedToStop: true }), mail)).toBe('send')
  })

  test.each([
    [{ firstName: '' }, 'Hi {{firstName}}. {{clinic}}', 'firstName'],
    [{}, 'You see {{doctor}} on {{visitDate}}. {{clinic}}', 'doctor'],
    [{ doctor: 'Dr. Okafor' }, 'You see {{doctor}} on {{appointmentDate}}. {{clinic}}', 'visitDate'],
  ])('names the detail that %j lacks for "%s"', (more, content, field) => {
    expect(reasonOf(facts(more), campaignOf(content))).toEqual(['missing_field', field])
  })

  test('looks for the details of the subject too, and takes other words for any', () => {
    const steps = [{ subject: 'For {{firstName}}', content: 'Come by.' }]
    const mail = campaignOf('', { type: 'email', steps })
    expect(reasonOf(facts({ firstName: '' }), mail)).toEqual(['missing_field', 'firstName'])
    expect(planned(facts({ firstName: '' }), { ...mail, fallbacks: { firstName: 'you' } })).toMatchObject({
      send: { gaps: ['firstName'] },
    })
  })

  test('leaves out a patient whose details make the filled words longer than a message may be', () => {
    const words = campaignOf(`${'{{firstName}} '.repeat(30)}{{clinic}}`)
    const [fits, long] = [facts({ firstName: 'x'.repeat(50) }), facts({ firstName: 'x'.repeat(100) })]
    expect(reasonOf(fits, words)).toBe('send')
    const tooLong = ['missing_field', 'With this patient’s details it has 3,064 characters: 1,600 at most.']
    expect(reasonOf(long, words)).toEqual(tooLong)
    expect(reasonOf({ ...long, sharing: [long, { ...fits, patientId: 'p2' }] }, words)).toEqual(tooLong)
    const steps = [{ subject: '{{name}} {{name}}', content: 'Come by.' }]
    const mail = campaignOf('', { type: 'email', steps })
    expect(reasonOf(facts({ firstName: 'x'.repeat(100), lastName: 'y' }), mail)).toEqual([
      ...['missing_field', 'With this patient’s details it has 205 characters: 200 at most.'],
    ])
  })

  test('leaves everybody out where the words need a booking link that the clinic has not set', () => {
    expect(reasonOf(facts(), campaignOf('{{bookingLink}} {{clinic}}'), { ...policy, bookingLink: null })).toEqual([
      'missing_field',
      'bookingLink',
    ])
  })

  test('is too late where quiet hours leave no time of the day', () => {
    expect(reasonOf(facts(), flu, { ...policy, quietHours: { from: '08:00', to: '21:00' } })).toEqual([
      'too_late',
      null,
    ])
  })

  test('takes the clock of the clinic where the zone of a patient is none', () => {
    expect(planned(facts({ timezone: 'Mars/Olympus' })).timezone).toBe('America/Chicago')
  })
})

describe('plan of a shared number', () => {
  const elias = person({ patientId: 'p2', firstName: 'Elias', birthdate: '1966-01-02' })
  const rosalind = person()
  const ella = person({ patientId: 'p3', firstName: 'Ella', birthdate: null })
  const reasons = (...sharing: PersonFacts[]) => sharing.map((one) => reasonOf({ ...one, sharing }))
  const SHARED = (name: string) => ['shared_number', name]

  test('sends to the eldest, and says to the others who gets it', () => {
    const eldest = SHARED('Elias Carver')
    expect(reasons(ella, rosalind, elias)).toEqual([eldest, eldest, 'send'])
  })

  test('sends to the patient whose conversation it is', () => {
    expect(reasons(elias, rosalind, { ...ella, ownsConversation: true })).toEqual([
      ...[SHARED('Ella Carver'), SHARED('Ella Carver'), 'send'],
    ])
  })

  test('goes to the next of them where the first would get none', () => {
    expect(reasons({ ...elias, deceased: true, ownsConversation: true }, rosalind, ella)).toEqual([
      ...[['deceased', null], 'send', SHARED('Rosalind Carver')],
    ])
    expect(reasons({ ...elias, firstName: '' }, rosalind)).toEqual([['missing_field', 'firstName'], 'send'])
  })

  test('is settled by the id among those of one age', () => {
    expect(reasons({ ...ella, patientId: 'p9' }, ella)).toEqual([SHARED('Ella Carver'), 'send'])
  })

  test('leaves out one who comes after all that were read', () => {
    expect(reasonOf({ ...ella, sharing: [elias, rosalind] })).toEqual(SHARED('Elias Carver'))
    expect(reasonOf({ ...ella, sharing: [{ ...elias, deceased: true }] })).toEqual(['shared_number', null])
  })
})

describe('plan of any patient', () => {
  const flag = fc.boolean()
  const anyPerson = fc.record<PersonFacts>({
    patientId: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    firstName: fc.constantFrom('', 'Rosalind'),
    lastName: fc.constant('Carver'),
    birthdate: fc.option(fc.constantFrom('1966-01-02', '1968-03-14')),
    timezone: fc.option(fc.constantFrom('America/Denver', 'Asia/Kolkata', 'nowhere')),
    address: fc.option(fc.constantFrom('+15125550142', '+442079460000')),
    smsStatus: fc.constantFrom('subscribed', 'opted_out', 'blocked'),
    ...{ deceased: flag, isUnsubscribed: flag, askedToStop: flag, isUnreachable: flag, hasMarketingConsent: flag },
    ...{ isDone: flag, ownsConversation: flag, doctor: fc.constant(null), visitAt: fc.constant(null) },
    location: fc.constant(null),
  })
  const anyCampaign = fc.record({
    type: fc.constantFrom('SMS' as const, 'email' as const),
    purpose: fc.constantFrom('care' as const, 'promotion' as const),
  })
  /** The reasons in their order: a patient gets the first that applies. */
  const applies: [SkipReason, (one: PersonFacts, campaign: PlannedCampaign) => boolean][] = [
    ['deceased', ({ deceased }) => deceased],
    ['no_address', ({ address }) => address === null],
    ['unsubscribed', ({ isUnsubscribed }, { type }) => type === 'email' && isUnsubscribed],
    ['not_enabled', ({ address }, { type }) => type === 'SMS' && !address?.startsWith('+1')],
    ['opted_out', ({ smsStatus }, { type }) => type === 'SMS' && smsStatus === 'opted_out'],
    ['blocked', ({ smsStatus }, { type }) => type === 'SMS' && smsStatus === 'blocked'],
    ['asked_to_stop', ({ askedToStop }, { type }) => type === 'SMS' && askedToStop],
    ['unreachable', ({ isUnreachable }) => isUnreachable],
    ['no_consent', ({ hasMarketingConsent }, { purpose }) => purpose === 'promotion' && !hasMarketingConsent],
    ['missing_field', ({ firstName }) => firstName === ''],
    ['already_got', ({ isDone }) => isDone],
  ]

  test('is the first reason that applies, in one order, or a time', () => {
    fc.assert(
      fc.property(anyPerson, anyCampaign, (one, more) => {
        const campaign = { ...flu, ...more }
        const expected = applies.find(([, holds]) => holds(one, campaign))?.[0] ?? 'send'
        const found = planned({ ...one, sharing: null }, campaign)
        expect('skip' in found ? found.skip : 'send').toBe(expected)
      }),
    )
  })

  test('is the same for the same facts, and one of a household at most gets it', () => {
    const household = fc.uniqueArray(anyPerson, { selector: ({ patientId }) => patientId, minLength: 2 })
    fc.assert(
      fc.property(household, anyCampaign, fc.boolean(), (sharing, more, isReversed) => {
        const campaign = { ...flu, ...more }
        const plans = sharing.map((one) => planned({ ...one, sharing }, campaign))
        const again = sharing.map((one) =>
          planned({ ...one, sharing: isReversed ? sharing.toReversed() : sharing }, campaign),
        )
        expect(again).toEqual(plans)
        const alone = sharing.filter((one) => 'send' in planned({ ...one, sharing: null }, campaign))
        expect(plans.filter((one) => 'send' in one)).toHaveLength(Math.min(1, alone.length))
        expect(plans.filter((one) => 'skip' in one && one.skip === 'shared_number')).toHaveLength(
          Math.max(0, alone.length - 1),
        )
      }),
    )
  })
})
