import { listingChangeExample } from '@foyer/contracts/listings/listing.ts'
import { reviewExample } from '@foyer/contracts/listings/reviews.ts'
import { CallError } from '../../src/api/call-error.ts'
import { EPOCH, never, ok, refuse } from '../canned-api.ts'
import { listing, listingConnection, reviews } from '../fixtures/reviews.ts'
import { part } from '../gallery-entry.ts'
import { AttributesScene, ListingScene, page, ReviewsScene } from '../scenes/reviews-scene.tsx'
import type { Hand } from '../use-hand.ts'

const BOX = '[data-reply-box]'
const open =
  (reviewId: string, more?: (hand: Hand) => Promise<void>) =>
  async (hand: Hand): Promise<void> => {
    await hand.press(`[data-review-id=${reviewId}] button`)
    await hand.find('section[aria-label=Reply]')
    await more?.(hand)
  }
const write = (words: string, button?: string) =>
  open('waits', async ({ type, press, find }) => {
    await type(BOX, words)
    if (button === undefined) return
    await find('[aria-label="Privacy check"] span')
    await press(button)
  })
/** Writes a reply and waits for what the check on the server makes of it. */
const checked = (words: string, shown: string) =>
  open('waits', async ({ type, find }) => {
    await type(BOX, words)
    await find(shown)
  })
const NAMED = {
  ...{ rule: 'names_person' as const, level: 'block' as const, from: 11, to: 24 },
  why: 'This names a person who is neither the reviewer nor one of the staff.',
}
const ADDRESS = '[data-attribute="attributes/book"] input'
const POST = '[data-seen-version]'
const SAVE = 'section[aria-label=Reply] footer button:not([data-seen-version])'
const off = { ...listingConnection, state: 'off' as const, locations: [] }
const notConnected = {
  listingConnection: () => ok({ ...off, summary: { ...off.summary, connection: 'off' as const, locations: [] } }),
}
const consent = {
  listingConnection: () =>
    ok({
      ...{ ...listingConnection, state: 'needs_consent' as const },
      summary: { ...listingConnection.summary, connection: 'needs_consent' as const },
    }),
}

const staleWith =
  (foyer: object, facts: object = {}) =>
  () => {
    const [first] = reviews
    const data = { ...first, ...facts, foyer: { ...first?.foyer, version: 40, ...foyer } }
    throw new CallError(undefined, 409, { reason: 'stale', data, requestId: '7F2A-0911' })
  }
const theirDraft = {
  ...{ comment: 'Words of Dana.', at: '2026-11-19T15:10:00.000Z', by: 'usr_dana', byName: 'Dana Whitfield' },
  version: 40,
}
const theirReply = { comment: 'Words of Dana.', updateTime: '2026-11-19T15:10:00.000Z' }

/** Changes the description, and looks at what changes. */
const change = async ({ type, press, find }: Hand) => {
  await type('main textarea', 'Family medicine and pediatrics.')
  await press('.sticky button')
  await find('[aria-label=Changes]')
}
const [waits = reviewExample] = reviews
const reviewReply = { comment: 'Thank you.', updateTime: '2026-11-19T15:16:00.000Z' }
const posted = {
  ...reviewReply,
  foyer: {
    review: { ...waits, reviewReply, foyer: { ...waits.foyer, state: 'posting' as const, version: 41 } },
    ...{ asOf: 101, epoch: EPOCH },
  },
}
const save = async (hand: Hand) => {
  await change(hand)
  await hand.press('.sticky button')
}

