import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type Scheduled, scheduledExample } from '@foyer/contracts/inbox/scheduled.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { sizeWords } from '../../../lib/files.rules.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'
import { refusalWords } from '../thread/refusal-words.rules.ts'
import { shownScheduled } from '../thread/scheduled.rules.ts'
import {
  cannedQueryAt,
  fillCanned,
  gapRange,
  hasDetail,
  markTitle,
  matchingCanned,
  patientDetails,
  unfilledPlaceholders,
  withCanned,
} from './canned.rules.ts'
import { reasonWords, refusedFile } from './composer.rules.ts'
import {
  emptyComposer,
  mentionedIds,
  withDraft,
  withFiles,
  withRefusal,
  withSending,
  withServerDraft,
} from './composer-model.rules.ts'
import { draftIn, laterRevision } from './drafts.rules.ts'
import { refusedWords, withPicked } from './files.rules.ts'
import { matchingColleagues, mentionParts, mentionQueryAt, withName } from './mentions.rules.ts'
import { fieldValue, fromField, laterProblem } from './send-later.rules.ts'

const CHICAGO = 'America/Chicago'
/** A Thursday, 9:16 AM in Chicago. */
const now = new Date('2026-11-19T15:16:00Z')
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const canned = (title: string, message = title) => ({ _id: title, organizationId: 'org_cedar', title, message })

test('withPicked takes ten files of 10 MiB and names the ones it leaves out [INBOX-03] [SEC-08]', () => {
  const large = Object.defineProperty(file('scan.pdf'), 'size', { value: 10 * 1024 * 1024 + 1 })
  expect(withPicked([file('a')], [large, file('b')])).toMatchObject({
    files: [{ name: 'a' }, { name: 'b' }],
    refused: 'scan.pdf is larger than 10 MB and was left out.',
  })
  const mixed = withPicked([], [file('a'), large, file('none', 0)])
  expect([mixed.files.map(({ name }) => name), mixed.refused]).toEqual([
    ['a'],
    'scan.pdf (larger than 10 MB) and none (empty) were left out.',
  ])
  const many = Array.from({ length: 11 }, (_, place) => file(`f${place}`))
  expect([withPicked([], many).files.length, withPicked([], many.slice(1)).refused]).toEqual([10, null])
  expect(withPicked([], many).refused).toContain('at most 10 files')
  expect(withPicked([], [file('none', 0)])).toEqual({ files: [], refused: 'none is empty and was left out.' })
})

test('refusedWords name the file that the server refused in one sentence', () => {
  const words = 'File 2 is not a kind that is taken.'
  expect(refusedWords('setup.exe', words, true)).toBe('setup.exe was left out: it is not a kind that is taken.')
  expect(refusedWords('setup.exe', words, false)).toBe('setup.exe is not a kind that is taken.')
  expect(refusedWords('setup.exe', 'Too large.', true)).toBe('setup.exe: Too large.')
})

test('a message whose second file is refused keeps the others ready, in its box and in its bubble', () => {
  const files = [file('a.png'), file('setup.exe'), file('b.pdf')]
  const screen = { seen: 1, messages: [] }
  const sent = withSending(withFiles(emptyComposer('usr_lena'), files), { screen, key: 'k1', at: now.toISOString() })
  const issues = [{ path: 'attachments.1', message: 'File 2 is not a kind that is taken.' }]
  const failure = { status: 400, reason: 'not_valid', issues, message: 'Failed', conversation: null } as const
  const back = withRefusal(sent, 'k1', failure)
  const good = [files[0], files[2]]
  expect([back.files.text, back.bubbles[0]?.files, back.badFile]).toEqual([
    ...[good, good],
    { file: files[1], words: 'setup.exe was left out: it is not a kind that is taken.' },
  ])
  const again = withSending(back, { screen, key: 'k2', at: now.toISOString() })
  expect(again.bubbles.map(({ key, state, files: left }) => [key, state, left])).toEqual([['k1', 'waiting', good]])
})

test('sizeWords shows a size in bytes, KB or MB', () => {
  expect([75, 184_000, 999_600, 2_340_000].map(sizeWords)).toEqual(['75 bytes', '184 KB', '1.0 MB', '2.3 MB'])
})

