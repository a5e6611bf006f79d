import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import type { SavedOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { lena, ok, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices } from '../../../ui/notify.tsx'
import { Component as Outreach } from './outreach-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const settings: SavedOutreachSettings = { ...outreachSetting.default, version: 3 }

async function open(
  save: (asked: { body: SavedOutreachSettings }) => unknown = ({ body }) => ok({ ...body, version: 4 }),
) {
  const world = showSettings(<Outreach />, { outreachSettings: () => ok(settings), saveOutreachSettings: save })
  const form = within(await screen.findByRole('form', { name: 'Campaigns' }))
  const write = (name: string, value: string) =>
    fireEvent.change(form.getByRole('textbox', { name }), { target: { value } })
  return { ...world, form, write, save: () => userEvent.click(form.getByRole('button', { name: 'Save' })) }
}

test('campaign settings save all fields at once, the price in millionths', async () => {
  const { of, write, save } = await open()
  write('Price of a segment', '0.0075')
  write('Booking page', 'https://cedar.test/book')
  write('Hosts of links', 'Cedar.test\nbook.cedar.test')
  write('Postal address', '210 Lamar Boulevard, Austin')
  await save()
  await waitFor(() =>
    expect(of('saveOutreachSettings')[0]?.body).toEqual({
      ...{ ...settings, organizationId: 'org_cedar', pricePerSegment: 7500, bookingUrl: 'https://cedar.test/book' },
      ...{ linkHosts: ['cedar.test', 'book.cedar.test'], postalAddress: '210 Lamar Boulevard, Austin' },
    }),
  )
})

test('campaign settings say at each field what can’t be', async () => {
  const { of, form, write, save } = await open()
  write('Segments a second', '0')
  write('Currency', 'usd')
  write('Booking page', 'javascript:alert(1)')
  write('Hosts of links', 'nowhere')
  write('Pause at failures of', '4')
  write('Share of a day’s texts', '9.5')
  await save()
  await form.findByText('A number from 0.1 to 100')
  expect(form.getByText('Three capital letters, such as USD')).toBeTruthy()
  expect(form.getByText('Not an http or https address')).toBeTruthy()
  expect(form.getByText('nowhere is not the name of a host, such as clinic.example')).toBeTruthy()
  expect(form.getByText('A number from 5 to 100')).toBeTruthy()
  expect(form.getByText('A number from 10 to 100')).toBeTruthy()
  expect(of('saveOutreachSettings')).toEqual([])
})

test('campaign settings keep what was typed when another admin saved first', async () => {
  const theirs = { ...settings, dailyShare: 50, version: 9 }
  let isStale = true
  const { of, form, write, save } = await open(({ body }) => {
    if (isStale) throw new CallError('Failed to save settings', 409, { reason: 'stale', data: theirs })
    return ok({ ...body, version: 10 })
  })
  write('Currency', 'CAD')
  await save()
  expect((await form.findByRole('region', { name: 'Changed by someone else' })).textContent).toBe(
    'Share of a day’s texts: 50',
  )
  isStale = false
  await userEvent.click(form.getByRole('button', { name: 'Keep mine, then save' }))
  await save()
  await waitFor(() =>
    expect(of('saveOutreachSettings')[1]?.body).toMatchObject({ version: 9, currency: 'CAD', dailyShare: 50 }),
  )
})

test('campaign settings are for admins [OPEN-044]', async () => {
  showSettings(<Outreach />, {}, lena)
  expect(await screen.findByText('This is for admins')).toBeTruthy()
})
