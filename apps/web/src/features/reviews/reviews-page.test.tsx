import { type Review, type ReviewsSummary, reviewExample, summaryExample } from '@foyer/contracts/listings/reviews.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import type { AccessToken } from '../../api/held-token.ts'
import { KeyboardProvider } from '../../app/keyboard-provider.tsx'
import { forgetNotices } from '../../ui/notify.tsx'
import { useToastLog } from '../../ui/toast-log.ts'
import { Component as ReviewsPage } from './reviews-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const northgate = reviewExample.foyer.locationId
const review = (reviewId: string, foyer: Partial<Review['foyer']> = {}, facts: Partial<Review> = {}): Review => ({
  ...reviewExample,
  ...{ reviewId, name: `n/${reviewId}` },
  ...facts,
  foyer: { ...reviewExample.foyer, version: 1, ...foyer },
})
const patrick = review('r1')
const sunny = review(
  'r2',
  { state: 'public', repliedBy: { userId: 'usr_dana', name: 'Dana Whitfield' } },
  {
    ...{ starRating: 'FIVE', comment: '', updateTime: '2026-11-18T14:03:00.000Z' },
    reviewer: { displayName: '', isAnonymous: true },
    reviewReply: { comment: 'Thank you for the kind words!', updateTime: '2026-11-18T15:00:00.000Z' },
  },
)
const connection = (facts: object = {}, summary: Partial<ReviewsSummary> = {}) =>
  answer({
    ...{ state: 'connected', account: 'accounts/9', connectedByName: 'Ana Duarte', refreshToken: 'r' },
    locations: [
      {
        ...{ _id: northgate, title: 'Cedar Ridge Northgate', address: '2200 Northgate Blvd', phone: '+15125550100' },
        ...{ websiteUri: 'https://cedar.example/', latlng: null, newReviewUri: null, averageRating: 4.7 },
        ...{ totalReviewCount: 212, lastSyncAt: null, problem: null },
      },
    ],
    lint: {
      people: ['Dana Whitfield'],
      places: ['Cedar Ridge Northgate'],
      phones: ['(512) 555-0100'],
      sites: [],
      addresses: [],
    },
    summary: { ...summaryExample, version: 1, ...summary },
    ...facts,
  })
const page = (reviews: readonly Review[], nextPageToken?: string) => ({
  ...{ reviews, averageRating: 4.7, totalReviewCount: reviews.length, nextPageToken },
  foyer: { asOf: 1, epoch: 'e1', summary: summaryExample },
})
const changedAnswer = (told: Review) => ({ review: told, asOf: 2, epoch: 'e1' })

const PageAtPath = () => (useLocation().pathname === '/elsewhere' ? <p>Another page</p> : <ReviewsPage />)
const Notices = () => useToastLog().said.map(({ id, text }) => <p key={id}>{text}</p>)

type Answers = Parameters<typeof showSettings>[1]
const usual: Answers = {
  listingConnection: () => connection(),
  listingReviews: () => page([patrick, sunny]),
  reviewCannedReplies: () => ({
    cannedReplies: [{ _id: 'c1', title: 'Thanks', comment: 'Thank you, {{reviewer}}!', version: 1 }],
  }),
  listingLocation: () => ({ title: 'Cedar Ridge Northgate', regularHours: { periods: [] } }),
  inboxSettings: () => answer({ businessHours: { week: {}, closedDays: [] }, version: 0 }),
  agents: () => answer([{ _id: 'usr_dana', name: 'Dana Whitfield', role: 'agent', version: 1 }]),
}
function open(answers: Answers = {}, fetch?: Parameters<typeof showSettings>[3]) {
  const inKeys = (
    <KeyboardProvider>
      <PageAtPath />
      <Notices />
    </KeyboardProvider>
  )
  return showSettings(inKeys, { ...usual, ...answers }, undefined, fetch)
}
const list = () => screen.findByRole('list', { name: 'Reviews' })
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your public reply' })
const openFirst = async () => userEvent.click(await screen.findByText(/Doctor was kind/))
const write = async (text: string) => {
  const area = await box()
  await userEvent.clear(area)
  await userEvent.click(area)
  await userEvent.paste(text)
}