test('refusedFile finds the refused file by its index, and the reason is the server’s sentence [ERR-16]', () => {
  const failure = { status: 400, message: 'Failed to send message with files', conversation: null } as const
  const words = 'File 2 is not a kind that is taken.'
  const refused = { ...failure, reason: 'not_valid', issues: [{ path: 'attachments.1', message: words }] }
  expect([refusedFile(refused), reasonWords(refused)]).toEqual([1, words])
  expect(reasonWords({ ...failure, reason: 'not_deliverable', detail: 'Too large for a text.' })).toBe(
    'Too large for a text.',
  )
  expect(reasonWords({ ...failure, reason: 'failed', detail: 'Boom' })).toBe('Failed to send message with files')
})

test('reasonWords shows the server’s sentence for a limit or a country [T40]', () => {
  const failure = { status: 429, message: 'Failed to send message', conversation: null } as const
  const detail = 'This number was sent all the texts that one patient may have in a day (50).'
  expect(reasonWords({ ...failure, reason: 'rate_limited', detail })).toBe(detail)
  const elsewhere = 'Texts to this country (Jamaica) are not enabled.'
  expect(reasonWords({ ...failure, reason: 'not_deliverable', detail: elsewhere })).toBe(elsewhere)
  const refused = new CallError('Failed to schedule', 422, { reason: 'not_deliverable', message: elsewhere })
  expect(refusalWords(refused)).toEqual({ stale: false, words: `Failed to schedule. ${elsewhere}` })
})

test.each<[string, string | null]>([
  ['/|', ''],
  ['/re|', 're'],
  ['Hello /re|', 're'],
  ['Hello\n/re|', 're'],
  ['(/re|', 're'],
  ['Hello /re| and bye', 're'],
  ['Hello /r|e and bye', 'r'],
  ['Call us /|today', ''],
  ['/|usr/bin', null],
  ['Hello /re and| bye', null],
  ['Hello |/re', null],
  ['1:30 / |3:00', null],
  ['1:30 /|', ''],
  ['1:30/|', null],
  ['and/or|', null],
  ['//|', null],
  ['see https://example.com|', null],
  ['/usr/bin|', null],
  ['|', null],
])('cannedQueryAt reads what is typed after a slash up to the caret in %o [INBOX-04]', (marked, typed) => {
  const caret = marked.indexOf('|')
  expect(cannedQueryAt(marked.replace('|', ''), caret)?.typed ?? null).toBe(typed)
})

test('withCanned replaces the slash and what was typed after it, and puts the caret after the message [INBOX-04]', () => {
  const text = 'Hello /re and bye'
  const query = cannedQueryAt(text, 9)
  if (query === null) throw new Error('There is a word with a slash')
  expect(withCanned(text, query, 'all is well')).toEqual({ text: 'Hello all is well and bye', caret: 17 })
  // The slash was typed before a word, which stays.
  const before = cannedQueryAt('Call us /today', 9)
  if (before === null) throw new Error('There is a slash')
  expect(withCanned('Call us /today', before, 'at noon.').text).toBe('Call us at noon. today')
})

test('patientDetails are what is filled in of a patient, and hasDetail finds them as whole words', () => {
  const appointment = { startsAt: '2026-11-23T19:30:00.000Z', doctorName: 'Dr. Okafor', location: 'Northgate' }
  const details = patientDetails({ name: 'Rosalind Carver', appointment }, CHICAGO)
  expect(details).toEqual([
    ...['Rosalind', 'Carver', 'Rosalind Carver', 'Dr. Okafor', 'Northgate', 'Monday, Nov 23', '1:30 PM'],
  ])
  for (const text of ['Hi Rosalind, hello', 'Mrs. Carver!', 'with Dr. Okafor.', 'on Monday, Nov 23 at 9'])
    expect(hasDetail(text, details), text).toBe(true)
  for (const text of ['Good morning', 'rosalinds', 'Carvers', 'on Monday, Nov 230', '11:30 PM', ''])
    expect(hasDetail(text, details), text).toBe(false)
  expect(patientDetails({ name: 'Unknown', appointment: null }, CHICAGO)).toEqual([])
})

