/** The calls on listings with the simulated Google over HTTP: exact masks, tokens of our own, places. */
import { editFields } from '@foyer/contracts/listings/listing.rules.ts'
import { expect, test } from 'vitest'
import { draftOf, editOf, maskOf } from '../../apps/web/src/features/listings/listing-draft.rules.ts'
import { listingTokenOf } from '../calls/listing-rows.ts'
import { until } from '../support/until.ts'
import { NORTHGATE, reviewsWorld } from './reviews.suite.ts'

const world = reviewsWorld()

const here = `locations/${NORTHGATE}`
const token = (body: object, form = false) =>
  fetch(`${world.clinics.url}/api/listings/token`, {
    method: 'POST',
    headers: form ? {} : { 'content-type': 'application/json' },
    body: form ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
  })

test('listingToken renews by the refresh token of the connection, as a form or JSON [CALL-LISTINGS-09] [OPEN-056]', async () => {
  const { refreshToken } = (
    await world.clinics.staff.lena.call('listingConnection', { query: { organizationId: 'org_cedar' } })
  ).data
  for (const form of [true, false]) {
    const answer = await token({ grant_type: 'refresh_token', refresh_token: refreshToken }, form)
    const body = (await answer.json()) as { access_token: string }
    expect([answer.status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 300 },
    ])
    expect((await world.ask('GET', `${here}/attributes`, { token: body.access_token })).status).toBe(200)
  }
  const { lena } = world.clinics.listing
  const ofDana = await listingTokenOf(world.clinics.parts, world.clinics.staff.dana.token, 'access')
  for (const wrong of ['wrong', lena, ofDana, world.clinics.staff.lena.token]) {
    const answer = await token({ grant_type: 'refresh_token', refresh_token: wrong })
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }])
  }
  const other = await token({ grant_type: 'password', refresh_token: refreshToken })
  expect([other.status, await other.json()]).toEqual([400, { error: 'unsupported_grant_type' }])
})

test('listingLocation answers exactly the fields of the mask [CALL-LISTINGS-01]', async () => {
  const { body } = await world.ask('GET', `${here}?readMask=title,phoneNumbers`)
  expect(Object.keys(body).sort()).toEqual(['phoneNumbers', 'title'])
  expect((await world.ask('GET', 'locations/999?readMask=title')).status).toBe(404)
  expect((await world.ask('GET', 'locations/12000000000000000001?readMask=title')).status).toBe(404)
  for (const mask of ['', 'owner', 'title,profile.description'])
    expect((await world.ask('GET', `${here}?readMask=${mask}`)).status, mask).toBe(400)
})

test('changeListing sends exactly the masked fields, and refuses an older state [CALL-LISTINGS-04]', async () => {
  const body = { title: 'Cedar Ridge North', websiteUri: 'https://other.example' }
  const { headers } = await world.ask('GET', `${here}?readMask=title`)
  const changed = await world.ask('PATCH', `${here}?updateMask=title`, {
    body,
    headers: { 'if-match': headers.get('etag') ?? '' },
  })
  expect([changed.status, changed.body.title, changed.body.foyer.state]).toEqual([200, 'Cedar Ridge North', 'applied'])
  const { done } = await world.google()
  expect(done.at(-1)?.body).toEqual({ mask: ['title'], extra: [], body: { title: 'Cedar Ridge North' } })
  const { body: now } = await world.ask('GET', `${here}?readMask=title,websiteUri`)
  expect(now).toEqual({ title: 'Cedar Ridge North', websiteUri: 'https://cedar-ridge.example' })
  const stale = await world.ask('PATCH', `${here}?updateMask=title`, {
    body,
    headers: { 'if-match': headers.get('etag') ?? '' },
  })
  expect([stale.status, stale.body.data.title]).toEqual([409, 'Cedar Ridge North'])
})

