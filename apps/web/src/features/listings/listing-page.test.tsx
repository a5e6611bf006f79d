import { listingChangeExample } from '@foyer/contracts/listings/listing.ts'
import { summaryExample } from '@foyer/contracts/listings/reviews.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { Queries } from '../../parts/queries.tsx'
import { forgetNotices } from '../../ui/notify.tsx'
import { ListingRoom } from './listing-page.tsx'
import { Component as NearbyPage } from './nearby-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const [first] = summaryExample.locations
const locationId = first?.locationId ?? ''
const location = {
  ...{ _id: locationId, title: 'Cedar Ridge Northgate', address: '2200 Northgate Blvd', phone: null, websiteUri: null },
  ...{ latlng: { latitude: 30.3, longitude: -97.7 }, newReviewUri: null, averageRating: 4.7, totalReviewCount: 212 },
  ...{ lastSyncAt: null, problem: null },
}
const listing = {
  ...{
    title: 'Cedar Ridge Northgate',
    phoneNumbers: { primaryPhone: '(512) 555-0100' },
    websiteUri: 'https://cedar.example/',
  },
  ...{ regularHours: { periods: [] }, profile: { description: 'Family medicine.' }, openInfo: { status: 'OPEN' } },
}
const usual = {
  listingConnection: () =>
    answer({
      ...{
        state: 'connected',
        account: 'accounts/9',
        connectedByName: 'Ana',
        refreshToken: 'r',
        locations: [location],
      },
      lint: { people: [], places: [], phones: [], sites: [], addresses: [] },
      summary: { ...summaryExample, version: 1 },
    }),
  listingLocation: () => listing,
  listingGoogleUpdates: () => ({ location: {}, diffMask: [], pendingMask: [] }),
}
type Answers = Parameters<typeof showSettings>[1]
const open = (answers: Answers = {}) =>
  showSettings(
    <Queries>
      <ListingRoom organizationId="org_cedar" locationId={locationId} />
    </Queries>,
    { ...usual, ...answers },
  )
const type = async (label: string, words: string) => {
  const field = await screen.findByRole('textbox', { name: label })
  await userEvent.clear(field)
  await userEvent.type(field, words)
}

test('listing editor adds the day that the address names as closed, once, as a change to review [CALL-LISTINGS-04]', async () => {
  const { router } = open()
  await act(() => router.navigate('/?closed=2026-11-26'))
  await userEvent.click(await screen.findByRole('button', { name: 'Review 1 change' }))
  const region = within(await screen.findByRole('region', { name: 'What changes' }))
  expect(region.getByText('Thu, Nov 26, 2026: Closed')).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Keep old: Special days' }))
  expect(screen.getByRole('button', { name: 'Review changes' })).toBeTruthy()
})

test('listing editor saves exactly the fields that were changed and kept [CALL-LISTINGS-04]', async () => {
  const { of } = open({ changeListing: () => ({ ...listing, foyer: listingChangeExample }) })
  await type('Name', 'Cedar Ridge')
  await type('Description', 'Family medicine and more.')
  await userEvent.click(screen.getByRole('button', { name: 'Review 2 changes' }))
  const region = within(await screen.findByRole('region', { name: 'What changes' }))
  expect(region.getByText('Family medicine.')).toBeTruthy()
  expect(region.getByText('Family medicine and more.')).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Keep old: Name' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(of('changeListing')).toHaveLength(1))
  expect(of('changeListing')[0]).toMatchObject({
    ...{ params: { id: locationId }, query: { updateMask: 'profile' } },
    body: { profile: { description: 'Family medicine and more.' } },
  })
  expect(await screen.findByText(/^Saved\./)).toBeTruthy()
})

