import { listingChangeExample } from '@foyer/contracts/listings/listing.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { Queries } from '../../parts/queries.tsx'
import { forgetNotices } from '../../ui/notify.tsx'
import { AttributesScreen } from './attributes-screen.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const [door, visits, site] = ['attributes/door', 'attributes/visits', 'attributes/site']
const kind = (parent: string, displayName: string, valueType = 'BOOL') => ({
  ...{ parent, displayName, valueType, groupDisplayName: 'Planning' },
})
const usual = {
  listingConnection: () => answer({ refreshToken: 'r', locations: [], summary: {} }),
  listingAttributes: () => ({
    name: 'locations/1/attributes',
    attributes: [
      { name: door, valueType: 'BOOL', values: [true] },
      { name: visits, valueType: 'BOOL', values: [false] },
    ],
  }),
  listingAttributeMetadata: () => ({
    attributeMetadata: [kind(door, 'Wide door'), kind(visits, 'Visits'), kind(site, 'Booking page', 'URL')],
  }),
}
const open = (answers: Parameters<typeof showSettings>[1] = {}) =>
  showSettings(
    <Queries>
      <AttributesScreen organizationId="org_cedar" locationId="1" title="Northgate" />
    </Queries>,
    { ...usual, ...answers },
  )
async function choose(button: string, option: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('attributes save exactly those that were changed, and remove one without a choice [CALL-LISTINGS-02] [CALL-LISTINGS-03]', async () => {
  const { of } = open({
    changeListingAttributes: () => ({
      ...{ name: 'locations/1/attributes', attributes: [{ name: visits, values: [true] }] },
      foyer: { ...listingChangeExample, kind: 'attributes' as const },
    }),
  })
  await choose('Wide door: Yes', 'Not set')
  await choose('Visits: No', 'Yes')
  expect(screen.getByText('Now on Google: Yes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save 2 changes' }))
  await waitFor(() => expect(of('changeListingAttributes')).toHaveLength(1))
  expect(of('changeListingAttributes')[0]).toMatchObject({
    ...{ params: { id: '1' }, query: { attributeMask: `${door},${visits}` } },
    body: { attributes: [{ name: visits, values: [true] }] },
  })
  expect(await screen.findByText(/^Saved\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Wide door: Not set' })).toBeTruthy()
})

test('attributes keep a choice that is made while another one is saved', async () => {
  let end: (reply: object) => void = () => undefined
  const saving = new Promise((resolve) => {
    end = resolve
  })
  const { of } = open({ changeListingAttributes: () => saving })
  await choose('Wide door: Yes', 'No')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(of('changeListingAttributes')).toHaveLength(1))
  await choose('Visits: No', 'Yes')
  end({
    ...{ name: 'locations/1/attributes', attributes: [door, visits].map((name) => ({ name, values: [false] })) },
    foyer: { ...listingChangeExample, kind: 'attributes' as const },
  })
  await waitFor(() => expect(screen.queryByText('Now on Google: Yes')).toBeNull())
  expect(screen.getByText('Now on Google: No')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeTruthy()
})

test('attributes mark the address that is none, and not the one before it', async () => {
  open({
    listingAttributes: () => ({
      name: 'locations/1/attributes',
      attributes: [{ name: site, uriValues: [{ uri: 'https://cedar.example/book' }] }],
    }),
    listingAttributeMetadata: () => ({
      attributeMetadata: [{ ...kind(site, 'Booking page', 'URL'), repeatable: true }],
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add an address' }))
  const invalid = (name: string) => screen.getByRole('textbox', { name }).getAttribute('aria-invalid')
  expect([invalid('Booking page'), invalid('Booking page 2')]).toEqual([null, 'true'])
  await userEvent.type(screen.getByRole('textbox', { name: 'Booking page 2' }), 'https://cedar.example/two')
  expect(invalid('Booking page 2')).toBeNull()
})

test('attributes keep what was typed when Google refuses it, and name the attribute', async () => {
  open({
    changeListingAttributes: () => {
      throw new CallError(undefined, 422, { reason: 'not_taken', issues: [{ path: site, message: 'Not reachable.' }] })
    },
  })
  const field = await screen.findByRole('textbox', { name: 'Booking page' })
  await userEvent.type(field, 'cedar')
  expect(screen.getByText('Begins with https:// and has a host')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'https://cedar.example/book')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Booking page: Not reachable.')
  expect((field as HTMLInputElement).value).toBe('https://cedar.example/book')
})