export const reviewsPart = part('Reviews', {
  list: { title: 'The list', show: () => <ReviewsScene /> },
  loading: { title: 'Reviews are loading', show: () => <ReviewsScene answers={{ listingReviews: never }} /> },
  empty: { title: 'No reviews yet', show: () => <ReviewsScene answers={{ listingReviews: () => page([]) }} /> },
  failed: { title: 'Reviews did not load', show: () => <ReviewsScene answers={{ listingReviews: () => refuse() }} /> },
  off: { title: 'Not connected', show: () => <ReviewsScene admin answers={notConnected} /> },
  'off-agent': { title: 'Not connected, no admin', show: () => <ReviewsScene answers={notConnected} /> },
  consent: { title: 'Google asks for the consent again', show: () => <ReviewsScene admin answers={consent} /> },
  offline: { title: 'Offline', show: () => <ReviewsScene offline then={open('waits')} /> },
  writing: {
    title: 'A reply that may be posted',
    show: () => <ReviewsScene then={checked('Thank you for telling us, Patrick.', '.text-ok-text')} />,
  },
  checking: {
    title: 'The server checks a reply',
    show: () => (
      <ReviewsScene answers={{ lintReviewReply: never }} then={write('Thank you for telling us, Patrick.')} />
    ),
  },
  named: {
    title: 'A reply with a name that only the server knows',
    show: () => (
      <ReviewsScene
        answers={{ lintReviewReply: () => ({ findings: [NAMED], proposal: 'Thank you.' }) }}
        then={checked('Thank you, naomi feldman.', '[aria-label="Privacy findings"]')}
      />
    ),
  },
  barred: {
    title: 'A reply that tells of a visit',
    show: () => <ReviewsScene then={write('We are sorry about your visit on Tuesday.')} />,
  },
  saving: {
    title: 'The draft is saved',
    show: () => <ReviewsScene answers={{ saveReviewDraft: never }} then={write('Thank you.', SAVE)} />,
  },
  posting: {
    title: 'The reply is posted',
    show: () => <ReviewsScene answers={{ putReviewReply: never }} then={write('Thank you.', POST)} />,
  },
  posted: {
    title: 'A reply was posted',
    show: () => <ReviewsScene answers={{ putReviewReply: () => posted }} then={write('Thank you.', POST)} />,
  },
  refused: {
    title: 'The reply was not taken',
    show: () => <ReviewsScene answers={{ putReviewReply: () => refuse() }} then={write('Thank you.', POST)} />,
  },
  stale: {
    title: 'A colleague saved another draft',
    show: () => (
      <ReviewsScene answers={{ saveReviewDraft: staleWith({ draft: theirDraft }) }} then={write('Thank you.', SAVE)} />
    ),
  },
  'replied-meanwhile': {
    title: 'A colleague replied meanwhile',
    show: () => (
      <ReviewsScene
        answers={{ putReviewReply: staleWith({ state: 'posting' }, { reviewReply: theirReply }) }}
        then={write('Thank you.', POST)}
      />
    ),
  },
  draft: { title: 'A shared draft', show: () => <ReviewsScene then={open('draft')} /> },
  rejected: { title: 'Google refused the reply', show: () => <ReviewsScene then={open('rejected')} /> },
  moving: { title: 'The reply waits for Google', show: () => <ReviewsScene then={open('posting')} /> },
  pending: { title: 'Google checks the reply', show: () => <ReviewsScene then={open('pending')} /> },
  public: { title: 'The reply is public', show: () => <ReviewsScene then={open('public')} /> },
  overtaken: { title: 'Another reply came first', show: () => <ReviewsScene then={open('overtaken')} /> },
  edited: { title: 'Edited after the reply', show: () => <ReviewsScene then={open('edited')} /> },
  removing: {
    title: 'The reply is removed',
    show: () => (
      <ReviewsScene
        answers={{ deleteReviewReply: never }}
        then={open('public', async ({ press }) => {
          await press('section[aria-label=Reply] button.border-bad-line')
          await press('[role=alertdialog] button.border-bad-line')
        })}
      />
    ),
  },
  'listing-loading': { title: 'A listing is read', show: () => <ListingScene answers={{ listingLocation: never }} /> },
  'listing-failed': {
    title: 'A listing did not load',
    show: () => <ListingScene answers={{ listingLocation: () => refuse() }} />,
  },
  listing: { title: 'A listing', show: () => <ListingScene /> },
  'listing-compared': { title: 'What a save changes', show: () => <ListingScene then={change} /> },
  'listing-saving': {
    title: 'A listing is saved',
    show: () => <ListingScene answers={{ changeListing: never }} then={save} />,
  },
  'listing-saved': {
    title: 'A listing was saved',
    show: () => (
      <ListingScene answers={{ changeListing: () => ({ ...listing, foyer: listingChangeExample }) }} then={save} />
    ),
  },
  'listing-conflict': {
    title: 'A listing was changed meanwhile',
    show: () => <ListingScene answers={{ changeListing: () => refuse(409, 'stale') }} then={save} />,
  },
  'listing-refused': {
    title: 'A change was not taken',
    show: () => <ListingScene answers={{ changeListing: () => refuse() }} then={save} />,
  },
  'listing-updates': {
    title: 'Google changed a listing',
    show: () => (
      <ListingScene
        answers={{
          listingGoogleUpdates: () => ({
            location: { ...listing, websiteUri: 'https://other.example/' },
            diffMask: ['websiteUri'],
            pendingMask: ['title'],
          }),
        }}
      />
    ),
  },
  attributes: { title: 'The attributes of a listing', show: () => <AttributesScene /> },
  'attributes-loading': {
    title: 'Attributes are read',
    show: () => <AttributesScene answers={{ listingAttributes: never }} />,
  },
  'attributes-failed': {
    title: 'Attributes did not load',
    show: () => <AttributesScene answers={{ listingAttributes: () => refuse() }} />,
  },
  'attributes-none': {
    title: 'Google offers no attributes',
    show: () => <AttributesScene answers={{ listingAttributeMetadata: () => ({ attributeMetadata: [] }) }} />,
  },
  'attributes-changed': {
    title: 'An attribute was changed',
    show: () => <AttributesScene then={({ type }) => type(ADDRESS, 'https://cedar.example/visits')} />,
  },
  'attributes-refused': {
    title: 'A change of attributes was not taken',
    show: () => (
      <AttributesScene
        answers={{ changeListingAttributes: () => refuse() }}
        then={async ({ type, press }) => {
          await type(ADDRESS, 'https://cedar.example/visits')
          await press('.sticky button')
        }}
      />
    ),
  },
})