test('changeListing keeps the opening date of a location that is closed for a time [CALL-LISTINGS-04]', async () => {
  const { body: before } = await world.ask('GET', `${here}?readMask=openInfo`)
  const openInfo = editOf({ ...draftOf(before), status: 'CLOSED_TEMPORARILY' }).openInfo
  expect((await world.ask('PATCH', `${here}?updateMask=openInfo`, { body: { openInfo } })).status).toBe(200)
  const { openingDate } = before.openInfo
  expect(openingDate).toEqual({ year: 2009, month: 5, day: 4 })
  expect((await world.ask('GET', `${here}?readMask=openInfo`)).body.openInfo).toEqual({
    ...{ status: 'CLOSED_TEMPORARILY', openingDate },
  })
})

test('listing of Google differs in nothing from the draft that the editor makes of it [CALL-LISTINGS-04]', async () => {
  for (const one of [here, 'locations/11000000000000000002']) {
    const { body } = await world.ask('GET', `${one}?readMask=${editFields.join()}`)
    expect(maskOf(body, draftOf(body)), one).toEqual([])
  }
})

test('changeListingAttributes changes the named attribute alone, and removes one that the body lacks [CALL-LISTINGS-02] [CALL-LISTINGS-03]', async () => {
  const [door, visits] = ['attributes/has_wheelchair_accessible_entrance', 'attributes/requires_appointments']
  const attributes = [
    { name: door, values: [false] },
    { name: visits, values: [true] },
  ]
  expect(
    (await world.ask('PATCH', `${here}/attributes?attributeMask=${visits}`, { body: { attributes } })).status,
  ).toBe(200)
  const list = async () => (await world.ask('GET', `${here}/attributes`)).body.attributes
  expect(await list()).toMatchObject([
    { name: door, values: [true] },
    { name: visits, values: [true] },
  ])
  await world.ask('PATCH', `${here}/attributes?attributeMask=${door}`, { body: { attributes: [] } })
  expect(await list()).toMatchObject([{ name: visits }])
})

test('changeListing says what Google refuses, by field', async () => {
  const body = { profile: { description: 'See http://spam.example' } }
  const refused = await world.ask('PATCH', `${here}?updateMask=profile`, { body })
  expect([refused.status, refused.body.reason]).toEqual([422, 'not_taken'])
  expect(refused.body.issues).toEqual([
    { path: 'profile.description', message: 'The description must not have a link.' },
  ])
})

test.each([
  ['an empty mask', '', { title: 'A' }],
  ['a mask that names what the body lacks', 'title', {}],
  ['hours that end before they begin', 'regularHours', hours(['MONDAY', 9, 8])],
  ['hours that overlap', 'regularHours', hours(['MONDAY', 8, 12], ['MONDAY', 11, 15])],
])('changeListing refuses %s', async (_, mask, body) => {
  expect((await world.ask('PATCH', `${here}?updateMask=${mask}`, { body })).status).toBe(400)
})

function hours(...days: [string, number, number][]) {
  const periods = days.map(([day, from, to]) => ({
    ...{ openDay: day, openTime: { hours: from }, closeDay: day, closeTime: { hours: to } },
  }))
  return { regularHours: { periods } }
}

test('change whose answer was lost is found out by a worker, and made once', async () => {
  await world.behave({ answer: 'hang', times: 1, onlyChanges: true })
  const { clinics } = world
  const answer = world.ask('PATCH', `${here}?updateMask=title`, { body: { title: 'Lost title' } })
  await until(async () => (await world.google()).done.length === 1, 5000)
  // The process of the call is as good as dead.
  await world.expireLeases()
  world.start(['changes'])
  const state = async () =>
    (await clinics.store.query<{ state: string }>('select state from listing_changes'))[0]?.state
  await until(async () => (await state()) === 'applied')
  expect((await world.google()).done).toHaveLength(1)
  expect((await answer).status).toBe(502)
  expect(await state()).toBe('applied')
})

