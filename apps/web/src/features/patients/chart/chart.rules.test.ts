import { appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import type { ConsentEntry, TimelineEntry } from '@foyer/contracts/patients/chart-calls.ts'
import { type PatientRecord, patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { describe, expect, test } from 'vitest'
import { ageWords, chipsOf, headFacts } from './chart-facts.rules.ts'
import { tabOf, tabSearch, tabsFor } from './chart-tabs.rules.ts'
import { choiceOf, consentWords } from './consent.rules.ts'
import { conversationFacts } from './conversation-words.rules.ts'
import { changedParts, editOf, mineOver, patientProblems, typedOf } from './edit.rules.ts'
import { channelOf, createdAtOf, lineOfEntry, lineOfMessage, lineOfNotification } from './history.rules.ts'
import { tellsOf } from './own-events.rules.ts'
import { visitsByTime } from './patient-visits.rules.ts'

const today = '2026-11-19'
const patient = (facts: Partial<PatientRecord> = {}): PatientRecord => ({ ...patientRecordExample, ...facts })

describe('head', () => {
  test.each<[string | null, string | null]>([
    ['1968-03-14', '58 years'],
    ['2024-11-19', '2 years'],
    ['2024-11-20', '23 months'],
    ['2026-10-19', '1 month'],
    ['2026-11-01', 'under 1 month'],
    ['2030-01-01', null],
    [null, null],
  ])('ageWords of a birth on %s is %s', (birthdate, words) => {
    expect(ageWords(birthdate, today)).toBe(words)
  })

  test('headFacts names what is known and what is not', () => {
    expect(headFacts(patient(), today)).toEqual(['58 years, born 03/14/1968', 'MRN 204-8817', '(512) 555-0142'])
    expect(headFacts(patient({ birthdate: null, mrn: null, phoneNumber: null }), today)).toEqual([
      'Birth date not known',
      'No MRN',
      'No phone number',
    ])
  })

  test('chipsOf tells what nobody may overlook', () => {
    const words = (facts: Partial<PatientRecord>) => chipsOf(patient(facts)).map(({ text }) => text)
    expect(words({})).toEqual([])
    expect(words({ smsStatus: 'opted_out', household: 2 })).toEqual(['Opted out', 'Household 2'])
    expect(words({ smsStatus: 'blocked', askedToStop: true, deceased: true })).toEqual([
      'Deceased',
      'Number blocked',
      'Asked for no texts',
    ])
  })
})

describe('tabs', () => {
  test('tabsFor leaves the audit to admins', () => {
    expect(tabsFor('agent').map(({ value }) => value)).not.toContain('audit')
    expect(tabsFor('admin').at(-1)?.value).toBe('audit')
  })

  test('tabOf an unknown word is the overview', () => {
    expect([tabOf('visits'), tabOf('nowhere'), tabOf('')]).toEqual(['visits', 'overview', 'overview'])
  })

  test("tabSearch keeps the organization and drops another tab's filters", () => {
    const before = new URLSearchParams('organizationId=o1&tab=history&channel=sms')
    expect(`${tabSearch('visits', before)}`).toBe('organizationId=o1&tab=visits')
    expect(`${tabSearch('overview', before)}`).toBe('organizationId=o1')
  })
})

describe('edit', () => {
  const seen = patient()
  const typed = typedOf(seen)

  test('editOf sends the changed fields alone, and null for an emptied one', () => {
    expect(editOf(typed, seen)).toEqual({})
    expect(editOf({ ...typed, email: ' ', phoneNumber: '+1 (512) 555-0178', eligible: false }, seen)).toEqual({
      email: null,
      phoneNumber: '5125550178',
      eligible: false,
    })
  })

  test('mineOver keeps what was typed and takes what someone else saved in other fields', () => {
    const theirs = patient({ lastName: 'Carver-Bell', mrn: '300-1', version: 12 })
    const mine = mineOver({ ...typed, lastName: 'Bell' }, seen, theirs)
    expect([mine.lastName, mine.mrn]).toEqual(['Bell', '300-1'])
    expect(editOf(mine, theirs)).toEqual({ lastName: 'Bell' })
  })

  test('changedParts names the fields that someone else changed', () => {
    const theirs = patient({ phoneNumber: '+15125550178', email: null, deceased: true })
    expect(changedParts(seen, theirs)).toEqual([
      { title: 'Phone', now: '(512) 555-0178' },
      { title: 'Email', now: 'None' },
      { title: 'Deceased', now: 'Yes' },
    ])
  })

  test.each<[Partial<typeof typed>, string, string]>([
    [{ firstName: ' ' }, 'firstName', 'Type the first name'],
    [{ lastName: 'a'.repeat(101) }, 'lastName', 'At most 100 characters'],
    [{ birthdate: '2026-11-20' }, 'birthdate', 'This day has not come yet'],
    [{ birthdate: '1899-12-31' }, 'birthdate', 'Check the year'],
    [{ mrn: '1'.repeat(41) }, 'mrn', 'At most 40 characters'],
    [{ phoneNumber: '555-0142' }, 'phoneNumber', 'Needs 10 digits, like (512) 555-0142'],
    [{ email: 'nora@home' }, 'email', 'Needs an address like name@example.com'],
  ])('patientProblems of %j names %s', (fields, name, problem) => {
    expect(patientProblems({ ...typed, ...fields }, today)[name]).toBe(problem)
  })

  test('patientProblems has none for a record with the names alone', () => {
    const empty = { ...typed, birthdate: '', mrn: '', phoneNumber: '', email: '', insuranceType: '' }
    expect(Object.values(patientProblems(empty, today)).filter(Boolean)).toEqual([])
  })
})

describe('consent', () => {
  const entry = (facts: Partial<ConsentEntry>): ConsentEntry => ({
    ...{ _id: '1', at: '', from: 'subscribed', to: 'opted_out', how: 'text', note: '', user: null, userName: null },
    ...facts,
  })

  test.each<[Partial<ConsentEntry>, string]>([
    [{}, 'Opted out by text'],
    [{ how: 'inPerson' }, 'Opted out in person'],
    [{ how: 'import' }, 'Opted out by an import'],
    [{ from: 'opted_out', to: 'subscribed', how: 'form' }, 'Opted in on a form'],
    [{ to: 'blocked', how: 'block' }, 'Number blocked'],
    [{ from: 'blocked', to: 'subscribed', how: 'block' }, 'Unblocked'],
    [{ from: 'blocked', to: 'opted_out', how: 'block' }, 'Unblocked, still opted out'],
  ])('consentWords of %j is "%s"', (facts, words) => {
    expect(consentWords(entry(facts))).toBe(words)
  })

  test.each<[Partial<PatientRecord>, Partial<ConsentEntry> | null, string]>([
    [{}, null, 'stop'],
    [{ smsStatus: 'opted_out' }, { how: 'phone' }, 'allow'],
    [{ smsStatus: 'opted_out' }, { how: 'import' }, 'allow'],
    [{ smsStatus: 'opted_out' }, { how: 'text' }, 'none'],
    [{ smsStatus: 'opted_out' }, { how: 'carrier' }, 'none'],
    [{ smsStatus: 'opted_out' }, null, 'none'],
    [{ smsStatus: 'blocked' }, { to: 'blocked', how: 'block' }, 'stop'],
    [{ smsStatus: 'blocked' }, { from: 'opted_out', to: 'blocked', how: 'block' }, 'none'],
    [{ phoneNumber: null }, null, 'none'],
  ])('choiceOf %j after %j is %s', (facts, newest, kind) => {
    expect(choiceOf(patient(facts), newest === null ? undefined : entry(newest)).kind).toBe(kind)
  })
})

test('conversationFacts names the status, the holders and the chart of another person', () => {
  const facts = (fields: Partial<Conversation>) =>
    conversationFacts({ ...conversationExample, patientId: 'p1', ...fields }, patient(), ({ name }) => name)
  expect(facts({ status: 'resolved', staffAssigned: [] })).toBe('Resolved')
  expect(facts({ team: { _id: 't1', name: 'Billing' } })).toBe('Open, with Lena Kim and Billing')
  expect(facts({ staffAssigned: [], patientId: null, name: 'Unknown' })).toBe('Open, in no chart')
  expect(facts({ staffAssigned: [], patientId: 'p2', name: 'Liam Bell' })).toContain('in the chart of')
})

describe('history', () => {
  test('channelOf and createdAtOf leave out what an address does not say [OPEN-068]', () => {
    expect([channelOf('fax'), channelOf('pigeon')]).toEqual(['fax', ''])
    expect(createdAtOf({ from: '', to: '' })).toBeUndefined()
    expect(createdAtOf({ from: '2026-11-01', to: '' })).toEqual({ $gte: '2026-11-01' })
    expect(createdAtOf({ from: '', to: '2026-11-02' })).toEqual({ $lte: '2026-11-02' })
  })

  const entry = (facts: Partial<TimelineEntry>): TimelineEntry => ({
    ...{ _id: '1', kind: 'text', at: '', text: '', direction: 'outbound', status: null, reason: null, user: null },
    ...{ userName: null, conversationId: null, appointmentId: null },
    ...facts,
  })

  test.each<[Partial<TimelineEntry>, string, string, boolean]>([
    [{ direction: 'inbound', status: 'received' }, 'Text from the patient', '', false],
    [{ status: 'undelivered', reason: 'landline' }, 'Text', 'Not delivered, landline', true],
    [{ kind: 'reminder', status: 'skipped', reason: 'too_late' }, 'Reminder', 'Not sent, too late', false],
    [{ kind: 'visit', status: 'noShow', direction: null }, 'Visit', 'No-show', true],
    [{ kind: 'consent', status: 'opted_out', reason: 'text' }, 'Opted out by text', '', false],
    [{ kind: 'consent', status: 'subscribed', reason: 'block' }, 'Unblocked', '', false],
    [{ kind: 'file', direction: null }, 'File added to the chart', '', false],
    [{ kind: 'mail', status: 'failed' }, 'Email', 'Not sent', true],
  ])('lineOfEntry of %j is "%s", "%s"', (facts, title, outcome, isBad) => {
    expect(lineOfEntry(entry(facts))).toMatchObject({ title, outcome, isBad })
  })

  test('lineOfMessage tells a note from a text, and lineOfNotification names its type', () => {
    expect(lineOfMessage({ ...messageExample, private: true, direction: 'outbound', status: 'sent' })).toMatchObject({
      ...{ kind: 'note', title: 'Internal note', outcome: '' },
    })
    expect(lineOfMessage({ ...messageExample, direction: 'outbound', automatic: true, status: 'sent' })).toMatchObject({
      ...{ title: 'Automatic text', outcome: 'Sent' },
    })
    const sent = { _id: 'n1', patientId: 'p1', appointmentId: 'a1', communicationChannel: 'email' as const }
    const line = lineOfNotification({
      ...{ ...sent, type: 'noShow', content: 'We missed you', address: null, status: 'notDelivered' },
      ...{ reason: 'landline', createdAt: '', user: null, userName: null },
    })
    expect(line).toMatchObject({ kind: 'reminder', title: 'No-show text', outcome: 'Not delivered, landline' })
  })
})

describe('visits', () => {
  const now = new Date('2026-11-19T16:00:00Z')
  const visit = (_id: string, hour: number, version = 1) => ({
    ...appointmentExample,
    ...{ _id, version, startsAt: `2026-11-19T${hour}:00:00.000Z`, endsAt: `2026-11-19T${hour}:30:00.000Z` },
  })
  const ids = (known: Omit<Parameters<typeof visitsByTime>[0], 'now'>) => {
    const { coming, past } = visitsByTime({ ...known, now })
    return [coming.map(({ _id }) => _id), past.map(({ _id }) => _id)]
  }

  test('visitsByTime shows the soonest to come first and the newest past first', () => {
    const coming = [visit('c', 20), visit('b', 17)]
    expect(ids({ coming, past: [visit('a', 14), visit('z', 12)], hasMorePast: false })).toEqual([
      ['b', 'c'],
      ['a', 'z'],
    ])
  })

  test('visitsByTime moves a visit that has ended since, and takes its newest state once', () => {
    const moved = visit('a', 18, 5)
    expect(ids({ coming: [visit('b', 15)], past: [visit('a', 14), moved], hasMorePast: false })).toEqual([['a'], ['b']])
  })

  test('visitsByTime leaves out what is older than the pages of past visits that were read', () => {
    expect(ids({ coming: [visit('old', 10)], past: [visit('a', 14)], hasMorePast: true })).toEqual([[], ['a']])
  })
})

test('tellsOf knows the events of the patient, of the number and of the visits', () => {
  const whose = { patientId: 'p1', phoneNumber: '+15125550142', conversationIds: new Set(['moved']) }
  // biome-ignore lint/suspicious/noExplicitAny: the rule reads only these fields
  const tells = (type: string, data: object) => tellsOf({ type, data } as any, whose)
  expect(tells('patient.changed', { _id: 'p1' })).toBe(true)
  expect(tells('patient.changed', { _id: 'p2' })).toBe(false)
  expect(tells('appointment.changed', { patientId: 'p1' })).toBe(true)
  expect(tells('conversation.changed', { patientId: 'p2', phoneNumber: whose.phoneNumber })).toBe(true)
  expect(tells('conversation.changed', { patientId: 'p2', phoneNumber: '+15125550000' })).toBe(false)
  expect(tells('conversation.changed', { id: 'moved', patientId: 'p2', phoneNumber: '+15125550000' })).toBe(true)
  expect(tells('patients.reloaded', {})).toBe(true)
  // An invitation is told by its due date.
  expect(tells('due.changed', { patientId: 'p1' })).toBe(true)
  expect(tells('due.changed', { patientId: 'p2' })).toBe(false)
})
