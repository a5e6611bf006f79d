import { summaryExample } from '@foyer/contracts/listings/reviews.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { lena, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices } from '../../../ui/notify.tsx'
import { Component as ListingSettings } from './listings-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const connection = (state: 'off' | 'connected' | 'needs_consent') =>
  answer({
    ...{ state, account: 'accounts/9', connectedByName: 'Ana Duarte', refreshToken: 'r' },
    locations: summaryExample.locations.map(({ locationId: _id, title }) => ({
      _id,
      title,
      address: 'Northgate Blvd',
    })),
    lint: { people: [], places: [], phones: [], sites: [], addresses: [] },
    summary: { ...summaryExample, connection: state, version: 1 },
  })
const canned = { _id: 'c1', title: 'Thanks', comment: 'Thank you, {{reviewer}}!', version: 1 }
const usual = {
  listingConnection: () => connection('connected'),
  reviewCannedReplies: () => ({ cannedReplies: [canned] }),
}
type Answers = Parameters<typeof showSettings>[1]
const open = (answers: Answers = {}, user?: Parameters<typeof showSettings>[2]) =>
  showSettings(<ListingSettings />, { ...usual, ...answers }, user)

test('settings of listings lead an admin to Google’s consent [REV-01]', async () => {
  const { of, leave } = open({
    listingConnection: () => connection('off'),
    connectListings: () => answer({ address: 'https://accounts.google.com/consent' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://accounts.google.com/consent'))
  expect(of('connectListings')[0]?.body).toEqual({ organizationId: 'org_cedar' })
})

test.each([
  ['?problem=several_accounts', 'Foyer does not choose among them'],
  ['?connected=1&push=elsewhere', 'Google tells another program'],
])('settings of listings say what came of the consent when Google leads back to %s [REV-01]', async (search, words) => {
  const { router } = open()
  await act(() => router.navigate(search))
  expect((await screen.findByRole('alert')).textContent).toContain(words)
})

test('settings of listings show a member the connection without its buttons [REV-01]', async () => {
  open({ listingConnection: () => connection('needs_consent') }, lena)
  const status = await screen.findByRole('status', { name: 'Google' })
  expect(status.textContent).toContain('Google asks for your consent again')
  expect(screen.queryByRole('button', { name: 'Give consent again' })).toBeNull()
  expect(screen.getByText('An admin of the organization can change this.')).toBeTruthy()
})

test('settings of listings disconnect after a question, and say why it failed [REV-01]', async () => {
  let fails = true
  const { of } = open({
    disconnectListings: () => {
      if (fails) throw new CallError(undefined, 503, { reason: 'unavailable' })
      return answer({ state: 'off' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Nothing was changed')
  fails = false
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(of('disconnectListings')).toHaveLength(2)
})

test('canned replies are saved, and one that tells of a visit is not [REV-01]', async () => {
  const { of } = open({ saveReviewCannedReply: ({ body }) => ({ ...canned, ...body, _id: 'c2' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Add a canned reply' }))
  const form = within(screen.getByRole('form', { name: 'New canned reply' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Sorry')
  const words = form.getByRole('textbox', { name: 'Reply' })
  await userEvent.click(words)
  await userEvent.paste('We are sorry about your visit.')
  expect(form.getByText(/This says that the person was here/)).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(of('saveReviewCannedReply')).toEqual([])
  await userEvent.clear(words)
  await userEvent.paste('Thank you for telling us.')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(of('saveReviewCannedReply')).toHaveLength(1))
  expect(of('saveReviewCannedReply')[0]?.body).toEqual({ title: 'Sorry', comment: 'Thank you for telling us.' })
})

test.each([
  ['an admin', undefined, 1],
  ['another member', lena, 0],
] as const)(
  'canned reply in a language that the check cannot read is saved when the person is %s [REV-01]',
  async (_, who, saved) => {
    const { of } = open({ saveReviewCannedReply: ({ body }) => ({ ...canned, ...body, _id: 'c2' }) }, who)
    await userEvent.click(await screen.findByRole('button', { name: 'Add a canned reply' }))
    const form = within(screen.getByRole('form', { name: 'New canned reply' }))
    await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Спасибо')
    await userEvent.click(form.getByRole('textbox', { name: 'Reply' }))
    await userEvent.paste('Спасибо за отзыв, {{reviewer}}!')
    expect(form.queryAllByText(/This can only be checked in English or Spanish/)).toHaveLength(1 - saved)
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    if (saved === 1) await waitFor(() => expect(of('saveReviewCannedReply')).toHaveLength(1))
    expect(of('saveReviewCannedReply')).toHaveLength(saved)
  },
)