test('review list shows reviewer, stars, words, time and the current reply, and asks for 50 [OPEN-003] [REV-01] [CONST-10]', async () => {
  const { of } = open()
  const [first, second] = within(await list()).getAllByRole('listitem')
  expect(first?.textContent).toContain('Patrick D.')
  expect(within(first as HTMLElement).getByRole('img', { name: '2 of 5 stars' })).toBeTruthy()
  expect(first?.textContent).toContain('Doctor was kind')
  expect(first?.textContent).toContain('Needs a reply')
  expect(second?.textContent).toContain('A Google user')
  expect(second?.textContent).toContain('(No comment, stars only)')
  expect(second?.textContent).toContain('Replied by Dana')
  expect(second?.textContent).toContain('Thank you for the kind words!')
  expect(of('listingReviews')[0]).toMatchObject({ params: { id: '-' }, query: { pageSize: 50, filter: 'all' } })
})

test('reviews are asked with a token that is got by the refresh token of the connection, which is read once [CALL-LISTINGS-09]', async () => {
  const asked: string[] = []
  const { of } = open({}, async (path, init) => {
    asked.push(`${path} ${String(init?.body)}`)
    return Response.json({ access_token: 'a1', token_type: 'Bearer', expires_in: 300 })
  })
  await list()
  const [{ token } = {}] = of('listingReviews') as readonly { token?: AccessToken }[]
  expect(await token?.get()).toBe('a1')
  expect(asked).toEqual(['/api/listings/token grant_type=refresh_token&refresh_token=r'])
  expect(of('listingConnection')).toHaveLength(1)
})

test('review list reads another tab, and shows its counts [REV-01]', async () => {
  const { of } = open()
  await list()
  const tab = screen.getByRole('tab', { name: /^Needs a reply 7/ })
  await userEvent.click(tab)
  await waitFor(() => expect(of('listingReviews').at(-1)?.query).toMatchObject({ filter: 'needsReply' }))
})

test('review list, counts and pane follow the stream [REV-01]', async () => {
  open()
  await list()
  act(() => live().comeAlive())
  const low = review(
    'r3',
    { version: 5 },
    { starRating: 'ONE', comment: 'Nobody answered.', updateTime: '2026-11-19T15:15:00.000Z' },
  )
  act(() =>
    tell(
      { seq: 2, type: 'review.changed', data: low },
      { seq: 3, type: 'reviews.summary', data: { ...summaryExample, needsReply: 8, total: 39, version: 6 } },
    ),
  )
  expect(await screen.findByText('Nobody answered.')).toBeTruthy()
  expect(await screen.findByRole('tab', { name: /^Needs a reply 8/ })).toBeTruthy()
})

