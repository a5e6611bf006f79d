import { changedFields } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing } from '@foyer/contracts/listings/listing.ts'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { CallError } from '../../api/call-error.ts'
import { differingLines } from './field-words.rules.ts'
import { draftOf, draftProblems, editOf, maskOf, mineOver, withOld } from './listing-draft.rules.ts'
import { listingEditorMachine, type Reading, type SaveRequest, StaleListing } from './listing-editor.machine.ts'

const at = (hours: number, minutes = 0) => ({ hours, ...(minutes > 0 && { minutes }) })
const listing: Listing = {
  title: 'Cedar Ridge Northgate',
  phoneNumbers: { primaryPhone: '(512) 555-0100' },
  websiteUri: 'https://cedar.example/',
  categories: {
    primaryCategory: {
      ...{ name: 'categories/gcid:clinic', displayName: 'Medical clinic' },
      moreHoursTypes: [{ hoursTypeId: 'VACCINATION', displayName: 'Vaccination', localizedDisplayName: 'Vaccination' }],
    },
  },
  moreHours: [
    {
      hoursTypeId: 'VACCINATION',
      periods: [{ openDay: 'MONDAY', openTime: at(9), closeDay: 'MONDAY', closeTime: at(12) }],
    },
  ],
  regularHours: {
    periods: [
      { openDay: 'MONDAY', openTime: at(8), closeDay: 'MONDAY', closeTime: at(17, 30) },
      { openDay: 'FRIDAY', openTime: at(20), closeDay: 'SATURDAY', closeTime: at(2) },
      { openDay: 'SUNDAY', openTime: {}, closeDay: 'SUNDAY', closeTime: at(24) },
    ],
  },
  specialHours: { specialHourPeriods: [{ startDate: { year: 2026, month: 12, day: 25 }, closed: true }] },
  profile: { description: 'Family medicine.' },
  openInfo: { status: 'OPEN', canReopen: true, openingDate: { year: 2009, month: 5 } },
}