test('listing editor adds hours of a kind that Google offers for the category [CALL-LISTINGS-04]', async () => {
  const moreHoursTypes = [{ hoursTypeId: 'VACCINATION', displayName: 'Vaccination' }]
  const monday = { openDay: 'MONDAY', openTime: { hours: 8 }, closeDay: 'MONDAY', closeTime: { hours: 12 } }
  const { of } = open({
    listingLocation: () => ({
      ...listing,
      regularHours: { periods: [monday] },
      categories: { primaryCategory: { name: 'categories/gcid:clinic', displayName: 'Clinic', moreHoursTypes } },
    }),
    changeListing: () => ({ ...listing, foyer: listingChangeExample }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add a kind of hours: Choose a kind' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Vaccination' }))
  const kind = within(screen.getByRole('region', { name: 'Vaccination' }))
  expect(kind.getByLabelText('Vaccination, Monday from')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Review 1 change' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(of('changeListing')).toHaveLength(1))
  const periods = [{ ...monday, openTime: { hours: 8, minutes: 0 }, closeTime: { hours: 12, minutes: 0 } }]
  expect(of('changeListing')[0]).toMatchObject({
    query: { updateMask: 'moreHours' },
    body: { moreHours: [{ hoursTypeId: 'VACCINATION', periods }] },
  })
})

test('listing editor shows Google’s own sentences when it refuses a change [CALL-LISTINGS-04]', async () => {
  open({
    changeListing: () => {
      throw new CallError(undefined, 422, {
        reason: 'not_taken',
        issues: [{ path: 'title', message: 'Too many capitals.' }],
      })
    },
  })
  await type('Name', 'CEDAR')
  await userEvent.click(screen.getByRole('button', { name: 'Review 1 change' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Name: Too many capitals.')
})

test('listing editor puts back what Google changed, by field [CALL-LISTINGS-04]', async () => {
  let settled = false
  const { of } = open({
    listingGoogleUpdates: () => ({
      location: { websiteUri: 'https://other.example/' },
      diffMask: settled ? [] : ['websiteUri'],
      pendingMask: [],
    }),
    revertGoogleUpdates: () => {
      settled = true
      return { ...listing, foyer: listingChangeExample }
    },
  })
  expect(await screen.findByText('https://other.example/')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Put back' }))
  await waitFor(() => expect(of('revertGoogleUpdates')[0]?.body).toEqual({ fields: ['websiteUri'] }))
  await waitFor(() => expect(screen.queryByText('https://other.example/')).toBeNull())
})

test('category that is removed as the main one gives its place to the next, and a search says what it found [CALL-LISTINGS-05]', async () => {
  const named = (name: string) => ({ name: `categories/gcid:${name}`, displayName: name })
  let fails = false
  open({
    listingLocation: () => ({
      ...listing,
      categories: { primaryCategory: named('Clinic'), additionalCategories: [named('Hospital')] },
    }),
    listingCategories: () => {
      if (fails) throw new CallError(undefined, 502, { reason: 'upstream_failed' })
      return { categories: [named('Clinic')] }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Clinic' }))
  const left = within(screen.getByRole('list', { name: 'Categories' })).getAllByRole('listitem')
  expect(left.map(({ textContent }) => textContent)).toEqual(['Hospitalmain'])
  expect(screen.queryByRole('button', { name: 'Remove Hospital' })).toBeNull()
  const search = screen.getByRole('combobox', { name: 'Add a category' })
  await userEvent.type(search, 'Clinic')
  await userEvent.click(await screen.findByRole('option', { name: 'Clinic' }))
  await userEvent.type(search, 'Clin')
  expect(await screen.findByText('No category found')).toBeTruthy()
  fails = true
  await userEvent.type(search, 'x')
  expect((await screen.findByRole('alert')).textContent).toBe('The search didn’t work. Try again.')
})

test('nearby places are asked within 1,500 meters, and shown by distance [CALL-LISTINGS-10] [CONST-09]', async () => {
  const place = (place_id: string, meters: number) => ({
    ...{ place_id, name: place_id, vicinity: 'Street', geometry: { location: { lat: 0, lng: 0 } }, rating: 4.1 },
    ...{ user_ratings_total: 10, foyer: { meters } },
  })
  const { of } = showSettings(<NearbyPage />, {
    ...usual,
    nearbyPlaces: () => ({ results: [place('Far clinic', 1200), place('Near clinic', 90)] }),
  })
  const found = within(await screen.findByRole('list', { name: 'Nearby places' })).getAllByRole('listitem')
  expect(found.map(({ textContent }) => textContent?.slice(0, 4))).toEqual(['Near', 'Far '])
  expect(of('nearbyPlaces')[0]?.query).toEqual({ keyword: 'clinic', location: '30.3,-97.7', radius: 1500 })
})