test('reply box marks what confirms a visit, and the proposed wording can be posted [REV-01]', async () => {
  const { of } = open({
    putReviewReply: ({ body }) => ({
      ...{ comment: body.comment, updateTime: '2026-11-19T15:16:00.000Z' },
      foyer: changedAnswer(
        review(
          'r1',
          { state: 'posting', version: 9 },
          { reviewReply: { comment: body.comment, updateTime: '2026-11-19T15:16:00.000Z' } },
        ),
      ),
    }),
  })
  await openFirst()
  await write('We are sorry about your visit on Tuesday.')
  const findings = await screen.findByRole('list', { name: 'Privacy findings' })
  expect(findings.textContent).toContain('This says that the person was here.')
  const post = () => screen.getByRole('button', { name: 'Post reply' })
  expect(post().getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(post())
  expect(of('putReviewReply')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Use this wording' }))
  const check = screen.getByRole('status', { name: 'Privacy check' })
  await waitFor(() => expect(check.textContent).toBe('No patient details found'))
  await userEvent.click(post())
  await waitFor(() => expect(of('putReviewReply')).toHaveLength(1))
  expect(of('putReviewReply')[0]).toMatchObject({
    ...{ params: { id: northgate, reviewId: 'r1' }, body: { seenVersion: 1 } },
    idempotencyKey: expect.stringMatching(/^[\w-]{36}$/),
  })
  const standing = await screen.findByRole('region', { name: 'Current reply' })
  expect(standing.textContent).toContain('Posting')
})

test('reply box is filled from a canned reply [REV-01]', async () => {
  open()
  await openFirst()
  await userEvent.click(await screen.findByRole('button', { name: 'Canned replies' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Thanks/ }))
  expect((await box()).value).toBe('Thank you, Patrick!')
})

test('reply pane says why Google refused the reply, with its words in the box [REV-01]', async () => {
  const refused = {
    ...{ comment: 'Come again for half the price.', at: '2026-11-19T15:00:00.000Z', by: 'usr_lena', byName: 'Lena' },
    ...{ violation: 'ADVERTISING_AND_SOLICITATION', message: 'm' },
  }
  open({ listingReviews: () => page([review('r1', { state: 'rejected', refused })]) })
  await openFirst()
  expect((await screen.findByRole('alert')).textContent).toContain('Google took it for advertising.')
  expect((await box()).value).toBe('Come again for half the price.')
})

test('reply pane shows both texts when another reply came first, and overwrites nothing unasked [REV-01]', async () => {
  const overtaken = { comment: 'Our words', at: '2026-11-19T15:00:00.000Z', by: 'usr_lena', byName: 'Lena' }
  const reply = { comment: 'Words of the owner', updateTime: '2026-11-19T15:05:00.000Z' }
  const { of } = open({
    listingReviews: () => page([review('r1', { state: 'overtaken', overtaken }, { reviewReply: reply })]),
  })
  await openFirst()
  expect((await screen.findByRole('alert')).textContent).toContain('Our words')
  expect(screen.getByRole('region', { name: 'Current reply' }).textContent).toContain('Words of the owner')
  await userEvent.click(screen.getByRole('button', { name: 'Post this one instead' }))
  expect((await box()).value).toBe('Our words')
  expect(of('putReviewReply')).toEqual([])
})

test('reply is removed after a question [CALL-LISTINGS-08] [REV-01]', async () => {
  const { of } = open({ deleteReviewReply: () => ({}) })
  await userEvent.click(await screen.findByText('(No comment, stars only)'))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove reply' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove reply' }))
  await waitFor(() => expect(of('deleteReviewReply')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Remove reply' }).getAttribute('aria-disabled')).toBe('true'),
  )
})

test('draft is saved for everybody with the version that the screen saw [REV-01]', async () => {
  const { of } = open({
    saveReviewDraft: ({ body }) =>
      changedAnswer(
        review('r1', {
          version: 7,
          draft: {
            comment: body.comment,
            at: '2026-11-19T15:16:00.000Z',
            by: 'usr_ana',
            byName: 'Ana Duarte',
            version: 7,
          },
        }),
      ),
  })
  await openFirst()
  await write('Thank you for telling us.')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() =>
    expect(of('saveReviewDraft')[0]?.body).toEqual({ comment: 'Thank you for telling us.', seenDraft: 0 }),
  )
  expect(await screen.findByText(/^Draft by Ana Duarte/)).toBeTruthy()
})

/** True if the browser asks before the page is closed. */
const browserAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('reply whose draft could not be saved when the pane was left stays typed, is told of and is asked about [REV-01]', async () => {
  let isDown = true
  const saved = review('r1', {
    version: 8,
    draft: { comment: 'Thank you.', at: '2026-11-19T15:16:00.000Z', by: 'usr_ana', byName: 'Ana Duarte', version: 8 },
  })
  const { of } = open({
    saveReviewDraft: () => {
      if (isDown) throw new CallError(undefined, 503, { reason: 'unavailable' })
      return changedAnswer(saved)
    },
  })
  await openFirst()
  expect(browserAsks()).toBe(false)
  await write('Thank you.')
  expect(browserAsks()).toBe(true)
  await userEvent.click(screen.getByText('(No comment, stars only)'))
  expect(await screen.findByText(/The reply to Patrick D. is neither posted nor saved/)).toBeTruthy()
  expect(browserAsks()).toBe(true)
  isDown = false
  await openFirst()
  expect((await box()).value).toBe('Thank you.')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(browserAsks()).toBe(false))
  expect(of('saveReviewDraft')).toHaveLength(2)
})