test('gapRange finds the first unfilled placeholder [INBOX-04]', () => {
  expect(gapRange('Ask {{doctorName}} or {{staff}}')).toEqual([4, 18])
  expect(gapRange('Ask {{ doctorName }}')).toEqual([4, 20])
  expect(gapRange('Ask us {now}')).toBeNull()
})

test('matchingCanned searches titles first, prefix matches before others, and texts last [INBOX-04]', () => {
  const all = [canned('Billing', 'See the results'), canned('Lab results'), canned('Results are in')]
  const titles = (filter: string) => matchingCanned(all, filter).map(({ title }) => title)
  expect(titles('')).toEqual(['Billing', 'Lab results', 'Results are in'])
  expect(titles('RES')).toEqual(['Results are in', 'Lab results'])
  expect(titles('the')).toEqual(['Billing'])
  expect(titles('x')).toEqual([])
  expect(
    markTitle('Lab results', 'res l')
      .filter(({ marked }) => marked)
      .map(({ text }) => text),
  ).toEqual(['L', 'res', 'l'])
})

test('canned message is filled in with known values and keeps unknown placeholders [INBOX-04]', () => {
  const startsAt = '2026-11-23T19:30:00.000Z'
  const visit = { appointmentId: 'a', endsAt: startsAt, status: 'scheduled', type: 'visit', doctorId: 'd' } as const
  const appointment = { ...visit, startsAt, doctorName: 'Dr. Okafor', location: 'Northgate' }
  const filling = { conversation: conversationExample, clinic: 'Cedar Ridge', staff: 'Lena Kim', timezone: CHICAGO }
  const text =
    '{{firstName}} {{ lastName }}, {{doctorName}} on {{appointmentDate}} at {{appointmentTime}}. {{clinicName}}'
  expect(fillCanned(text, filling)).toBe(
    'Rosalind Carver, {{doctorName}} on {{appointmentDate}} at {{appointmentTime}}. Cedar Ridge',
  )
  const booked = { ...filling, conversation: { ...conversationExample, appointment } }
  expect(fillCanned(text, booked)).toBe('Rosalind Carver, Dr. Okafor on Monday, Nov 23 at 1:30 PM. Cedar Ridge')
  const unknown = { ...filling, conversation: { ...conversationExample, name: 'Unknown' } }
  expect(unfilledPlaceholders(fillCanned('Hi {{firstName}}, {{firstName}}', unknown))).toEqual(['{{firstName}}'])
  expect(fillCanned('Hi {{firstName|there}}, {{myName}} {{room2}}', unknown)).toBe('Hi there, Lena Kim {{room2}}')
})

test('draftIn takes the text of the open box, else of the other one', () => {
  expect(draftIn({ mode: 'text', drafts: { text: 'Hello', note: 'us' } })).toEqual({ message: 'Hello', private: false })
  expect(draftIn({ mode: 'text', drafts: { text: ' ', note: 'us' } })).toEqual({ message: 'us', private: true })
  expect(draftIn({ mode: 'note', drafts: { text: '', note: '' } })).toEqual({ message: '', private: false })
})

test('laterRevision is higher than the known revision and than the clock', () => {
  expect(laterRevision(5, new Date(100))).toBe(101)
  expect(laterRevision(500, new Date(100))).toBe(501)
})

test('composer takes over a draft of another screen only when nothing is typed in it', () => {
  const empty = emptyComposer('usr_lena')
  const taken = withServerDraft(empty, { text: 'From the phone', mode: 'note' }, 7)
  expect([taken.mode, taken.drafts.note, taken.typedSince]).toEqual(['note', 'From the phone', 7])
  expect(withServerDraft(taken, { text: 'From the phone, more', mode: 'note' }, 8).drafts.note).toBe(
    'From the phone, more',
  )
  expect(withServerDraft(taken, { text: '', mode: 'text' }, 8).drafts).toEqual({ text: '', note: '' })
  const typing = withDraft(taken, 'From the phone, and here', 8)
  expect(withServerDraft(typing, { text: 'Other', mode: 'note' }, 9)).toBe(typing)
})