describe('draft of a listing', () => {
  test('differs in nothing from the listing that it was made of [CALL-LISTINGS-04]', () => {
    expect(maskOf(listing, draftOf(listing))).toEqual([])
    expect(maskOf({}, draftOf({}))).toEqual([])
  })

  test('keeps hours past midnight and around the clock', () => {
    const { week } = draftOf(listing)
    expect(week.FRIDAY).toEqual([{ open: '20:00', close: '02:00' }])
    expect(week.SUNDAY).toEqual([{ open: '00:00', close: '00:00' }])
    expect(editOf(draftOf(listing)).regularHours?.periods).toContainEqual({
      ...{ openDay: 'FRIDAY', openTime: { hours: 20, minutes: 0 } },
      ...{ closeDay: 'SATURDAY', closeTime: { hours: 2, minutes: 0 } },
    })
  })

  test('names exactly the fields that were changed [CALL-LISTINGS-04]', () => {
    const draft = { ...draftOf(listing), title: 'Cedar Ridge', description: 'Another.' }
    expect(maskOf(listing, draft)).toEqual(['title', 'profile'])
    expect(maskOf(listing, withOld(listing, draft, 'title'))).toEqual(['profile'])
  })

  test('differs in nothing when Google ends a day at midnight of the next, or names a special day as its own end [CALL-LISTINGS-04]', () => {
    const [eve, next] = [
      { year: 2026, month: 12, day: 31 },
      { year: 2027, month: 1, day: 1 },
    ]
    const google: Listing = {
      ...listing,
      regularHours: {
        periods: [
          { openDay: 'MONDAY', openTime: at(8), closeDay: 'TUESDAY', closeTime: {} },
          { openDay: 'SUNDAY', openTime: at(8), closeDay: 'MONDAY', closeTime: { hours: 0, minutes: 0 } },
        ],
      },
      specialHours: {
        specialHourPeriods: [
          { startDate: { ...eve, day: 24 }, endDate: { ...eve, day: 24 }, openTime: at(8), closeTime: at(12) },
          { startDate: { ...eve, day: 25 }, endDate: { ...eve, day: 25 }, closed: true },
          { startDate: eve, endDate: next, openTime: at(20), closeTime: {} },
        ],
      },
    }
    const draft = draftOf(google)
    expect(maskOf(google, draft)).toEqual([])
    const later = { ...draft, specialDays: draft.specialDays.with(2, { day: '2026-12-31', span: null }) }
    expect(maskOf(google, later)).toEqual(['specialHours'])
    const earlier = { ...draft, week: { ...draft.week, SUNDAY: [{ open: '08:00', close: '23:00' }] } }
    expect(maskOf(google, earlier)).toEqual(['regularHours'])
    const longer = {
      ...draft,
      specialDays: draft.specialDays.with(2, { day: '2026-12-31', span: { open: '20:00', close: '01:00' } }),
    }
    expect(maskOf(google, longer)).toEqual(['specialHours'])
  })

  test('keeps the opening date when the status changes, and shows one that another changed [CALL-LISTINGS-04]', () => {
    const closed = { ...draftOf(listing), status: 'CLOSED_TEMPORARILY' }
    expect(maskOf(listing, closed)).toEqual(['openInfo'])
    expect(editOf(closed).openInfo).toEqual({ status: 'CLOSED_TEMPORARILY', openingDate: { year: 2009, month: 5 } })
    const moved = { ...listing, openInfo: { status: 'OPEN', openingDate: { year: 2010, month: 6, day: 1 } } }
    expect(changedFields(listing, moved)).toEqual(['openInfo'])
    expect(differingLines(listing, moved, 'openInfo')).toEqual({
      old: ['Open', 'Opening date: May 2009'],
      wanted: ['Open', 'Opening date: June 1, 2010'],
    })
    expect(editOf(mineOver(listing, closed, moved)).openInfo?.openingDate).toEqual({ year: 2010, month: 6, day: 1 })
  })

  test('goes on over a newer state with its own changes alone', () => {
    const mine = { ...draftOf(listing), title: 'Mine' }
    const theirs = { ...listing, title: 'Theirs', websiteUri: 'https://new.example/' }
    expect(mineOver(listing, mine, theirs)).toMatchObject({ title: 'Mine', websiteUri: 'https://new.example/' })
  })

  test.each([
    ['title', { title: ' ' }],
    ['websiteUri', { websiteUri: 'cedar' }],
    ['phoneNumbers', { primaryPhone: 'call us' }],
    ['profile', { description: 'x'.repeat(751) }],
    ['specialHours', { specialDays: [{ day: '', span: null }] }],
  ] as const)('says what is wrong with %s', (field, part) => {
    expect(draftProblems({ ...draftOf(listing), ...part })[field]).toBeTruthy()
    expect(draftProblems(draftOf(listing))).toEqual({})
  })

  test('says that two spans of a day overlap', () => {
    const { week } = draftOf(listing)
    const spans = [
      { open: '08:00', close: '12:00' },
      { open: '11:00', close: '15:00' },
    ]
    const wrong = draftProblems({ ...draftOf(listing), week: { ...week, MONDAY: spans } })
    expect(wrong.regularHours).toBe('These hours overlap others.')
  })

  test('holds the hours of each kind, and says which kind lacks hours [CALL-LISTINGS-04]', () => {
    const draft = draftOf(listing)
    const [kind] = draft.moreHours
    expect(kind).toMatchObject({
      id: 'VACCINATION',
      name: 'Vaccination',
      week: { MONDAY: [{ open: '09:00', close: '12:00' }] },
    })
    expect(maskOf(listing, draft)).toEqual([])
    expect(maskOf(listing, { ...draft, moreHours: [] })).toEqual(['moreHours'])
    const closed = { ...kind!, week: { ...kind!.week, MONDAY: [] } }
    expect(draftProblems({ ...draft, moreHours: [closed] }).moreHours).toBe(
      'Vaccination: add hours, or remove this kind.',
    )
    const longer = { ...kind!, week: { ...kind!.week, MONDAY: [{ open: '09:00', close: '13:00' }] } }
    expect(differingLines(listing, editOf({ ...draft, moreHours: [longer] }), 'moreHours')).toEqual({
      ...{ old: ['Vaccination, Monday: 9:00 AM to 12:00 PM'], wanted: ['Vaccination, Monday: 9:00 AM to 1:00 PM'] },
    })
    expect(draftOf({ moreHours: [{ hoursTypeId: 'DRIVE_THROUGH', periods: [] }] }).moreHours[0]?.name).toBe(
      'Drive through',
    )
  })

  test('shows of the week the days that differ', () => {
    const { week } = draftOf(listing)
    const after = editOf({ ...draftOf(listing), week: { ...week, MONDAY: [] } })
    expect(differingLines(listing, after, 'regularHours')).toEqual({
      ...{ old: ['Monday: 8:00 AM to 5:30 PM'], wanted: ['Monday: Closed'] },
    })
  })
})

