import { type Review, reviewExample } from '@foyer/contracts/listings/reviews.ts'
import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { AttributesScreen } from '../../src/features/listings/attributes-screen.tsx'
import { startListingEditor } from '../../src/features/listings/listing-editor.actors.ts'
import { ListingScreen } from '../../src/features/listings/listing-screen.tsx'
import { factsOf, lintOf } from '../../src/features/reviews/lint-facts.rules.ts'
import { startReply } from '../../src/features/reviews/reply.actors.ts'
import { ReviewsRoom } from '../../src/features/reviews/reviews-page.tsx'
import { useListingsApi } from '../../src/parts/listings/use-listings-api.ts'
import { type Answers, EPOCH, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { ana, lena } from '../fixtures/people.ts'
import {
  attributeMetadata,
  attributes,
  cannedReplies,
  listing,
  listingConnection,
  reviews,
} from '../fixtures/reviews.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

export const page = (rows: readonly Review[]) => ({
  ...{ reviews: [...rows], averageRating: 4.7, totalReviewCount: 38 },
  foyer: { asOf: 100, epoch: EPOCH, summary: listingConnection.summary },
})

const USUAL: Answers = {
  listingConnection: () => ok(listingConnection),
  listingReviews: () => page(reviews),
  reviewCannedReplies: () => ({ cannedReplies }),
  lintReviewReply: ({ body: { comment, reviewId } }) => {
    const review = reviews.find((one) => one.reviewId === reviewId) ?? reviewExample
    const { findings, proposal } = lintOf(comment, factsOf(review, listingConnection, []))
    return { findings: [...findings], proposal }
  },
  listingLocation: () => listing,
  listingGoogleUpdates: () => ({ location: {}, diffMask: [], pendingMask: [] }),
  listingAttributes: () => ({ name: 'locations/1/attributes', attributes }),
  listingAttributeMetadata: () => ({ attributeMetadata }),
}

interface SceneProps {
  answers?: Answers
  offline?: boolean
  admin?: boolean
  then?: (hand: Hand) => Promise<void>
}

const standing: typeof startReply = (...given) => stand(startReply(...given))

/** The page of reviews inside the app's layout. */
export function ReviewsScene({ answers = {}, offline = false, admin = false, then }: SceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live} user={admin ? ana : lena}>
      <DefaultLayout>
        <ReviewsRoom
          {...{ organizationId: 'org_cedar', timezone: 'America/Chicago' }}
          userId={admin ? ana._id : lena._id}
          isAdmin={admin}
          start={standing}
        />
      </DefaultLayout>
    </Stage>
  )
}

/** The editor of a listing inside the app's layout. */
export function ListingScene({ answers = {}, offline = false, then }: SceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <Editor />
      </DefaultLayout>
    </Stage>
  )
}

/** The attributes of a listing inside the app's layout. */
export function AttributesScene({ answers = {}, offline = false, then }: SceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  const [{ _id: locationId = '', title = '' } = {}] = listingConnection.locations
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <AttributesScreen organizationId="org_cedar" {...{ locationId, title }} />
      </DefaultLayout>
    </Stage>
  )
}

function Editor() {
  const [{ _id: locationId = '', title = '' } = {}] = listingConnection.locations
  const api = useListingsApi('org_cedar')
  const [actor] = useState(() => stand(startListingEditor({ api, locationId })))
  return <ListingScreen organizationId="org_cedar" {...{ actor, locationId, title }} />
}