test('fromField converts a local time to its instant, also around a clock change', () => {
  const iso = (value: string, timezone = CHICAGO) => fromField(value, timezone)?.toISOString()
  expect(iso('2026-07-01T08:00')).toBe('2026-07-01T13:00:00.000Z')
  expect(iso('2026-03-08T01:30')).toBe('2026-03-08T07:30:00.000Z')
  expect(iso('2026-03-08T02:30')).toBe('2026-03-08T08:00:00.000Z')
  expect(iso('2026-03-08T03:30')).toBe('2026-03-08T08:30:00.000Z')
  expect(iso('2026-11-01T01:30')).toBe('2026-11-01T06:30:00.000Z')
  expect(iso('2026-11-20T08:00', 'Asia/Kolkata')).toBe('2026-11-20T02:30:00.000Z')
  // The clocks change while it is another date in UTC: the first of two instants, or the moment of the change.
  expect(iso('2026-04-05T02:30', 'Pacific/Auckland')).toBe('2026-04-04T13:30:00.000Z')
  expect(iso('2026-09-27T02:30', 'Pacific/Auckland')).toBe('2026-09-26T14:00:00.000Z')
  expect(fieldValue(new Date('2026-11-20T14:00:00Z'), CHICAGO)).toBe('2026-11-20T08:00')
  expect(fromField('2026-11-20T08:00', CHICAGO)?.toISOString()).toBe('2026-11-20T14:00:00.000Z')
  expect([fromField('', CHICAGO), fromField('2026-13-40T08:00', CHICAGO)]).toEqual([null, null])
})

test('laterProblem accepts a time between a minute and a year ahead, and laterLabel names it', () => {
  const after = (ms: number) => laterProblem(new Date(now.getTime() + ms), now)
  expect([after(60_000), after(59_999), after(367 * 86_400_000), laterProblem(null, now)]).toEqual([
    null,
    'Choose a time that is at least a minute ahead',
    'Choose a time within the next year',
    'Choose a day and a time',
  ])
  const words = (at: string) => laterLabel(new Date(at), now, CHICAGO)
  expect(words('2026-11-19T23:00:00Z')).toBe('today at 5:00 PM')
  expect(words('2026-11-20T14:00:00Z')).toBe('tomorrow at 8:00 AM')
  expect(words('2026-11-23T14:00:00Z')).toBe('Mon, Nov 23 at 8:00 AM')
  expect(words('2027-01-04T14:00:00Z')).toBe('Mon, Jan 4, 2027 at 8:00 AM')
})

test('thread shows waiting texts and recently ended ones, and none that were sent', () => {
  const text = (_id: string, change: Partial<Scheduled>): Scheduled => ({ ...scheduledExample, _id, ...change })
  const endedAt = '2026-11-19T10:00:00.000Z'
  const texts = [
    text('waits', {}),
    text('sent', { status: 'sent', endedAt }),
    text('failed', { status: 'failed', endedAt }),
    text('long ago', { status: 'cancelled', endedAt: '2026-11-17T10:00:00.000Z' }),
  ]
  expect(shownScheduled(texts, now).map(({ _id }) => _id)).toEqual(['failed', 'waits'])
})

const dana = { _id: 'usr_dana', name: 'Dana Whitfield' }
const lena = { _id: 'usr_lena', name: 'Lena Kim' }

test('mention query starts at an @ sign before the caret and not inside an e-mail address', () => {
  expect(mentionQueryAt('Ask @Da', 7)).toEqual({ from: 4, typed: 'Da' })
  expect([
    mentionQueryAt('lena@demo', 9),
    mentionQueryAt('@Dana Whitfield ', 16),
    mentionQueryAt('Ask @Da', 3),
  ]).toEqual([null, null, null])
  expect(matchingColleagues([dana, lena], 'whit', 'usr_lena')).toEqual([dana])
  expect(matchingColleagues([dana, lena], '', 'usr_lena')).toEqual([dana])
  expect(withName('Ask @Da please', 7, { from: 4, typed: 'Da' }, dana.name)).toEqual({
    text: 'Ask @Dana Whitfield please',
    caret: 20,
  })
})

test('mentionedIds leaves out a colleague whose name was removed from the note', () => {
  expect(mentionedIds('Ask @Dana Whitfield', [dana, dana, lena])).toEqual(['usr_dana'])
  expect(mentionParts('Hi @Ann Lee, @Ann', ['Ann', 'Ann Lee']).filter(({ named }) => named)).toEqual([
    { text: '@Ann Lee', named: true },
    { text: '@Ann', named: true },
  ])
})