function start(save: (request: SaveRequest) => Promise<Reading>) {
  const machine = listingEditorMachine.provide({
    actors: {
      read: fromPromise<Reading>(async () => ({ listing, etag: '"1"' })),
      save: fromPromise<Reading, SaveRequest>(({ input }) => save(input)),
    },
  })
  return createActor(machine).start()
}
type Editor = ReturnType<typeof start>
const toComparing = async (actor: Editor) => {
  await waitFor(actor, (state) => state.matches('editing'))
  actor.send({ type: 'changed', part: { title: 'Cedar Ridge' } })
  actor.send({ type: 'compare' })
}

describe('editor of a listing', () => {
  test('compares before it saves exactly what differs [CALL-LISTINGS-04]', async () => {
    const asked: SaveRequest[] = []
    const actor = start(async (request) => {
      asked.push(request)
      return { listing: { ...listing, title: 'Cedar Ridge' }, etag: '"2"' }
    })
    await waitFor(actor, (state) => state.matches('editing'))
    actor.send({ type: 'compare' })
    expect(actor.getSnapshot().value).toEqual({ editing: 'idle' })
    await toComparing(actor)
    actor.send({ type: 'save' })
    await waitFor(actor, (state) => state.matches('saved'))
    expect(asked).toMatchObject([{ mask: ['title'], etag: '"1"' }])
    expect(actor.getSnapshot().context.etag).toBe('"2"')
  })

  test('goes back to the fields when the last change is taken back', async () => {
    const actor = start(async () => ({ listing, etag: null }))
    await toComparing(actor)
    actor.send({ type: 'keepOld', field: 'title' })
    expect(actor.getSnapshot().value).toEqual({ editing: 'idle' })
  })

  test('asks when somebody saved meanwhile, and compares its own changes with the newer state', async () => {
    const newer = { ...listing, websiteUri: 'https://new.example/' }
    const actor = start(async () => {
      throw new StaleListing({ listing: newer, etag: '"9"' })
    })
    await toComparing(actor)
    actor.send({ type: 'save' })
    await waitFor(actor, (state) => state.matches('conflict'))
    actor.send({ type: 'keepMine' })
    const { context, value } = actor.getSnapshot()
    expect(value).toEqual({ editing: 'comparing' })
    expect(context).toMatchObject({ etag: '"9"', draft: { title: 'Cedar Ridge', websiteUri: 'https://new.example/' } })
  })

  test('keeps what was typed when Google refuses it', async () => {
    const actor = start(async () => {
      throw new CallError(undefined, 422, { reason: 'not_taken', issues: [{ path: 'title', message: 'Too loud' }] })
    })
    await toComparing(actor)
    actor.send({ type: 'save' })
    await waitFor(actor, (state) => state.matches('failed'))
    expect(actor.getSnapshot().context.draft.title).toBe('Cedar Ridge')
    actor.send({ type: 'back' })
    expect(actor.getSnapshot().value).toEqual({ editing: 'idle' })
  })

  test.each([
    ['upstream_failed', 502, 'reading'],
    ['not_taken', 422, 'failed'],
  ] as const)('told after %s (%i) that its change is at Google, is %s', async (reason, status, then) => {
    const actor = start(async () => {
      throw new CallError(undefined, status, { reason })
    })
    await toComparing(actor)
    actor.send({ type: 'save' })
    await waitFor(actor, (state) => state.matches('failed'))
    actor.send({ type: 'applied' })
    expect(actor.getSnapshot().value).toBe(then)
  })

  test('reads again after a change of somebody else only while nothing was typed', async () => {
    const actor = start(async () => ({ listing, etag: null }))
    await waitFor(actor, (state) => state.matches('editing'))
    actor.send({ type: 'changed', part: { title: 'Mine' } })
    actor.send({ type: 'outdated' })
    expect(actor.getSnapshot().context.draft.title).toBe('Mine')
    actor.send({ type: 'changed', part: { title: 'Cedar Ridge Northgate' } })
    actor.send({ type: 'outdated' })
    expect(actor.getSnapshot().value).toBe('reading')
  })
})