test('two changes of a listing at the same moment are refused but for one', async () => {
  await world.behave({ answer: 'hang', times: 1, onlyChanges: true })
  const change = (title: string) => world.ask('PATCH', `${here}?updateMask=title`, { body: { title } })
  const both = await Promise.all([change('One title'), change('Other title')])
  expect(both.map(({ status }) => status).sort()).toEqual([409, 502])
  expect(both.find(({ status }) => status === 409)?.body.reason).toBe('in_progress')
  expect(await world.clinics.store.query('select state from listing_changes')).toHaveLength(1)
})

test('change is never called refused while Google does not answer, also after an hour', async () => {
  const { clinics } = world
  await world.behave({ answer: 'lost', times: 1, onlyChanges: true })
  expect((await world.ask('PATCH', `${here}?updateMask=title`, { body: { title: 'Late title' } })).status).toBe(502)
  await world.behave({ answer: 'error', times: null, onlyChanges: false })
  await clinics.store.query(`update listing_changes set at = now() - interval '2 hours', due_at = now()`)
  const row = async () =>
    (await clinics.store.query<{ state: string; tries: number }>('select state, tries from listing_changes'))[0]
  world.start(['changes'])
  await until(async () => ((await row())?.tries ?? 0) > 0)
  expect((await row())?.state).toBe('unknown')
  await world.behave({ answer: 'normal' })
  await clinics.store.query('update listing_changes set due_at = now()')
  await until(async () => (await row())?.state === 'refused')
  expect((await world.google()).done).toEqual([])
})

test('change that Google certainly did not make is refused at once, and another may follow', async () => {
  await world.behave({ answer: 'tooMany', times: 1, onlyChanges: true })
  const change = () => world.ask('PATCH', `${here}?updateMask=title`, { body: { title: 'Busy title' } })
  expect((await change()).status).toBe(429)
  const rows = await world.clinics.store.query('select state from listing_changes')
  expect(rows).toEqual([{ state: 'refused' }])
  expect((await change()).status).toBe(200)
})

test('update of Google is accepted or put back by field', async () => {
  const lamar = 'locations/11000000000000000002'
  const { body: updates } = await world.ask('GET', `${lamar}/google-updates`)
  expect(updates.diffMask).toEqual(['regularHours'])
  expect((await world.ask('POST', `${lamar}/google-updates/accept`, { body: { fields: ['title'] } })).status).toBe(400)
  expect(
    (await world.ask('POST', `${lamar}/google-updates/accept`, { body: { fields: ['regularHours'] } })).status,
  ).toBe(200)
  const { body: now } = await world.ask('GET', `${lamar}?readMask=regularHours`)
  expect(now.regularHours.periods[0].openTime.hours).toBe(9)
  expect((await world.ask('GET', `${lamar}/google-updates`)).body.diffMask).toEqual([])
})

test('listingCategories asks for the full view whatever it is asked [CALL-LISTINGS-05]', async () => {
  for (const view of ['', '&view=BASIC']) {
    const { status, body } = await world.ask('GET', `categories?search=clinic${view}`)
    expect([status, body.categories.length > 1]).toEqual([200, true])
  }
})

test('nearbyPlaces answers places within the radius, which is 1,500 when left out [CALL-LISTINGS-10] [OPEN-057] [CONST-09]', async () => {
  const ask = (more: string) => world.ask('GET', `places/nearby?keyword=clinic&location=30.3721,-97.7182${more}`)
  const { body } = await ask('')
  expect(body).toEqual((await ask('&radius=1500')).body)
  expect(body.results.length).toBeGreaterThan(4)
  expect(body.results.every(({ foyer }: { foyer: { meters: number } }) => foyer.meters <= 1500)).toBe(true)
  for (const wrong of ['x', '91,0', '0,181', '1'])
    expect((await world.ask('GET', `places/nearby?keyword=clinic&location=${wrong}`)).status, wrong).toBe(400)
  expect((await ask('&radius=0')).status).toBe(400)
})