test('reply that could not be saved is in its box when the page of reviews is opened again [REV-01]', async () => {
  const { router } = open({
    saveReviewDraft: () => {
      throw new CallError(undefined, 503, { reason: 'unavailable' })
    },
  })
  await openFirst()
  await write('Thank you.')
  await act(() => router.navigate('/elsewhere'))
  expect(screen.getByText('Another page')).toBeTruthy()
  expect(await screen.findByText(/The reply to Patrick D. is neither posted nor saved/)).toBeTruthy()
  await act(() => router.navigate('/'))
  await openFirst()
  expect((await box()).value).toBe('Thank you.')
})

test('reviews page leads to the editor with the next holiday as closed when it has no hours [REV-01]', async () => {
  open()
  await openFirst()
  await userEvent.click(await screen.findByRole('button', { name: 'Public profile' }))
  const link = await screen.findByRole('link', { name: 'Set as closed' })
  expect(link.getAttribute('href')).toBe(`/reviews/listings/${northgate}?closed=2026-11-26`)
})

test('reviews page says that Google is not connected, and leads an admin to the connection [REV-01]', async () => {
  open({ listingConnection: () => connection({ state: 'off', locations: [] }, { connection: 'off', locations: [] }) })
  expect(await screen.findByText('Google is not connected')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe('/settings/listings')
})

test('reviews page keeps the reviews readable while Google asks for the consent again [REV-01]', async () => {
  open({ listingConnection: () => connection({ state: 'needs_consent' }, { connection: 'needs_consent' }) })
  expect(await screen.findByText(/Google asks for your consent again/)).toBeTruthy()
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(2)
})

test('reviews page says that it did not load, and loads again [REV-01]', async () => {
  let fails = true
  open({
    listingReviews: () => {
      if (fails) throw new CallError(undefined, 500, { reason: 'failed' })
      return page([patrick])
    },
  })
  const again = await screen.findByRole('button', { name: 'Load again' })
  fails = false
  await userEvent.click(again)
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(1)
})

const NAMED = {
  ...{ rule: 'names_person', level: 'block', from: 11, to: 24 },
  why: 'This names a person who is neither the reviewer nor one of the staff.',
}

test('reply box shows a patient’s name that only the server knows while the reply is typed [REV-01]', async () => {
  const checked = Promise.withResolvers<unknown>()
  const { of } = open({ lintReviewReply: () => checked.promise })
  await openFirst()
  await write('  Thank you, naomi feldman.')
  expect(await screen.findByText('Checking for patient details…')).toBeTruthy()
  await act(async () => checked.resolve({ findings: [NAMED], proposal: 'Thank you.' }))
  const findings = await screen.findByRole('list', { name: 'Privacy findings' })
  expect(findings.textContent).toBe(`naomi feldman ${NAMED.why}`)
  expect(screen.queryByText('Checking for patient details…')).toBeNull()
  expect(screen.getByRole('button', { name: 'Post reply' }).getAttribute('aria-disabled')).toBe('true')
  expect(of('lintReviewReply').map(({ body }) => body)).toEqual([
    { locationId: northgate, reviewId: 'r1', comment: 'Thank you, naomi feldman.' },
  ])
})

test('reply box ends the check on the server at the next key, and checks the text after it', async () => {
  const { of } = open({ lintReviewReply: () => new Promise(() => undefined) })
  await openFirst()
  await write('Thank you')
  expect(await screen.findByText('Checking for patient details…')).toBeTruthy()
  await waitFor(() => expect(of('lintReviewReply')).toHaveLength(1))
  const [first] = of('lintReviewReply') as readonly { signal?: AbortSignal }[]
  expect(first?.signal?.aborted).toBe(false)
  await userEvent.keyboard('!')
  expect(first?.signal?.aborted).toBe(true)
  expect(screen.getByRole('status', { name: 'Privacy check' }).textContent).toBe('Checking for patient details…')
  await waitFor(() =>
    expect(of('lintReviewReply').map(({ body }) => body.comment)).toEqual(['Thank you', 'Thank you!']),
  )
})

test('reply box stays quiet when the check on the server fails, because posting checks too', async () => {
  const { of } = open({
    lintReviewReply: () => {
      throw new CallError(undefined, 503, { reason: 'unavailable' })
    },
  })
  await openFirst()
  await write('Thank you.')
  await waitFor(() => expect(of('lintReviewReply')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Privacy check' }).textContent).toBe('No patient details found'),
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: 'Post reply' }).getAttribute('aria-disabled')).toBeNull()
})
